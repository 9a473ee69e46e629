import Foundation
package import Swiftlet
package import SwiftletJSON

/// An answer of OpenAI's embeddings API.
package struct EmbeddingAnswer {
  private let texts: EmbeddedTexts
  private let model: String
  private let isBase64: Bool

  /// Creates an answer.
  ///
  /// - Parameters:
  ///   - texts: The embeddings.
  ///   - model: The name of the model.
  ///   - isBase64: True if the numbers are bytes in base64.
  package init(_ texts: EmbeddedTexts, model: String, isBase64: Bool) {
    (self.texts, self.model, self.isBase64) = (texts, model, isBase64)
  }

  /// The object `list`.
  package var json: JSONValue {
    let data = texts.embeddings.enumerated().map { index, embedding in
      JSONValue.members([
        ("object", "embedding"), ("index", .count(index)),
        ("embedding", isBase64 ? .string(embedding.base64) : embedding.json),
      ])
    }
    return .members([
      ("object", "list"), ("model", .string(model)), ("data", .array(data)), ("usage", .promptUsage(texts.tokenCount)),
    ])
  }
}

extension Embedding {
  /// The components as numbers.
  package var json: JSONValue { .array(vector.map { .number("\($0)") }) }

  /// The components as little-endian bytes of 32 bits each, in base64.
  package var base64: String {
    var bytes = Data(capacity: 4 * vector.count)
    for number in vector {
      let bits = number.bitPattern
      for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }
    return bytes.base64EncodedString()
  }
}

extension JSONValue {
  /// The object `usage` of a request without generated tokens.
  static func promptUsage(_ count: Int) -> JSONValue {
    .members([("prompt_tokens", .count(count)), ("total_tokens", .count(count))])
  }
}
