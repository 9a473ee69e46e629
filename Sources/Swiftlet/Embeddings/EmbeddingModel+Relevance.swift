import Foundation
import SwiftletInference

// Rerankers, which read a query and a document together.

extension EmbeddingModel {
  /// True if the model scores documents for a query (a reranker or cross-encoder), and has no embeddings.
  public var isReranker: Bool { engine.isReranker }

  /// Returns the relevance of documents for a query.
  ///
  /// A reranker reads each document together with the query, which is more accurate than embeddings and takes time for
  /// each document. Of embedding models, the relevance is the cosine of query and document.
  ///
  /// - Parameters:
  ///   - documents: The documents, which are processed in batches.
  ///   - query: The query.
  ///   - options: The options, of which rerankers use only the truncation of texts; a query is not truncated by them.
  /// - Returns: A number for each document, the higher, the more relevant: from 0 to 1 of rerankers, and from −1 to 1 of
  ///   embedding models.
  /// - Throws: ``EmbeddingModelError``, in whose indices 0 is the query and 1 the first document, or `CancellationError`
  ///   if the task is cancelled.
  public nonisolated(nonsending) func relevance(
    of documents: [String], to query: String, options: Options = Options()
  ) async throws -> [Float] {
    try await scores(of: documents, to: query, options: options).values
  }

  /// Returns the relevance of documents for a query, with the number of tokens that were read.
  ///
  /// - Parameters:
  ///   - documents: The documents.
  ///   - query: The query.
  ///   - options: The options, as of ``relevance(of:to:options:)``.
  ///   - isRaw: True for the logits of rerankers, instead of numbers from 0 to 1.
  /// - Returns: The relevance of each document, and the number of tokens.
  /// - Throws: As ``relevance(of:to:options:)``.
  package nonisolated(nonsending) func scores(
    of documents: [String], to query: String, options: Options = Options(), isRaw: Bool = false
  ) async throws -> (values: [Float], tokenCount: Int) {
    guard isReranker else {
      let texts = try tokens(of: [query] + documents, options: options)
      var embeddings = try await embed(tokens: texts, options: options)
      let query = embeddings.removeFirst()
      return (embeddings.map { query.cosineSimilarity(to: $0) }, texts.reduce(0) { $0 + $1.count })
    }
    var pairs: [RankedPair] = []
    pairs.reserveCapacity(documents.count)
    for (index, document) in documents.enumerated() {
      try Task.checkCancellation()
      do {
        pairs.append(try engine.pair(query: query, document: document, truncating: options.truncatesTexts))
      } catch {
        // The query is at fault if there is no room for any document.
        let hasRoom = (try? engine.pair(query: query, document: "")) != nil
        throw EmbeddingModelError(error, path: engine.model.path, text: hasRoom ? index + 1 : 0)
      }
    }
    do {
      let logits = try await engine.scores(of: pairs)
      return (isRaw ? logits : logits.map(Self.probability), pairs.reduce(0) { $0 + $1.tokens.count })
    } catch let error as InferenceError {
      throw EmbeddingModelError(error, path: engine.model.path)
    }
  }

  /// The logistic function.
  private static func probability(_ logit: Float) -> Float { Float(1 / (1 + exp(-Double(logit)))) }
}
