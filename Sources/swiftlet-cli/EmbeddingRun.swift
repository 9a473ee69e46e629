import Swiftlet

/// What `swiftlet embed` was asked for.
struct EmbeddingRun {
  enum Format: String, CaseIterable {
    case json, text, binary
  }

  /// How many texts are embedded before what came of them is written.
  private static let pieceLength = 256

  let texts: [String]
  let pooling: EmbeddingModel.Pooling?
  let showsSimilarity: Bool
  private let format: Format
  private let options: EmbeddingModel.Options

  init(_ arguments: Arguments) throws {
    pooling = try arguments.choice("--pooling")
    showsSimilarity = arguments.has("--similarity")
    let format: Format? = try arguments.choice("--format")
    guard !showsSimilarity || format == nil else {
      throw UsageError(what: "--similarity", why: "writes a table and takes no --format")
    }
    guard !showsSimilarity || pooling != EmbeddingModel.Pooling.unpooled else {
      throw UsageError(what: "--similarity", why: "compares texts, of which --pooling none makes no vectors")
    }
    self.format = format ?? .json
    options = EmbeddingModel.Options(
      prompt: arguments.string("--prompt") ?? "", dimension: try arguments.integer("--dimensions", in: 1...1 << 20),
      normalizes: !arguments.has("--no-normalize"), truncatesTexts: arguments.has("--truncate"))
    texts = try Self.texts(arguments)
    guard !texts.isEmpty else { throw UsageError(what: "TEXT", why: "is missing; see --help") }
  }

  private static func texts(_ arguments: Arguments) throws -> [String] {
    guard arguments.positionals.isEmpty else {
      guard !arguments.has("--file") else {
        throw UsageError(what: "--file", why: "and texts on the command line exclude each other")
      }
      return arguments.positionals
    }
    var lines = try InputFile.text(arguments.string("--file") ?? "-").utf8
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { line in String(Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)) }
    // What follows the last line's end is no line.
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  func writeVectors(_ model: EmbeddingModel) async throws {
    for start in stride(from: 0, to: texts.count, by: Self.pieceLength) {
      let piece = Array(texts[start..<min(start + Self.pieceLength, texts.count)])
      var output: [UInt8] = []
      for (index, embedding) in try await embed(piece, from: start, model).enumerated() {
        switch format {
        case .json: output += "{\"index\": \(start + index), \"embedding\": \(list(embedding, ", "))}\n".utf8
        case .text, .binary: append(embedding, to: &output)
        }
      }
      try Output.write(output)
    }
  }

  func writeTokens(_ model: EmbeddingModel) async throws {
    for (index, text) in texts.enumerated() {
      let embeddings: [Embedding]
      do {
        embeddings = try await model.tokenEmbeddings(of: text, options: options)
      } catch let error as EmbeddingModelError {
        throw error.moved(by: index)
      }
      var output: [UInt8] = []
      switch format {
      case .json:
        let rows = embeddings.map { list($0, ", ") }.joined(separator: ", ")
        output += "{\"index\": \(index), \"embeddings\": [\(rows)]}\n".utf8
      case .text, .binary: for embedding in embeddings { append(embedding, to: &output) }
      }
      try Output.write(output)
    }
  }

  /// Writes a line for each text: its place, its cosine with each of the texts, and its beginning.
  func writeSimilarity(_ model: EmbeddingModel) async throws {
    let embeddings = try await embed(texts, from: 0, model)
    let places = embeddings.indices.map { "\($0)" }
    let width = max(places.last?.count ?? 0, 6)
    func padded(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let first = places.last?.count ?? 1
    var table = padded("", first) + places.map { "  " + padded($0, width) }.joined() + "\n"
    for (index, text) in texts.enumerated() {
      let cosines = embeddings.map { embeddings[index].cosineSimilarity(to: $0) }
      let cells = cosines.map { "  " + padded(Double($0).formatted(decimals: 3), width) }.joined()
      let beginning = text.count > 40 ? text.prefix(39) + "…" : text[...]
      table += padded(places[index], first) + cells + "  " + beginning + "\n"
    }
    try Output.write(table)
  }

  /// Embeds texts that begin at a place among all.
  private func embed(_ piece: [String], from start: Int, _ model: EmbeddingModel) async throws -> [Embedding] {
    do {
      return try await model.embed(piece, options: options)
    } catch let error as EmbeddingModelError {
      throw error.moved(by: start)
    }
  }

  private func append(_ embedding: Embedding, to output: inout [UInt8]) {
    if format == .binary {
      for number in embedding.vector {
        let bits = number.bitPattern
        output += [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: bits >> $0) }
      }
    } else {
      output += (embedding.vector.map { "\($0)" }.joined(separator: " ") + "\n").utf8
    }
  }

  private func list(_ embedding: Embedding, _ separator: String) -> String {
    "[" + embedding.vector.map { "\($0)" }.joined(separator: separator) + "]"
  }
}

extension EmbeddingModelError {
  /// The error of a text among all texts, of which those that were given began at a place.
  fileprivate func moved(by start: Int) -> EmbeddingModelError {
    switch self {
    case .textTooLong(let index, let tokenCount, let contextSize):
      .textTooLong(index: start + index, tokenCount: tokenCount, contextSize: contextSize)
    case .emptyText(let index): .emptyText(index: start + index)
    default: self
    }
  }
}
