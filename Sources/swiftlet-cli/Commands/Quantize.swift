import SwiftletGGUF
import SwiftletKernels

extension Command {
  static let quantize = Command(
    name: "quantize", operands: "IN OUT", summary: "Rewrites a GGUF file with weights of another type.",
    discussion: """
      Types are llama.cpp's: \(QuantizationMix.all.map(\.name).joined(separator: ", ")). Those that end in S, M and L are
      mixes, in which the matrices that lose most by few bits have more. Rows that a type's blocks do not fit get a
      similar type. Memory does not grow with the model; OUT appears when it is whole.
      """,
    options: [
      Option("--type", "T", "the type of the weights"),
      Option("--imatrix", "FILE", "which columns matter, as llama-imatrix writes it to a GGUF file"),
      Option("--pure", nil, "one type for all matrices, no mix"), .threads,
    ]
  ) { arguments in
    try arguments.requireAtMost(2)
    guard arguments.positionals.count == 2 else { throw UsageError(what: "IN OUT", why: "expected two paths") }
    let (input, output) = (arguments.positionals[0], arguments.positionals[1])
    guard let name = arguments.string("--type"), var mix = QuantizationMix(name: name) else {
      throw UsageError(
        what: "--type",
        why: "found \(arguments.string("--type") ?? "nothing"), expected one of "
          + QuantizationMix.all.map(\.name).joined(separator: ", "))
    }
    mix.isPure = arguments.has("--pure")
    let importance = try arguments.string("--imatrix").map { path throws(GGUFError) in
      try ImportanceMatrix(path: path)
    }
    let file = try GGUFFile(path: input)
    let quantizer = try GGUFQuantizer(file, mix: mix, importance: importance)
    warn(quantizer)
    let pool = WorkerPool(threads: try arguments.threadCount() ?? Processors.physicalCount)
    let progress = ProgressLine("quantizing")
    defer { progress.clear() }
    try quantizer.write(to: output, progress: progress.show) { count, body in
      pool.forEach(count, chunk: max(1, count / (8 * pool.count))) { _, rows in body(rows) }
    }
    progress.clear()
    try Output.write(summary(quantizer, file))
  }

  /// Says what makes the result worse than it need be.
  private static func warn(_ quantizer: GGUFQuantizer) {
    let lossy = quantizer.choices.count { $0.type != $0.tensor.type && $0.tensor.type.elementsPerBlock > 1 }
    if lossy > 0 {
      Output.error("swiftlet: warning: \(lossy) tensors are quantized already and lose twice; better start from F16\n")
    }
  }

  /// The types of the output and its size beside the input's.
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
      ("all", "\(megabytes(file.tensorByteCount)) → \(megabytes(quantizer.byteCount)), \(bits) bits a weight"))
    return table(rows)
  }
}
