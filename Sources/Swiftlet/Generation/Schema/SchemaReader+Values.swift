import SwiftletJSON

// The values of a schema's keys, each with the type that it has to have.

extension SchemaReader {
  func at(_ key: String) -> SchemaReader {
    var reader = self
    reader.path.append(key)
    return reader
  }

  func error(_ problem: SchemaReadingError.Problem) -> SchemaReadingError {
    SchemaReadingError(path: path, problem: problem)
  }

  func members(_ content: GeneratedContent) throws(SchemaReadingError) -> [String: GeneratedContent] {
    guard case .structure(let members, _) = content.storage else { throw mismatch("an object", content) }
    return members
  }

  func keys(_ content: GeneratedContent) throws(SchemaReadingError) -> [String] {
    guard case .structure(_, let keys) = content.storage else { throw mismatch("an object", content) }
    return keys
  }

  func elements(_ content: GeneratedContent) throws(SchemaReadingError) -> [GeneratedContent] {
    guard case .array(let elements) = content.storage else { throw mismatch("an array", content) }
    return elements
  }

  func required(
    _ key: String, in members: [String: GeneratedContent]
  ) throws(SchemaReadingError) -> GeneratedContent {
    guard let content = members[key] else { throw error(.missing(key)) }
    return content
  }

  func string(_ key: String, _ content: GeneratedContent) throws(SchemaReadingError) -> String {
    guard case .string(let text) = content.storage else { throw at(key).mismatch("a string", content) }
    return text
  }

  func text(_ key: String, in members: [String: GeneratedContent]) throws(SchemaReadingError) -> String? {
    guard let content = members[key] else { return nil }
    return try string(key, content)
  }

  func texts(_ key: String, in members: [String: GeneratedContent]) throws(SchemaReadingError) -> [String] {
    var texts: [String] = []
    for (index, element) in try at(key).elements(required(key, in: members)).enumerated() {
      texts.append(try at(key).string("Index \(index)", element))
    }
    return texts
  }

  func number(_ key: String, in members: [String: GeneratedContent]) throws(SchemaReadingError) -> JSONNumber? {
    guard let content = members[key] else { return nil }
    guard case .number(let number) = content.storage else { throw at(key).mismatch("a number", content) }
    return number
  }

  func count(_ key: String, in members: [String: GeneratedContent]) throws(SchemaReadingError) -> Int? {
    guard let number = try number(key, in: members) else { return nil }
    guard let count = number.integer, count >= 0 else {
      throw at(key).error(.unusable("\(number.text.prefix(64)) is no count."))
    }
    return count
  }

  func mismatch(_ expected: String, _ content: GeneratedContent) -> SchemaReadingError {
    error(.mismatch(expected: expected, found: content.kindName))
  }
}
