package import SwiftletJSON

/// Typed access to the members of a JSON object; `null` counts as absent.
package struct JSONFields {
  private let value: JSONValue
  /// The path of the object in its document, such as `messages.0`; empty for the document itself.
  package let path: String

  /// Wraps a value, which must be an object.
  package init(_ value: JSONValue, at path: String = "") throws(FieldError) {
    guard value.members != nil else { throw FieldError(path, "found \(value.excerpt), expected a JSON object") }
    (self.value, self.path) = (value, path)
  }

  /// The path of a member.
  package func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// Throws if the object has members other than `names`.
  package func allowOnly(_ names: [String]) throws(FieldError) {
    guard let unknown = value.members?.first(where: { $0.value != .null && !names.contains($0.name) }) else { return }
    throw FieldError(path, "found \(unknown.name.debugDescription), expected one of \(names.joined(separator: ", "))")
  }

  /// Throws if the object has a member of an older form, with the name of the one that has replaced it.
  package func refuseOlderMembers(_ replacements: KeyValuePairs<String, String>) throws(FieldError) {
    for (name, replacement) in replacements where member(name) != nil {
      throw FieldError(path(of: name), "found OpenAI's older form, expected \(replacement) instead")
    }
  }

  /// Returns a member; `nil` if it is absent or null.
  package func member(_ name: String) -> JSONValue? {
    guard let member = value[name], member != .null else { return nil }
    return member
  }

  package func text(_ name: String) throws(FieldError) -> String? {
    try read(name, "a string") { $0.string }
  }

  /// Returns the first of several members that is there, a string.
  package func text(firstOf names: [String]) throws(FieldError) -> String? {
    for name in names {
      if let text = try text(name) { return text }
    }
    return nil
  }

  package func bool(_ name: String) throws(FieldError) -> Bool? {
    try read(name, "true or false") { $0.bool }
  }

  package func elements(_ name: String) throws(FieldError) -> [JSONValue]? {
    try read(name, "an array") { $0.elements }
  }

  package func fields(_ name: String) throws(FieldError) -> JSONFields? {
    guard let member = member(name) else { return nil }
    return try JSONFields(member, at: path(of: name))
  }

  package func integer(_ name: String, in range: ClosedRange<Int>) throws(FieldError) -> Int? {
    let upper = range.upperBound == .max ? "" : " to \(range.upperBound)"
    return try read(name, "an integer from \(range.lowerBound)\(upper)") { value in
      guard let integer = value.integer, range.contains(integer) else { return nil }
      return integer
    }
  }

  /// Returns a member that is a string or an array of strings.
  package func texts(_ name: String) throws(FieldError) -> [String]? {
    try read(name, "a string or an array of strings") { value in
      if let text = value.string { return [text] }
      guard let elements = value.elements else { return nil }
      let texts = elements.compactMap(\.string)
      return texts.count == elements.count ? texts : nil
    }
  }

  private func read<Value>(
    _ name: String, _ expected: String, _ read: (JSONValue) -> Value?
  ) throws(FieldError) -> Value? {
    guard let member = member(name) else { return nil }
    guard let value = read(member) else {
      throw FieldError(path(of: name), "found \(member.excerpt), expected \(expected)")
    }
    return value
  }
}

extension JSONValue {
  /// The beginning of the value's text, for errors.
  package var excerpt: String { String(JSONWriter.text(self, layout: .line).prefix(40)) }

  /// The value as an integer; `nil` if it is another number or no number.
  package var integer: Int? { if case .number(let text) = self { JSONNumber(literal: text).integer } else { nil } }
}
