import Swiftlet
import SwiftletJSON
import SwiftletTokenizers

extension ServerApplication {
  /// The routes of the tokenizer, as on llama.cpp's server.
  static var tokenRoutes: [Route] {
    [
      Route("POST", "/v1/tokenize") { try await TokenHandler($0).tokenize() },
      Route("POST", "/v1/detokenize") { try await TokenHandler($0).detokenize() },
    ]
  }
}

/// The answers to requests for tokens.
private struct TokenHandler {
  private let services: ServerServices
  private let fields: JSONFields
  private let model: ServedModel

  init(_ routed: RoutedRequest) throws {
    services = routed.services
    fields = try JSONFields(try routed.json)
    model = try services.models.find(try fields.text("model"))
  }

  func tokenize() async throws -> HTTPResponse {
    guard let content = try fields.text(firstOf: ["content", "prompt"]) else {
      throw FieldError("content", "found none, expected a text")
    }
    let (addsSpecial, parsesSpecial) = (try fields.bool("add_special"), try fields.bool("parse_special"))
    let hasPieces = try fields.bool("with_pieces") ?? false
    return try await withTokenizer { tokenizer in
      let ids = tokenizer.encode(
        content, parsingSpecialTokens: parsesSpecial ?? true, addingBOSAndEOS: addsSpecial ?? false)
      let tokens = ids.map { id in
        guard hasPieces else { return JSONValue.count(id) }
        // Not decoded, which would drop the space that the first token of a text may have.
        let bytes = Array(tokenizer.vocabulary.piece(of: id))
        let text = String(validating: bytes, as: UTF8.self)
        let piece = text.map { .string($0) } ?? JSONValue.array(bytes.map { .count(Int($0)) })
        return .members([("id", .count(id)), ("piece", piece)])
      }
      return .members([("tokens", .array(tokens))])
    }
  }

  func detokenize() async throws -> HTTPResponse {
    guard let elements = try fields.elements("tokens") else {
      throw FieldError("tokens", "found none, expected an array of token ids")
    }
    let ids = try elements.enumerated().map { index, value throws(FieldError) in
      guard let id = value.integer else {
        throw FieldError("tokens.\(index)", "found \(value.excerpt), expected a token id")
      }
      return id
    }
    return try await withTokenizer { tokenizer in
      let count = tokenizer.vocabulary.count
      if let index = ids.firstIndex(where: { !(0..<count).contains($0) }) {
        throw FieldError("tokens.\(index)", "found \(ids[index]), expected a token id from 0 to \(count - 1)")
      }
      return .members([("content", .string(String(decoding: try tokenizer.decode(ids), as: UTF8.self)))])
    }
  }

  private func withTokenizer(_ body: @Sendable (Tokenizer) throws -> JSONValue) async throws -> HTTPResponse {
    HTTPResponse(json: try await services.models.use(model) { try body(try await $0.tokenizer()) })
  }
}
