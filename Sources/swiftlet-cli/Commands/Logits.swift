import SwiftletGGUF
import SwiftletImages
import SwiftletInference
import SwiftletKernels
import SwiftletTokenizers

extension Command {
  static let logits = Command(
    name: "logits", summary: "Write the logits of given tokens as 32-bit floats, positions × vocabulary.",
    discussion: """
      The output is little-endian. The logits are bit-identical for all chunk sizes and thread counts. The KV cache has
      32-bit floats by default, because this command is for comparisons.

      With --image, the word image in --tokens stands for the next image: for its rows, and the tokens of the text that
      the model expects around them. Images without a word precede the tokens. Rows that see each other in both
      directions are not divided by --chunk.
      """,
    options: [
      Option("--tokens", "1,2,3", "token ids"), Option("--output", "FILE", "output file"),
      Option("--image", "FILE", "image among the tokens; several times"), .projector, .imageTokens,
      Option("--chunk", "N", "number of tokens per batch; default: 512"),
    ] + Option.loading(keyValueType: .f32, context: "maximum number of tokens; default: from the file")
  ) { arguments in
    try arguments.requireAtMost(0)
    guard arguments.has("--output") else {
      throw UsageError(argument: "--output", reason: "is missing")
    }
    let prompt = try LogitsPrompt(arguments)
    let chunk = try arguments.integer("--chunk", in: 1...512) ?? 512
    // Opened before the model is loaded, which may take long.
    guard let file = try arguments.output("--output") else {
      throw UsageError(argument: "--output", reason: "is missing")
    }

    let options = try LoadOptions(arguments, keyValueType: .f32)
    let direct = try DirectModel(options)
    let model = direct.model
    var passes = PromptPasses(try prompt.runs(arguments, direct), chunk: chunk)
    let contextSize = min(options.contextSize ?? .max, model.configuration.trainingContext)
    guard passes.count <= contextSize else {
      throw InferenceError.promptTooLong(tokens: passes.count, contextSize: contextSize)
    }
    let decoder = try Decoder(
      model, pool: direct.pool, maximumRows: passes.largestPass, maximumLogits: passes.largestPass)
    let adapter = try direct.adapter(for: decoder)
    let cache = try model.makeCache(capacity: passes.count, type: options.keyValueType)
    var batch = DecoderBatch()
    var position = 0
    while passes.next(into: &batch, of: cache, adapter: adapter) {
      decoder.forward(&batch)
      for row in 0..<batch.count {
        position += 1
        guard decoder.logits.isFinite(row: row) else {
          throw InferenceError.notFinite(file: model.path, output: "the logits after \(position) tokens")
        }
        try unsafe decoder.logits[row: row].withUnsafeBytes { try unsafe file.append($0) }
      }
    }
    try file.commit()
  }
}

/// The tokens and images of `logits`.
private struct LogitsPrompt {
  /// The tokens between the images, one more than there are images.
  private var tokens: [[Int]] = [[]]
  private let images: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    images = arguments.strings("--image")
    let words = (arguments.string("--tokens") ?? "").split { $0 == "," || $0 == " " }
    let count = words.count { $0 == "image" }
    guard count <= images.count else {
      throw UsageError(
        argument: "--tokens", reason: "found \(count) images, expected at most \(images.count) of --image")
    }
    for _ in count..<images.count { tokens.append([]) }
    for word in words {
      if word == "image" {
        tokens.append([])
      } else if let token = Int(word) {
        tokens[tokens.count - 1].append(token)
      } else {
        throw UsageError(argument: "--tokens", reason: "found \(word), expected a token id")
      }
    }
    guard tokens.count > 1 || !tokens[0].isEmpty else {
      throw UsageError(argument: "--tokens", reason: "expected at least one token id")
    }
  }

  /// Encodes the images, and checks the tokens.
  func runs(_ arguments: Arguments, _ direct: DirectModel) throws -> [PromptRun] {
    let count = direct.model.configuration.vocabularyCount
    if let token = tokens.joined().first(where: { !(0..<count).contains($0) }) {
      throw InferenceError.tokenOutOfRange(token: token, vocabularyCount: count)
    }
    var runs: [PromptRun] = [.tokens(tokens[0])]
    guard !images.isEmpty else { return runs }
    let encoder = try PictureEncoder(arguments, for: direct.model)
    let tokenizer = try Tokenizer(metadata: direct.file.metadata)
    for (index, (image, tokens)) in zip(images, tokens.dropFirst()).enumerated() {
      for piece in try encoder.encode(Image(contentsOf: image)).pieces {
        switch piece {
        case .text(let text):
          let segment = TextSegment(text: text, parsesSpecialTokens: true)
          runs.append(.tokens(tokenizer.encode([segment], addingBOSAndEOS: false)))
        case .index:
          let segment = TextSegment(text: "\(index)", parsesSpecialTokens: false)
          runs.append(.tokens(tokenizer.encode([segment], addingBOSAndEOS: false)))
        case .embeddings(let span): runs.append(.embeddings(span))
        case .unencoded(let count): runs.append(.tokens([Int](repeating: 0, count: count)))
        }
      }
      runs.append(.tokens(tokens))
    }
    return runs
  }
}
