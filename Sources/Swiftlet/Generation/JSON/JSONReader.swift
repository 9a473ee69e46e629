import SwiftletJSON

/// Makes content of JSON, or of as much of it as has arrived.
///
/// The order of keys and the text of numbers are kept. Where the text ends early, what is open is closed: a string shows
/// what it has, while keys without values, and numbers and words that could still go on, are left out. Everything that was
/// open says so by ``GeneratedContent/isComplete``. Of several values of one key the last counts, in the place of the
/// first.
struct JSONReader {
  /// How deep arrays and objects may be nested.
  static let maximumDepth = 256
  /// How long a text may be, in bytes of UTF-8.
  ///
  /// An element of two bytes takes some fifty in memory.
  static let maximumLength = 1 << 24

  /// An array or an object whose end is still to come.
  private struct Container {
    var isObject: Bool
    var elements: [GeneratedContent] = []
    var properties: [String: GeneratedContent] = [:]
    var keys: [String] = []
    /// The key whose value is being read.
    var key: String?

    mutating func append(_ value: GeneratedContent) {
      guard isObject else { return elements.append(value) }
      guard let key = key.take() else { return }
      if properties.updateValue(value, forKey: key) == nil { keys.append(key) }
    }

    func content(isComplete: Bool) -> GeneratedContent {
      GeneratedContent(
        isObject ? .structure(properties: properties, keys: keys) : .array(elements), isComplete: isComplete)
    }
  }

  /// The containers around the place that is being read.
  private var open: [Container] = []
  /// The whole value; an incomplete null as long as not even its kind is known.
  private var document = GeneratedContent(.null, isComplete: false)

  /// Reads a text.
  ///
  /// - Parameter text: A JSON text, or the beginning of one.
  /// - Returns: The value. It is an incomplete null if not even the kind of value is known.
  /// - Throws: `JSONError`
  static func read(_ text: String) throws(JSONError) -> GeneratedContent {
    // Before the text is copied.
    guard text.utf8.count <= maximumLength else {
      throw JSONError(offset: maximumLength, problem: .tooLong(limit: maximumLength))
    }
    var scanner = JSONScanner(
      Array(text.utf8), options: .init(maximumDepth: maximumDepth, allowsMissingEnd: true))
    var reader = JSONReader()
    while let event = try scanner.next() { reader.take(event) }
    return reader.document
  }

  private mutating func take(_ event: JSONEvent) {
    switch event {
    case .objectStart: open.append(Container(isObject: true))
    case .arrayStart: open.append(Container(isObject: false))
    case .key(let key): open[open.count - 1].key = key
    case .objectEnd, .arrayEnd: attach(open.removeLast().content(isComplete: true))
    case .string(let text): attach(GeneratedContent(.string(text)))
    case .number(let text): attach(GeneratedContent(.number(JSONNumber(literal: text))))
    case .bool(let value): attach(GeneratedContent(.bool(value)))
    case .null: attach(GeneratedContent(.null))
    case .cut(let text):
      if let text { attach(GeneratedContent(.string(text), isComplete: false)) }
      while let container = open.popLast() { attach(container.content(isComplete: false)) }
    }
  }

  private mutating func attach(_ value: GeneratedContent) {
    if open.isEmpty { document = value } else { open[open.count - 1].append(value) }
  }
}
