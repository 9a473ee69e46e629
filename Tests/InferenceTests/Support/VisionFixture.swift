import SwiftletGGUF
import SwiftletImages
import SwiftletKernels
import SwiftletTokenizers
import TestSupport
import Testing

@testable import SwiftletInference

/// A small random vision model with what `transformers` makes of pictures; see `Tests/Reference/vision.py`.
struct VisionFixture: Sendable, CustomTestStringConvertible {
  let name: String
  /// The text of a picture's place in prompts, and what precedes and follows it in them.
  var before = ""
  var after = ""
  var testDescription: String { name }

  static let all = [
    "idefics3", "lfm2-vl", "gemma3-vision", "internvl", "qwen3vl", "qwen2.5vl", "pixtral", "mistral-small-vision",
    "llava", "qwen2vl", "llava-next", "gemma4-vision", "gemma4-vision-large", "qwen3vlmoe", "glm4v",
  ].map { VisionFixture(name: $0) }

  var model: ArchitectureFixture { ArchitectureFixture(name: name, folder: "vision") }

  /// The text model and the encoder with weights as 32-bit floats: products with 16-bit ones round activations.
  func floatModels(threads: Int = 1) throws -> (model: DecoderModel, encoder: PictureEncoder) {
    let folder = try TemporaryFolder()
    let model = try DecoderModel(GGUFFile(path: model.floatPath(in: folder)), pool: WorkerPool(threads: threads))
    return (model, try encoder(for: model, threads: threads) { $0.widen() })
  }

  /// The encoder, after a change of its file.
  func encoder(
    for model: DecoderModel, threads: Int = 1, maximumRows: Int? = nil,
    _ change: (inout ModelVariant) throws -> Void = { _ in }
  ) throws -> PictureEncoder {
    let folder = try TemporaryFolder()
    var variant = try ModelVariant(path: TestFiles.fixture("vision/\(name).mmproj.gguf"))
    try change(&variant)
    return try PictureEncoder(
      contentsOf: variant.write(to: folder), for: model, threads: threads, maximumRows: maximumRows)
  }

  func tokenizer() throws -> Tokenizer { try Tokenizer(metadata: GGUFFile(path: model.path).metadata) }

  func expected() throws -> Expected {
    let file = try GGUFFile(path: TestFiles.fixture("vision/\(name).expected.gguf"))
    let sizes = try #require(try file.metadata.integers("sizes"))
    let pictures = try (0..<sizes.count / 2).map {
      try Self.picture(width: sizes[2 * $0], height: sizes[2 * $0 + 1])
    }
    let prompts = try ["one", "two"].map { name in
      Expected.Prompt(
        tokens: try #require(try file.metadata.integers(name)),
        pictures: try #require(try file.metadata.integers(name + ".pictures")),
        texts: name == "one" ? ["Look: ", " who?"] : ["A", "then \n", "\n her"],
        logits: try file.tensor(name + ".logits").floatRows())
    }
    return Expected(
      pictures: pictures, rows: try pictures.indices.map { try file.tensor("rows.\($0)").floatRows() },
      prompts: prompts)
  }

  /// The results of the reference.
  struct Expected {
    let pictures: [Image]
    /// The rows of each picture.
    let rows: [[[Float]]]
    let prompts: [Prompt]

    struct Prompt {
      /// The tokens, with -1 for each row of a picture.
      let tokens: [Int]
      let pictures: [Int]
      let texts: [String]
      /// The logits of the last tokens.
      let logits: [[Float]]
    }
  }

  /// The picture of a formula, which the script uses too.
  static func picture(width: Int, height: Int) throws -> Image {
    let pixels = (0..<width * height).flatMap { index -> [UInt8] in
      let (y, x) = index.quotientAndRemainder(dividingBy: width)
      return [(x * 5 + y * 3) % 256, (x * y * 7 + x) % 256, (x * x + y * 11) % 256].map { UInt8($0) }
    }
    return try #require(Image(width: width, height: height, pixels: pixels))
  }

  /// The runs of a prompt of the reference.
  func runs(_ prompt: Expected.Prompt, _ expected: Expected, _ encoder: PictureEncoder) throws -> [PromptRun] {
    let pictures = try prompt.pictures.map { try encoder.encode(expected.pictures[$0]) }
    let texts = prompt.texts.enumerated().map { index, text in
      (index > 0 ? after : "") + text + (index < prompt.texts.count - 1 ? before : "")
    }
    return [PromptRun](
      texts.map { [TextSegment(text: $0, parsesSpecialTokens: true)] }, pictures, try tokenizer())
  }
}

/// The logits of the last rows of a prompt with embeddings, from passes over `chunk` rows each.
///
/// Passes do not divide bidirectional runs.
func logits(
  _ model: DecoderModel, _ runs: [PromptRun], last: Int, chunk: Int = .max, threads: Int = 1,
  cache type: KeyValueType = .f32
) throws -> [[Float]] {
  let (tokens, made) = PromptEmbeddings.make(runs)
  let embeddings = try #require(made)
  let rows = tokens.count
  let decoder = try Decoder(model, pool: WorkerPool(threads: threads), maximumRows: rows, maximumLogits: rows)
  let cache = try model.makeCache(capacity: tokens.count, type: type)
  var (result, start): ([[Float]], Int) = ([], 0)
  while start < tokens.count {
    var end = embeddings.wholeCount(min(start + min(chunk, rows), tokens.count))
    if end <= start { end = try #require(embeddings.bidirectionalEnd(from: start)) }
    var batch = DecoderBatch()
    for position in start..<end {
      batch.append(
        tokens[position], at: position, of: cache, in: embeddings, needsLogits: position >= tokens.count - last)
    }
    let count = batch.logitRows.count
    decoder.forward(&batch)
    for row in 0..<count { result.append(decoder.logits[row: row]) }
    start = end
  }
  return result
}
