import Swiftlet

/// The parsed arguments of `swiftlet embed`, and its output formats.
struct EmbeddingRun {
  enum Format: String, CaseIterable {
    case json, text, binary
  }

  /// The number of texts per batch; the vectors of a batch are written before the next one is embedded.
  private static let batchSize = 256

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
      throw UsageError(argument: "--similarity", reason: "prints a table and cannot be combined with --format")
    }
    guard !showsSimilarity || pooling != EmbeddingModel.Pooling.unpooled else {
      throw UsageError(argument: "--similarity", reason: "cannot be combined with --pooling none")
    }
    self.format = format ?? .json
    options = EmbeddingModel.Options(
      prompt: arguments.string("--prompt") ?? "", dimension: try arguments.integer("--dimensions", in: 1...1 << 20),
      normalizes: !arguments.has("--no-normalize"), truncatesTexts: arguments.has("--truncate"))
    texts = try Self.texts(arguments)
    guard !texts.isEmpty else { throw UsageError(argument: "TEXT", reason: "is missing; see --help") }
  }

  private static func texts(_ arguments: Arguments) throws -> [String] {
    guard arguments.positionals.isEmpty else {
      guard !arguments.has("--file") else {
        throw UsageError(argument: "--file", reason: "cannot be combined with texts as arguments")
      }
      return arguments.positionals
    }
    var lines = try InputFile.text(arguments.string("--file") ?? "-").utf8
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { line in String(Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)) }
    // A trailing line break does not start another text.
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  func writeVectors(_ model: EmbeddingModel) async throws {
    for start in stride(from: 0, to: texts.count, by: Self.batchSize) {
      let batch = Array(texts[start..<min(start + Self.batchSize, texts.count)])
      var output: [UInt8] = []
      for (index, embedding) in try await embed(batch, from: start, model).enumerated() {
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
        throw error.offsettingIndex(by: index)
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

  /// Writes a line for each text: its index, its cosine similarity to each text, and its first 40 characters.
  func writeSimilarity(_ model: EmbeddingModel) async throws {
    let embeddings = try await embed(texts, from: 0, model)
    let labels = embeddings.indices.map { "\($0)" }
    let width = max(labels.last?.count ?? 0, 6)
    func padded(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let labelWidth = labels.last?.count ?? 1
    var table = padded("", labelWidth) + labels.map { "  " + padded($0, width) }.joined() + "\n"
    for (index, text) in texts.enumerated() {
      let cosines = embeddings.map { embeddings[index].cosineSimilarity(to: $0) }
      let cells = cosines.map { "  " + padded(Double($0).formatted(decimals: 3), width) }.joined()
      let beginning = text.count > 40 ? text.prefix(39) + "…" : text[...]
      table += padded(labels[index], labelWidth) + cells + "  " + beginning + "\n"
    }
    try Output.write(table)
  }

  /// Embeds a batch of texts; `start` is the index of its first text, for errors.
  private func embed(_ batch: [String], from start: Int, _ model: EmbeddingModel) async throws -> [Embedding] {
    do {
      return try await model.embed(batch, options: options)
    } catch let error as EmbeddingModelError {
      throw error.offsettingIndex(by: start)
    }
  }

  private func append(_ embedding: Embedding, to output: inout [UInt8]) {
    if format == .binary {
      output += embedding.vector.littleEndianBytes
    } else {
      output += (embedding.vector.map { "\($0)" }.joined(separator: " ") + "\n").utf8
    }
  }

  private func list(_ embedding: Embedding, _ separator: String) -> String {
    "[" + embedding.vector.map { "\($0)" }.joined(separator: separator) + "]"
  }
}

extension EmbeddingModelError {
  /// Returns the error with the index of its text moved by the index of the batch's first text.
  fileprivate func offsettingIndex(by start: Int) -> EmbeddingModelError {
    switch self {
    case .textTooLong(let index, let tokenCount, let contextSize):
      .textTooLong(index: start + index, tokenCount: tokenCount, contextSize: contextSize)
    case .emptyText(let index): .emptyText(index: start + index)
    case .tokenOutOfRange(let index, let token, let count):
      .tokenOutOfRange(index: start + index, token: token, vocabularyCount: count)
    default: self
    }
  }
}

extension [Float] {
  /// The numbers as little-endian bytes.
  var littleEndianBytes: [UInt8] {
    flatMap { number in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number.bitPattern >> $0) } }
  }
}
