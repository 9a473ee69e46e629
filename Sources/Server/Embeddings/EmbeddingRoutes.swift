import Swiftlet
package import SwiftletJSON

extension ServerApplication {
  /// The routes of embeddings.
  static var embeddingRoutes: [Route] {
    [
      Route("POST", "/v1/embeddings") { routed in
        let request = try EmbeddingRequest(try routed.json)
        let model = try routed.services.models.find(request.model)
        let result = try await routed.embed(
          request.input, with: model, options: EmbeddingModel.Options(dimension: request.dimension),
          keepAlive: request.keepAlive)
        return HTTPResponse(json: EmbeddingAnswer(result, model: model.name, isBase64: request.isBase64).json)
      }
    ]
  }
}

/// A request of OpenAI's embeddings API.
package struct EmbeddingRequest: Sendable {
  /// The texts.
  package let input: EmbeddingInput
  /// The name of the model that the client asks for.
  package let model: String?
  /// The number of components of each embedding; `nil` for all.
  package let dimension: Int?
  /// True if the numbers are wanted as bytes in base64.
  package let isBase64: Bool
  /// The idle time after which the model is unloaded; `nil` for the server's.
  package let keepAlive: KeepAlive?

  /// Parses a body.
  ///
  /// - Throws: ``FieldError`` that names the member.
  package init(_ body: JSONValue) throws(FieldError) {
    let fields = try JSONFields(body)
    // The name of llama.cpp's server.
    guard let name = ["input", "content"].first(where: { fields.member($0) != nil }), let value = fields.member(name)
    else {
      throw FieldError("input", "found none, expected a text, its tokens, or an array of either")
    }
    input = try EmbeddingInput(value, member: name)
    model = try fields.text("model")
    dimension = try fields.integer("dimensions", in: 1 ... .max)
    keepAlive = try fields.keepAlive
    switch try fields.text("encoding_format") {
    case nil, "float": isBase64 = false
    case "base64": isBase64 = true
    case let format?:
      throw FieldError("encoding_format", "found \(format.prefix(40)), expected float or base64")
    }
  }
}
