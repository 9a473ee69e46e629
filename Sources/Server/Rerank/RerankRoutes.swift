import Swiftlet
package import SwiftletJSON

extension ServerApplication {
  /// The routes that order documents by their relevance to a query.
  ///
  /// The relevance is that of a reranker, from 0 to 1, or the cosine of the embeddings of other models, from −1 to 1.
  static var rerankRoutes: [Route] {
    [
      Route("POST", "/v1/rerank", "/v1/reranking", "/v2/rerank") { routed in
        let request = try RerankRequest(try routed.json)
        let model = try routed.services.models.find(request.model)
        // The query is the first of the texts in errors.
        let input = EmbeddingInput([request.query] + request.documents, member: request.member)
        do {
          let scores = try await routed.use(model, on: input, keepAlive: request.keepAlive) { embedder in
            try await embedder.scores(
              of: request.documents, to: request.query,
              options: EmbeddingModel.Options(truncatesTexts: request.truncates), isRaw: request.wantsLogits)
          }
          routed.context.note { ($0.promptTokens, $0.readTokens) = (scores.tokenCount, scores.tokenCount) }
          return HTTPResponse(
            json: request.json(scores: scores.values, model: model.name, tokenCount: scores.tokenCount))
        } catch var failure as RequestFailure {
          failure.parameter = failure.parameter.map { request.parameter(of: $0) }
          throw failure
        }
      }
    ]
  }
}

/// A request to order documents, in the form of Jina's API or, with `texts`, of Hugging Face's.
package struct RerankRequest: Sendable {
  /// The query.
  package let query: String
  /// The texts of the documents.
  package let documents: [String]
  /// The name of the member that has the documents.
  package let member: String
  /// The name of the model that the client asks for.
  package let model: String?
  /// The idle time after which the model is unloaded; `nil` for the server's.
  package let keepAlive: KeepAlive?
  /// True if long texts are cut.
  package let truncates: Bool
  /// True for the logits of rerankers, instead of scores from 0 to 1.
  package let wantsLogits: Bool
  private let count: Int
  private let returnsTexts: Bool

  private var isTextForm: Bool { member == "texts" }

  /// Parses a body.
  ///
  /// - Throws: ``FieldError`` that names the member.
  package init(_ body: JSONValue) throws(FieldError) {
    let fields = try JSONFields(body)
    guard let query = try fields.text("query"), !query.isEmpty else {
      throw FieldError("query", "found none, expected a text")
    }
    member = fields.member("documents") == nil && fields.member("texts") != nil ? "texts" : "documents"
    guard let elements = try fields.elements(member), !elements.isEmpty else {
      throw FieldError(member, "found none, expected at least one document")
    }
    guard elements.count < EmbeddingInput.maximumCount else {
      throw FieldError(
        member, "found \(elements.count) documents, expected at most \(EmbeddingInput.maximumCount - 1)")
    }
    var documents: [String] = []
    for (index, element) in elements.enumerated() {
      guard let text = element.string ?? element["text"]?.string, !text.isEmpty else {
        throw FieldError("\(member).\(index)", "found \(element.excerpt), expected a text that is not empty")
      }
      documents.append(text)
    }
    (self.query, self.documents) = (query, documents)
    model = try fields.text("model")
    keepAlive = try fields.keepAlive
    truncates = try fields.bool("truncate") ?? false
    wantsLogits = try fields.bool("raw_scores") ?? false
    count = min(try fields.integer("top_n", in: 1 ... .max) ?? .max, documents.count)
    returnsTexts = try fields.bool(member == "texts" ? "return_text" : "return_documents") ?? false
  }

  /// Returns the path of a member for that of the texts, of which the query is the first.
  func parameter(of path: String) -> String {
    guard path.hasPrefix(member + "."), let index = Int(path.dropFirst(member.count + 1)) else { return path }
    return index == 0 ? "query" : "\(member).\(index - 1)"
  }

  /// Returns the answer, highest score first.
  package func json(scores: [Float], model: String, tokenCount: Int) -> JSONValue {
    let order = scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }
    let name = isTextForm ? "score" : "relevance_score"
    let results = order.prefix(count).map { index -> JSONValue in
      let text = JSONValue.string(documents[index])
      let document: (String, JSONValue?) =
        isTextForm ? ("text", text) : ("document", .members([("text", text)]))
      return .members([
        ("index", .count(index)), (name, .number(Double(scores[index]))),
        (document.0, returnsTexts ? document.1 : nil),
      ])
    }
    guard !isTextForm else { return .array(results) }
    return .members([
      ("model", .string(model)), ("object", "list"), ("usage", .promptUsage(tokenCount)), ("results", .array(results)),
    ])
  }
}
