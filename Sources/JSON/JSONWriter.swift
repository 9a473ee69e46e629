/// A serialiser of values as JSON, with strings escaped as by ``JSONString``.
public struct JSONWriter {
  /// The white space of the output.
  public enum Layout: Sendable {
    /// One line without white space.
    case compact
    /// One line with a space after each comma and colon.
    case line
    /// One line for each member and element, with sorted keys.
    case indented
  }

  @usableFromInline let layout: Layout
  @usableFromInline var text: [UInt8] = []
  @usableFromInline var depth = 0

  @usableFromInline
  init(layout: Layout) {
    self.layout = layout
  }

  /// Serialises a value of any type.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - decomposer: The decomposition of the value into JSON parts.
  ///   - layout: The white space. Members keep their order, unless the layout sorts them.
  /// - Returns: JSON text in UTF-8.
  @inlinable
  public static func bytes<Decomposer: JSONDecomposer>(
    _ value: Decomposer.Value, by decomposer: Decomposer.Type, layout: Layout
  ) -> [UInt8] {
    var writer = JSONWriter(layout: layout)
    writer.write(value, by: decomposer)
    return writer.text
  }

  /// Serialises a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - layout: The white space.
  /// - Returns: JSON text in UTF-8.
  public static func bytes(_ value: JSONValue, layout: Layout = .compact) -> [UInt8] {
    bytes(value, by: JSONValue.self, layout: layout)
  }

  /// Serialises a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - layout: The white space.
  /// - Returns: JSON text.
  public static func text(_ value: JSONValue, layout: Layout = .compact) -> String {
    String(decoding: bytes(value, layout: layout), as: UTF8.self)
  }

  @inlinable
  mutating func write<Decomposer: JSONDecomposer>(_ value: Decomposer.Value, by decomposer: Decomposer.Type) {
    switch decomposer.parts(of: value) {
    case .null: text += "null".utf8
    case .bool(let value): text += (value ? "true" : "false").utf8
    case .number(let number): text += number.utf8
    case .string(let string): JSONString.append(quoted: string.utf8, to: &text)
    case .array(let elements):
      open("[")
      for (index, element) in elements.enumerated() {
        separate(isFirst: index == 0)
        write(element, by: decomposer)
      }
      close("]", isEmpty: elements.isEmpty)
    case .object(let members):
      open("{")
      for (index, member) in (layout == .indented ? members.sorted { $0.name < $1.name } : members).enumerated() {
        separate(isFirst: index == 0)
        JSONString.append(quoted: member.name.utf8, to: &text)
        text += colon.utf8
        write(member.value, by: decomposer)
      }
      close("}", isEmpty: members.isEmpty)
    }
  }

  @usableFromInline
  var colon: String {
    switch layout {
    case .compact: ":"
    case .line: ": "
    case .indented: " : "
    }
  }

  @usableFromInline
  mutating func open(_ bracket: Unicode.Scalar) {
    text.append(UInt8(ascii: bracket))
    depth += 1
  }

  @usableFromInline
  mutating func close(_ bracket: Unicode.Scalar, isEmpty: Bool) {
    depth -= 1
    if !isEmpty { breakLine() }
    text.append(UInt8(ascii: bracket))
  }

  @usableFromInline
  mutating func separate(isFirst: Bool) {
    if !isFirst { text += (layout == .line ? ", " : ",").utf8 }
    breakLine()
  }

  private mutating func breakLine() {
    guard layout == .indented else { return }
    text.append(UInt8(ascii: "\n"))
    text += repeatElement(UInt8(ascii: " "), count: 2 * depth)
  }
}
