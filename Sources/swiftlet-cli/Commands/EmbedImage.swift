import Swiftlet
import SwiftletImages
import SwiftletInference
import SwiftletJSON
import SwiftletKernels
import SwiftletServer

extension Command {
  static let embedImage = Command(
    name: "embed-image", operands: "IMAGE ...",
    summary: "Encode images, and print the rows that a model gets for them.",
    discussion: """
      The output has a line of JSON for each image, with its file, its size, the text that the model gets with parts of
      the rows between, and the rows, each as wide as the embeddings of the model. --format text prints the numbers of a
      row in a line, --format binary writes consecutive rows of little-endian 32-bit floats. The file that encodes them
      is that of --projector; the model itself is not loaded.
      """,
    options: [
      .projector, .imageTokens,
      Option("--format", "F", "output format: json, text or binary; default: json")
        .choosing(from: EmbeddingRun.Format.self),
      .threads,
    ]
  ) { arguments in
    let images = arguments.positionals
    guard !images.isEmpty else { throw UsageError(argument: "IMAGE", reason: "is missing") }
    let format = try arguments.choice("--format", of: EmbeddingRun.Format.self) ?? .json
    let encoder = try PictureEncoder(arguments)
    for path in images {
      let picture = try Image(contentsOf: path)
      let encoded = try encoder.encode(picture)
      switch format {
      case .json: try Output.write(encoded.json(file: path, picture) + "\n")
      case .text:
        for row in 0..<encoded.rows.count {
          try Output.write(encoded.rows[row: row].map { "\($0)" }.joined(separator: " ") + "\n")
        }
      case .binary:
        for row in 0..<encoded.rows.count { try Output.write(encoded.rows[row: row].littleEndianBytes) }
      }
    }
  }
}

extension PictureEncoder {
  /// Loads the encoder of `--projector`, by default for no model in particular.
  convenience init(
    _ arguments: Arguments, for model: DecoderModel? = nil, cacheByteLimit: Int = defaultCacheByteLimit
  ) throws {
    guard let path = arguments.string("--projector") else {
      throw UsageError(argument: "--projector", reason: "is missing, expected the file that encodes images")
    }
    let limits = try arguments.imageTokens()
    try self.init(
      contentsOf: path, for: model, threads: try arguments.threadCount(), cacheByteLimit: cacheByteLimit,
      minimumRows: limits?.minimum, maximumRows: limits?.maximum)
  }
}

extension EncodedPicture {
  /// The picture as an object of JSON.
  fileprivate func json(file: String, _ picture: Image) -> String {
    let parts = pieces.map { piece -> JSONValue in
      switch piece {
      case .text(let text): .members([("text", .string(text))])
      case .embeddings(let span):
        .members([("rows", .array([.count(span.range.lowerBound), .count(span.range.upperBound)]))])
      case .unencoded(let count): .members([("rows", .array([.count(0), .count(count)]))])
      }
    }
    let numbers = (0..<rows.count).map { row in JSONValue.array(rows[row: row].map { .number("\($0)") }) }
    let value = JSONValue.members([
      ("file", .string(file)), ("width", .count(picture.width)), ("height", .count(picture.height)),
      ("parts", .array(parts)), ("rows", .array(numbers)),
    ])
    return JSONWriter.text(value, layout: .line)
  }
}
