import SwiftletJSON

/// Typed access to the members of a JSON object in a file.
struct JSONFields {
  private let value: JSONValue
  /// The location of the object, for errors.
  let location: String

  /// Wraps a value, which must be an object.
  ///
  /// - Throws: ``FileError``
  init(_ value: JSONValue, location: String) throws(FileError) {
    guard value.members != nil else { throw FileError(location, "expected a JSON object") }
    (self.value, self.location) = (value, location)
  }

  /// Throws if the object has members other than `names`.
  func allowOnly(_ names: [String]) throws(FileError) {
    guard let unknown = value.members?.first(where: { !names.contains($0.name) }) else { return }
    throw FileError(
      location, "found \(unknown.name.debugDescription), expected one of \(names.joined(separator: ", "))")
  }

  /// Returns a member; `nil` if it is absent or null.
  func member(_ name: String) -> JSONValue? {
    guard let member = value[name], member != .null else { return nil }
    return member
  }

  func text(_ name: String) throws(FileError) -> String? {
    try read(name, "a string") { $0.string }
  }

  func bool(_ name: String) throws(FileError) -> Bool? {
    try read(name, "true or false") { $0.bool }
  }

  func elements(_ name: String) throws(FileError) -> [JSONValue]? {
    try read(name, "an array") { $0.elements }
  }

  func fields(_ name: String) throws(FileError) -> JSONFields? {
    guard let member = member(name) else { return nil }
    return try JSONFields(member, location: "\(location), \(name)")
  }

  func integer(_ name: String, in range: ClosedRange<Int>) throws(FileError) -> Int? {
    let upper = range.upperBound == .max ? "" : " to \(range.upperBound)"
    return try read(name, "an integer from \(range.lowerBound)\(upper)") { value in
      guard case .number(let text) = value, let number = Double(text), let integer = Int(text) ?? Int(exactly: number),
        range.contains(integer)
      else { return nil }
      return integer
    }
  }

  /// Returns a member that is a string or an array of strings.
  func texts(_ name: String) throws(FileError) -> [String]? {
    try read(name, "a string or an array of strings") { value in
      if let text = value.string { return [text] }
      guard let elements = value.elements else { return nil }
      let texts = elements.compactMap(\.string)
      return texts.count == elements.count ? texts : nil
    }
  }

  private func read<Value>(
    _ name: String, _ expected: String, _ read: (JSONValue) -> Value?
  ) throws(FileError) -> Value? {
    guard let member = member(name) else { return nil }
    guard let value = read(member) else {
      let found = JSONWriter.text(member, layout: .line).prefix(40)
      throw FileError(location, "\(name): found \(found), expected \(expected)")
    }
    return value
  }
}

/// Access to files in JSON.
enum JSONFile {
  /// Parses a JSON text.
  static func value(_ text: [UInt8], location: String) throws(FileError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue.read(text, options: .init(replacesLoneSurrogates: true))
    } catch {
      throw FileError(location, "not JSON at byte \(error.offset): \(error.reason)")
    }
  }

  /// Parses a file that contains a JSON array, and returns its elements.
  static func elements(_ path: String) throws(FileError) -> [JSONValue] {
    guard let elements = try value(InputFile.bytes(path), location: path).elements else {
      throw FileError(path, "expected a JSON array")
    }
    return elements
  }
}
