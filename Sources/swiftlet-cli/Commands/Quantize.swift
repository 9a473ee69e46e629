import SwiftletGGUF
import SwiftletKernels

extension Command {
  static let quantize = Command(
    name: "quantize", operands: "IN OUT", summary: "Quantize a GGUF file to another weight type.",
    discussion: """
      The types are those of llama.cpp: \(QuantizationMix.all.map(\.name).joined(separator: ", ")). Types that end in S,
      M and L are mixes that give more bits to the most sensitive matrices. Rows that are not a multiple of a type's
      block size get a fallback type. Weights that are NaN or infinite are an error. Memory use does not grow with the
      model size; OUT appears when it is complete and keeps the mode of a file that it replaces; a device or pipe is
      written through.
      """,
    options: [
      Option("--type", "T", "quantization type").choosing(from: QuantizationMix.all.map(\.name)),
      Option("--imatrix", "FILE", "importance matrix in GGUF format, as written by llama-imatrix"),
      Option("--pure", nil, "quantize all matrices to the same type"),
      Option("--allow-non-finite", nil, "set weights that are NaN or infinite to 0 instead of failing"), .threads,
    ]
  ) { arguments in
    try arguments.requireAtMost(2)
    guard arguments.positionals.count == 2 else { throw UsageError(argument: "IN OUT", reason: "expected two paths") }
    let (input, output) = (arguments.positionals[0], arguments.positionals[1])
    guard let name = arguments.string("--type"), var mix = QuantizationMix(name: name) else {
      throw UsageError(
        argument: "--type",
        reason: "found \(arguments.string("--type") ?? "nothing"), expected one of "
          + QuantizationMix.all.map(\.name).joined(separator: ", "))
    }
    try arguments.checkOutput(output, of: "OUT", loadsModel: false)
    mix.isPure = arguments.has("--pure")
    let importance = try arguments.string("--imatrix").map { path throws(GGUFError) in
      try ImportanceMatrix(path: path)
    }
    let file = try GGUFFile(path: input)
    let quantizer = try GGUFQuantizer(file, mix: mix, importance: importance)
    warn(quantizer)
    let pool = WorkerPool(threads: try arguments.threadCount() ?? Processors.threadCount)
    let progress = ProgressLine("quantizing")
    defer { progress.clear() }
    let zeroed = try quantizer.write(
      to: output, allowingNonFinite: arguments.has("--allow-non-finite"), progress: progress.show
    ) { count, body in
      pool.forEach(count, chunk: max(1, count / (8 * pool.count))) { _, rows in body(rows) }
    }
    progress.clear()
    if zeroed > 0 { Output.error("swiftlet: warning: set \(zeroed) weights to 0 that were NaN or infinite\n") }
    try Output.report(summary(quantizer, file), beside: output)
  }

  /// Warns if tensors that are already quantized are quantized again.
  private static func warn(_ quantizer: GGUFQuantizer) {
    let lossy = quantizer.choices.count { $0.type != $0.tensor.type && $0.tensor.type.elementsPerBlock > 1 }
    if lossy > 0 {
      Output.error("swiftlet: warning: requantizing \(lossy) quantized tensors loses quality; start from F16 instead\n")
    }
  }

  /// Returns a table of the output's tensor types and of the sizes of input and output.
  private static func summary(_ quantizer: GGUFQuantizer, _ file: GGUFFile) -> String {
    var byType: [TensorType: (count: Int, bytes: Int)] = [:]
    for choice in quantizer.choices {
      byType[choice.type, default: (0, 0)].count += 1
      byType[choice.type, default: (0, 0)].bytes += choice.byteCount
    }
    func megabytes(_ bytes: Int) -> String { "\((Double(bytes) / 1e6).formatted(decimals: 1)) MB" }
    var rows = byType.sorted { ($0.value.bytes, $0.key.rawValue) > ($1.value.bytes, $1.key.rawValue) }.map {
      (left: $0.key.name, help: "\($0.value.count) tensors, \(megabytes($0.value.bytes))")
    }
    let elements = max(1, file.tensors.reduce(0) { $0 + $1.elementCount })
    let bits = (Double(quantizer.byteCount * 8) / Double(elements)).formatted(decimals: 2)
    rows.append(
      ("all", "\(megabytes(file.tensorByteCount)) → \(megabytes(quantizer.byteCount)), \(bits) bits per weight"))
    return table(rows)
  }
}
