import SwiftletJSON

/// The conversion of generated content from and to JSON.
enum ContentJSON {
  /// The maximum nesting of arrays and objects.
  static let maximumDepth = 256

  /// The parsing limits: possibly incomplete JSON of up to 16 MiB.
  ///
  /// An element of two bytes takes about fifty in memory.
  static let options = JSONScanner.Options(
    maximumDepth: maximumDepth, maximumLength: 1 << 24, allowsIncompleteText: true)

  /// Converts generated content to a string.
  ///
  /// - Parameter text: A JSON text or a prefix of one.
  /// - Returns: The value, or an incomplete null if its kind is not known yet.
  /// - Throws: `JSONError`
  static func read(_ text: String) throws(JSONError) -> GeneratedContent {
    // Checked before the text is copied.
    guard text.utf8.count <= options.maximumLength else {
      throw JSONError(offset: options.maximumLength, problem: .tooLong(limit: options.maximumLength))
    }
    return try JSONReader<ContentBuilder>.read(Array(text.utf8), options: options)
  }

  /// Serialises content.
  ///
  /// - Parameters:
  ///   - content: The content, which may be incomplete.
  ///   - layout: The layout.
  /// - Returns: A text that parses as equal content. Numbers that JSON cannot represent become `null`.
  static func text(_ content: GeneratedContent, layout: JSONWriter.Layout = .line) -> String {
    String(decoding: JSONWriter.bytes(content, by: ContentBuilder.self, layout: layout), as: UTF8.self)
  }
}

/// A JSON builder of content without identities.
///
/// For duplicate keys, the last value is used at the position of the first.
enum ContentBuilder: JSONBuilder, JSONDecomposer {
  static func value(of parts: JSONParts<GeneratedContent>, at path: JSONPathID, isComplete: Bool) -> GeneratedContent {
    GeneratedContent(storage(of: parts), isComplete: isComplete)
  }

  static func storage(of parts: JSONParts<GeneratedContent>) -> GeneratedContent.Storage {
    switch parts {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .number(let text): return .number(JSONNumber(literal: text))
    case .string(let text): return .string(text)
    case .array(let elements): return .array(elements)
    case .object(let members):
      var properties: [String: GeneratedContent] = [:]
      properties.reserveCapacity(members.count)
      var keys: [String] = []
      keys.reserveCapacity(members.count)
      for member in members where properties.updateValue(member.value, forKey: member.name) == nil {
        keys.append(member.name)
      }
      return .structure(properties: properties, keys: keys)
    }
  }

  static func parts(of content: GeneratedContent) -> JSONParts<GeneratedContent> {
    switch content.storage {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let number): number.isFinite ? .number(number.text) : .null
    case .string(let text): .string(text)
    case .array(let elements): .array(elements)
    case .structure(let properties, let keys):
      .object(keys.compactMap { key in properties[key].map { JSONMember(name: key, value: $0) } })
    }
  }
}

/// A JSON builder of content whose root and structures have identities, stable across the snapshots of a stream.
///
/// Values are the same if they have the same path of keys and indices from the same root. Partially
/// generated types use these identities.
enum IdentifiedContentBuilder: JSONBuilder {
  static func value(of parts: JSONParts<GeneratedContent>, at path: JSONPathID, isComplete: Bool) -> GeneratedContent {
    var id: GenerationID?
    if case .object = parts { id = GenerationID(path) }
    return GeneratedContent(ContentBuilder.storage(of: parts), id: id, isComplete: isComplete)
  }
}
