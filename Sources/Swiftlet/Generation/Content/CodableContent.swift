import Foundation
import SwiftletJSON

/// A `Codable` wrapper of generated content, in its JSON form.
///
/// Content is not `Codable` itself, since the standard decoders and encoders lose the order of keys.
struct CodableContent: Codable {
  /// The content.
  var content: GeneratedContent

  init(_ content: GeneratedContent) {
    self.content = content
  }

  /// Decodes content, with its keys sorted.
  ///
  /// Decoders return keys in arbitrary order, which may differ between runs.
  init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= ContentJSON.maximumDepth else {
      let reason = "Arrays and objects are nested more than \(ContentJSON.maximumDepth) deep."
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
    }
    if let container = try? decoder.container(keyedBy: ContentKey.self) {
      let keys = container.allKeys.sorted { $0.stringValue < $1.stringValue }
      let members = try keys.map { key in
        (key.stringValue, try container.decode(CodableContent.self, forKey: key).content)
      }
      content = GeneratedContent(properties: members.map { ($0.0, $0.1) }, uniquingKeysWith: { $1 })
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [GeneratedContent] = []
      while !container.isAtEnd { elements.append(try container.decode(CodableContent.self).content) }
      content = GeneratedContent(.array(elements))
    } else {
      content = GeneratedContent(try Self.scalar(decoder.singleValueContainer()))
    }
  }

  private static func scalar(_ container: any SingleValueDecodingContainer) throws -> GeneratedContent.Storage {
    if container.decodeNil() { return .null }
    if let value = try? container.decode(Bool.self) { return .bool(value) }
    if let value = try? container.decode(Int.self) { return .number(JSONNumber(value)) }
    if let value = try? container.decode(Double.self) {
      let rounded = JSONNumber(value)
      // A decimal is more exact than a double for numbers with many digits.
      guard let decimal = try? container.decode(Decimal.self), decimal.isFinite else { return .number(rounded) }
      let exact = JSONNumber(decimal)
      return .number(exact == rounded ? rounded : exact)
    }
    return .string(try container.decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    switch content.storage {
    case .structure(let properties, let keys):
      var container = encoder.container(keyedBy: ContentKey.self)
      for key in keys {
        try container.encode(properties[key].map(CodableContent.init), forKey: ContentKey(stringValue: key))
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(CodableContent(element)) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value):
      var container = encoder.singleValueContainer()
      try container.encode(value)
    case .string(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .number(let number):
      var container = encoder.singleValueContainer()
      try Self.encode(number, to: &container)
    }
  }

  /// Encodes a number as the first type that represents it exactly.
  private static func encode(
    _ number: JSONNumber, to container: inout any SingleValueEncodingContainer
  ) throws {
    if !number.isFinite { return try container.encodeNil() }
    if let value = number.integer { return try container.encode(value) }
    if JSONNumber(number.double) == number { return try container.encode(number.double) }
    if let value = Decimal(number), JSONNumber(value) == number { return try container.encode(value) }
    if number.double.isFinite { return try container.encode(number.double) }
    let reason = "No type can hold \(number.text.prefix(64))."
    throw EncodingError.invalidValue(number.text, .init(codingPath: container.codingPath, debugDescription: reason))
  }
}

/// Any key of a JSON object.
struct ContentKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) { return nil }
}
