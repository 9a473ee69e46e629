import SwiftletJSON

/// The members of an object in a file, each with the type that it has to have.
struct JSONFields {
  private let value: JSONValue
  /// The object's place, for errors.
  let place: String

  /// Takes a value that has to be an object.
  ///
  /// - Throws: ``FileError``
  init(_ value: JSONValue, place: String) throws(FileError) {
    guard value.members != nil else { throw FileError(place, "expected a JSON object") }
    (self.value, self.place) = (value, place)
  }

  /// Refuses members that nobody reads.
  func allowOnly(_ names: [String]) throws(FileError) {
    guard let unknown = value.members?.first(where: { !names.contains($0.name) }) else { return }
    throw FileError(place, "found \(unknown.name.debugDescription), expected one of \(names.joined(separator: ", "))")
  }

  /// A member, unless it is absent or null.
  func member(_ name: String) -> JSONValue? {
    guard let member = value[name], member != .null else { return nil }
    return member
  }

  func text(_ name: String) throws(FileError) -> String? {
    try read(name, "a string") { $0.string }
  }

  func truth(_ name: String) throws(FileError) -> Bool? {
    try read(name, "true or false") { $0.bool }
  }

  func elements(_ name: String) throws(FileError) -> [JSONValue]? {
    try read(name, "an array") { $0.elements }
  }

  func fields(_ name: String) throws(FileError) -> JSONFields? {
    guard let member = member(name) else { return nil }
    return try JSONFields(member, place: "\(place), \(name)")
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

  /// A text, or a list of texts.
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
      throw FileError(place, "\(name): found \(found), expected \(expected)")
    }
    return value
  }
}

/// JSON in files.
enum JSONFile {
  /// The value that a text is.
  static func value(_ text: [UInt8], place: String) throws(FileError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue.read(text, options: .init(replacesLoneSurrogates: true))
    } catch {
      throw FileError(place, "not JSON at byte \(error.offset): \(error.reason)")
    }
  }

  /// The elements of the array in a file.
  static func elements(_ path: String) throws(FileError) -> [JSONValue] {
    guard let elements = try value(InputFile.bytes(path), place: path).elements else {
      throw FileError(path, "expected a JSON array")
    }
    return elements
  }
}
