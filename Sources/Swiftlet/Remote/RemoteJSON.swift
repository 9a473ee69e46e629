import SwiftletJSON

// JSON from servers is read leniently: null counts as absent.

extension JSONValue {
  /// The limits for JSON from servers: those of content, without support for incomplete JSON.
  private static let limits = JSONScanner.Options(
    maximumDepth: ContentJSON.options.maximumDepth, maximumLength: ContentJSON.options.maximumLength)

  /// Parses JSON from a server.
  static func read(_ text: String) throws(JSONError) -> JSONValue { try read(Array(text.utf8), options: limits) }

  /// An integer.
  static func number(_ value: some BinaryInteger) -> JSONValue { .number(JSONNumber(value).text) }

  /// A number, or null if it is not finite.
  static func number(_ value: Double) -> JSONValue {
    let number = JSONNumber(value)
    return number.isFinite ? .number(number.text) : .null
  }

  /// A member of an object; `nil` if it is absent or null, or if this is not an object.
  func member(_ name: String) -> JSONValue? { self[name].flatMap { $0 == .null ? nil : $0 } }

  /// The integer value; `nil` for other values.
  var integer: Int? { if case .number(let text) = self { JSONNumber(literal: text).integer } else { nil } }

  /// True for an object.
  var isObject: Bool { members != nil }

  /// The value as text on one line.
  var text: String { JSONWriter.text(self, layout: .line) }
}
