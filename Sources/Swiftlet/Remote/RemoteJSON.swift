import SwiftletJSON

// What servers send is read with tolerance: what is null counts as absent.

extension JSONValue {
  /// The limits of what servers send: those of content, but for an end that is missing.
  private static let limits = JSONScanner.Options(
    maximumDepth: ContentJSON.options.maximumDepth, maximumLength: ContentJSON.options.maximumLength)

  /// Reads what a server sent.
  static func read(_ text: String) throws(JSONError) -> JSONValue { try read(Array(text.utf8), options: limits) }

  /// An integer.
  static func number(_ value: some BinaryInteger) -> JSONValue { .number(JSONNumber(value).text) }

  /// A number, or null for what JSON cannot write.
  static func number(_ value: Double) -> JSONValue {
    let number = JSONNumber(value)
    return number.isFinite ? .number(number.text) : .null
  }

  /// A member of an object, or `nil` if it is absent or null, or if this is no object.
  func member(_ name: String) -> JSONValue? { self[name].flatMap { $0 == .null ? nil : $0 } }

  /// The integer that this is, if it is one.
  var integer: Int? { if case .number(let text) = self { JSONNumber(literal: text).integer } else { nil } }

  /// True for an object.
  var isObject: Bool { members != nil }

  /// The value as text on one line.
  var text: String { JSONWriter.text(self, layout: .line) }
}
