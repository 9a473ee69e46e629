import SwiftletJSON

/// Content as JSON, in both directions.
enum ContentJSON {
  /// The maximum nesting of arrays and objects.
  static let maximumDepth = 256

  /// The limits of a text: JSON of which the end may be missing, up to 16 MiB.
  ///
  /// An element of two bytes takes some fifty in memory.
  static let options = JSONScanner.Options(
    maximumDepth: maximumDepth, maximumLength: 1 << 24, allowsMissingEnd: true)

  /// Reads a text.
  ///
  /// - Parameter text: A JSON text, or the beginning of one.
  /// - Returns: The value. It is an incomplete null if not even the kind of value is known.
  /// - Throws: `JSONError`
  static func read(_ text: String) throws(JSONError) -> GeneratedContent {
    // Before the text is copied.
    guard text.utf8.count <= options.maximumLength else {
      throw JSONError(offset: options.maximumLength, problem: .tooLong(limit: options.maximumLength))
    }
    return try JSONReader<ContentBuilder>.read(Array(text.utf8), options: options)
  }

  /// Writes content.
  ///
  /// - Parameters:
  ///   - content: The content. Of an incomplete one, what there is.
  ///   - layout: How it is set.
  /// - Returns: A text that is read as equal content. Numbers that JSON cannot write become `null`.
  static func text(_ content: GeneratedContent, layout: JSONWriter.Layout = .line) -> String {
    String(decoding: JSONWriter.bytes(content, by: ContentBuilder.self, layout: layout), as: UTF8.self)
  }
}

/// Content without identities.
///
/// Of several values of one key the last counts, in the place of the first.
enum ContentBuilder: JSONBuilder, JSONDecomposer {
  static func value(of parts: JSONParts<GeneratedContent>, at place: JSONPlace, isComplete: Bool) -> GeneratedContent {
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

/// Content whose root and structures have identities, by which the snapshots of a stream know the same value again.
///
/// A value is the same if the same keys and places lead to it from the same root. These are the values that partially
/// generated types have their identities from.
enum IdentifiedContentBuilder: JSONBuilder {
  static func value(of parts: JSONParts<GeneratedContent>, at place: JSONPlace, isComplete: Bool) -> GeneratedContent {
    var id: GenerationID?
    if case .object = parts { id = GenerationID(place) }
    return GeneratedContent(ContentBuilder.storage(of: parts), id: id, isComplete: isComplete)
  }
}
