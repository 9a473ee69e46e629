import SwiftletGGUF
import SwiftletInference
import SwiftletKernels

extension Command {
  static let logits = Command(
    name: "logits", summary: "Write the logits of given tokens as 32-bit floats, positions × vocabulary.",
    discussion: """
      The output is little-endian. The logits are bit-identical for all chunk sizes and thread counts. The KV cache has
      32-bit floats by default, because this command is for comparisons.
      """,
    options: [
      Option("--tokens", "1,2,3", "token ids"), Option("--output", "FILE", "output file"),
      Option("--chunk", "N", "number of tokens per batch; default: 512"),
    ] + Option.loading(keyValueType: .f32, context: "maximum number of tokens; default: from the file")
  ) { arguments in
    try arguments.requireAtMost(0)
    guard arguments.has("--output") else {
      throw UsageError(argument: "--output", reason: "is missing")
    }
    let tokens = try (arguments.string("--tokens") ?? "").split { $0 == "," || $0 == " " }
      .map { word throws(UsageError) in
        guard let token = Int(word) else {
          throw UsageError(argument: "--tokens", reason: "found \(word), expected a token id")
        }
        return token
      }
    guard !tokens.isEmpty else { throw UsageError(argument: "--tokens", reason: "expected at least one token id") }
    let chunk = try arguments.integer("--chunk", in: 1...512) ?? 512
    // Opened before the model is loaded, which may take long.
    guard let file = try arguments.output("--output") else {
      throw UsageError(argument: "--output", reason: "is missing")
    }

    let options = try LoadOptions(arguments, keyValueType: .f32)
    let direct = try DirectModel(options)
    let model = direct.model
    let vocabularyCount = model.configuration.vocabularyCount
    if let token = tokens.first(where: { !(0..<vocabularyCount).contains($0) }) {
      throw InferenceError.tokenOutOfRange(token: token, vocabularyCount: vocabularyCount)
    }
    let contextSize = min(options.contextSize ?? .max, model.configuration.trainingContext)
    guard tokens.count <= contextSize else {
      throw InferenceError.promptTooLong(tokens: tokens.count, contextSize: contextSize)
    }
    let decoder = try Decoder(model, pool: direct.pool, maximumRows: chunk, maximumLogits: chunk)
    let adapter = try direct.adapter(for: decoder)
    let cache = try model.makeCache(capacity: tokens.count, type: options.keyValueType)
    var batch = DecoderBatch()
    for start in stride(from: 0, to: tokens.count, by: chunk) {
      batch.removeAll()
      for position in start..<min(start + chunk, tokens.count) {
        batch.append(tokens[position], at: position, of: cache, needsLogits: true, adapter: adapter)
      }
      decoder.forward(&batch)
      for row in 0..<batch.count {
        guard decoder.logits.isFinite(row: row) else {
          throw InferenceError.notFinite(file: model.path, output: "the logits after \(start + row + 1) tokens")
        }
        try unsafe decoder.logits[row: row].withUnsafeBytes { try unsafe file.append($0) }
      }
    }
    try file.commit()
  }
}
