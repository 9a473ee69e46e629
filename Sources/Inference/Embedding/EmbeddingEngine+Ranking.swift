public import SwiftletTokenizers

/// A query and a document, as tokens of one text.
public struct RankedPair: Sendable, Equatable {
  /// The tokens, with the special tokens around them.
  public var tokens: [TokenID]
  /// The index of the first token of the document, for models with types of tokens; the number of tokens for others.
  public var documentStart: Int

  /// Creates a pair.
  public init(tokens: [TokenID], documentStart: Int) { (self.tokens, self.documentStart) = (tokens, documentStart) }
}

extension EmbeddingEngine {
  /// True if the model scores queries with documents (a cross-encoder), and has no embeddings of texts.
  public var isReranker: Bool { pooling == .rank }

  /// Tokenizes a query and a document for ``scores(of:)``.
  ///
  /// - Parameters:
  ///   - query: The query, in which control tokens are not parsed.
  ///   - document: The document, likewise.
  ///   - truncates: True if the end of a document that is too long is removed.
  /// - Returns: The pair, of at most ``contextSize`` tokens.
  /// - Throws: ``InferenceError/promptTooLong(tokens:contextSize:)``.
  public func pair(
    query: String, document: String, truncating truncates: Bool = false
  ) throws(InferenceError) -> RankedPair {
    if let template = rankingTemplate {
      return try pair(template, query: query, document: document, truncates)
    }
    let pair = tokenizer.encode(query, and: document, cuttingTo: truncates ? contextSize : .max)
    guard pair.tokens.count <= contextSize else {
      throw .promptTooLong(tokens: pair.tokens.count, contextSize: contextSize)
    }
    return RankedPair(tokens: pair.tokens, documentStart: pair.secondStart)
  }

  private func pair(
    _ template: RankingTemplate, query: String, document: String, _ truncates: Bool
  ) throws(InferenceError) -> RankedPair {
    var document = document
    while true {
      let tokens = tokenizer.encode(
        template.segments(query: query, document: document), addingBOSAndEOS: false)
      if tokens.count <= contextSize { return RankedPair(tokens: tokens, documentStart: tokens.count) }
      guard truncates, !document.isEmpty else {
        throw .promptTooLong(tokens: tokens.count, contextSize: contextSize)
      }
      // Tokens of the template's text join those of the document, so that these are not cut themselves.
      let kept = document.count * contextSize / tokens.count
      document = String(document.prefix(min(kept, document.count - 1)))
    }
  }

  /// Computes the scores of pairs, batched with those of other requests.
  ///
  /// - Parameter pairs: The pairs; see ``pair(query:document:truncating:)``.
  /// - Returns: The score of each pair, a logit: the higher, the more relevant the document.
  /// - Throws: ``InferenceError``, or `CancellationError`.
  public func scores(of pairs: [RankedPair]) async throws -> [Float] {
    guard isReranker else {
      throw InferenceError.unsupportedFeature(
        file: model.path, found: "an embedding model", expected: "a reranking model")
    }
    for pair in pairs { try check(pair.tokens) }
    let texts = pairs.map { TextEncoder.Text(tokens: $0.tokens, pooling: .rank, secondStart: $0.documentStart) }
    return try await vectors(of: texts, "the score").map { $0[0] }
  }
}

/// The prompt of a generative reranker, with places for a query and a document (`tokenizer.chat_template.rerank`).
struct RankingTemplate: Sendable {
  let source: String

  /// Returns the prompt; control tokens are parsed in the template's text only.
  func segments(query: String, document: String) -> [TextSegment] {
    var segments: [TextSegment] = []
    var rest = source[...]
    while !rest.isEmpty {
      let places = [("{query}", query), ("{document}", document)].compactMap { place in
        rest.firstRange(of: place.0).map { (range: $0, text: place.1) }
      }
      guard let next = places.min(by: { $0.range.lowerBound < $1.range.lowerBound }) else { break }
      segments.append(
        TextSegment(text: String(rest[..<next.range.lowerBound]), parsesSpecialTokens: true))
      segments.append(TextSegment(text: next.text, parsesSpecialTokens: false))
      rest = rest[next.range.upperBound...]
    }
    return segments + [TextSegment(text: String(rest), parsesSpecialTokens: true)]
  }
}
