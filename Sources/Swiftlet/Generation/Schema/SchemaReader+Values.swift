import SwiftletJSON

// Typed access to the values of a schema's keys.

extension SchemaReader {
  func at(_ key: String) -> SchemaReader {
    var reader = self
    reader.path.append(key)
    return reader
  }

  func error(_ problem: SchemaDecodingError.Problem) -> SchemaDecodingError {
    SchemaDecodingError(path: path, problem: problem)
  }

  func members(_ content: GeneratedContent) throws(SchemaDecodingError) -> [String: GeneratedContent] {
    guard case .structure(let members, _) = content.storage else { throw mismatch("an object", content) }
    return members
  }

  func keys(_ content: GeneratedContent) throws(SchemaDecodingError) -> [String] {
    guard case .structure(_, let keys) = content.storage else { throw mismatch("an object", content) }
    return keys
  }

  func elements(_ content: GeneratedContent) throws(SchemaDecodingError) -> [GeneratedContent] {
    guard case .array(let elements) = content.storage else { throw mismatch("an array", content) }
    return elements
  }

  func required(
    _ key: String, in members: [String: GeneratedContent]
  ) throws(SchemaDecodingError) -> GeneratedContent {
    guard let content = members[key] else { throw error(.missing(key)) }
    return content
  }

  func string(_ key: String, _ content: GeneratedContent) throws(SchemaDecodingError) -> String {
    guard case .string(let text) = content.storage else { throw at(key).mismatch("a string", content) }
    return text
  }

  func text(_ key: String, in members: [String: GeneratedContent]) throws(SchemaDecodingError) -> String? {
    guard let content = members[key] else { return nil }
    return try string(key, content)
  }

  func texts(_ key: String, in members: [String: GeneratedContent]) throws(SchemaDecodingError) -> [String] {
    var texts: [String] = []
    for (index, element) in try at(key).elements(required(key, in: members)).enumerated() {
      texts.append(try at(key).string("Index \(index)", element))
    }
    return texts
  }

  func number(_ key: String, in members: [String: GeneratedContent]) throws(SchemaDecodingError) -> JSONNumber? {
    guard let content = members[key] else { return nil }
    guard case .number(let number) = content.storage else { throw at(key).mismatch("a number", content) }
    return number
  }

  func count(_ key: String, in members: [String: GeneratedContent]) throws(SchemaDecodingError) -> Int? {
    guard let number = try number(key, in: members) else { return nil }
    guard let count = number.integer, count >= 0 else {
      throw at(key).error(.unusable("\(number.text.prefix(64)) is no count."))
    }
    return count
  }

  func mismatch(_ expected: String, _ content: GeneratedContent) -> SchemaDecodingError {
    error(.mismatch(expected: expected, found: content.kindName))
  }
}
