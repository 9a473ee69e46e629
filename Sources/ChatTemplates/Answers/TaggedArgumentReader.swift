/// A reader of arguments with a tag for each.
struct TaggedArgumentReader: Sendable {
  private let format: TaggedArguments
  private let kinds: [String: ArgumentKind]
  private var isFirst = true
  private var key: (name: String, kind: ArgumentKind?, space: [UInt8])?

  init(_ format: TaggedArguments, kinds: [String: ArgumentKind]) {
    self.format = format
    self.kinds = kinds
  }

  /// Reads the next bytes, as ``ArgumentReader/read(_:isFinal:in:_:)``.
  mutating func read(
    _ bytes: ArraySlice<UInt8>, in parser: AnswerParser, _ events: inout [AnswerEvent]
  ) throws(AnswerError) -> (consumed: Int, isEnded: Bool) {
    var rest = bytes
    while true {
      if let key {
        guard let (value, end) = Self.find(format.afterValue.trimmed, in: rest) else { break }
        events.append(.arguments(text(of: value, key)))
        rest = rest[end...]
        self.key = nil
      } else {
        switch CallMarker([.text(format.beforeKey.trimmed)]).match(rest.trimmedAtStart) {
        case .matched(let end):
          guard let (name, kind, space, next) = keyEnd(in: rest[end...]) else {
            return (rest.startIndex - bytes.startIndex, false)
          }
          key = (String(decoding: name, as: UTF8.self), kind, space)
          rest = rest[next...]
        case .partial: return (rest.startIndex - bytes.startIndex, false)
        case .mismatch:
          guard !rest.trimmedAtStart.isEmpty else { return (rest.startIndex - bytes.startIndex, false) }
          events.append(.arguments(isFirst ? "{}" : "}"))
          return (rest.startIndex - bytes.startIndex, true)
        }
      }
      guard bytes.endIndex - rest.startIndex <= BracketScanner.maximumLength else { break }
    }
    guard rest.count <= BracketScanner.maximumLength else {
      throw .tooLarge(limit: "\(BracketScanner.maximumLength) bytes")
    }
    return (rest.startIndex - bytes.startIndex, false)
  }

  /// The end of a key, with the kind of the value if the tag determines it.
  private func keyEnd(
    in bytes: ArraySlice<UInt8>
  ) -> (name: ArraySlice<UInt8>, kind: ArgumentKind?, space: [UInt8], next: Int)? {
    let isTyped = format.afterKey != format.afterKeyOfOther
    let ends = [(format.afterKey, ArgumentKind.string), (format.afterKeyOfOther, ArgumentKind.other)]
    let found = ends.prefix(isTyped ? 2 : 1).compactMap { text, kind in
      Self.find(text.trimmed, in: bytes).map { ($0.before, isTyped ? kind : nil, Self.spaceAtEnd(of: text), $0.end) }
    }
    return found.min { $0.0.count < $1.0.count }
  }

  /// The JSON text of an argument, with its separator.
  private mutating func text(
    of value: ArraySlice<UInt8>, _ key: (name: String, kind: ArgumentKind?, space: [UInt8])
  ) -> String {
    var value = value
    // The line breaks of the tags are not part of the value.
    if value.starts(with: key.space) { value = value.dropFirst(key.space.count) }
    let space = Array(format.afterValue.utf8.prefix { $0.isSpace })
    if value.ends(with: space) { value = value.dropLast(space.count) }
    let kind = kinds[key.name] ?? key.kind
    var json = LiteralReader.string(value)
    if kind != .string, let literal = try? LiteralReader.value(value) {
      // For an unknown kind, any valid literal but a quoted string is taken as such.
      json = kind == .other || !literal.utf8.starts(with: "\"".utf8) ? literal : json
    }
    defer { isFirst = false }
    return (isFirst ? "{" : ", ") + LiteralReader.string(key.name.utf8) + ": " + json
  }

  private static func spaceAtEnd(of text: String) -> [UInt8] {
    Array(text.utf8.suffix(text.utf8.count - text.utf8.trimmedAtEnd.count))
  }

  /// The bytes before the first occurrence of a text, and the end of that occurrence.
  private static func find(
    _ text: String, in bytes: ArraySlice<UInt8>
  ) -> (before: ArraySlice<UInt8>, end: Int)? {
    let pattern = Array(text.utf8)
    guard let first = pattern.first, bytes.count >= pattern.count else { return nil }
    for index in bytes.startIndex...bytes.endIndex - pattern.count where bytes[index] == first {
      if bytes[index...].starts(with: pattern) { return (bytes[..<index], index + pattern.count) }
    }
    return nil
  }
}
