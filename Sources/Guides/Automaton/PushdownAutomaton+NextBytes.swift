/// Bytes that may follow large states.
///
/// Without them, each of the many bytes that no configuration allows would be tried with all configurations.
extension PushdownAutomaton {
  /// The number of configurations from which the bytes of a state are found first.
  private static let minimumCount = 16
  private static let delimiters = ByteSet(",]} \n\r\t".utf8)
  private static let blanks = ByteSet(" \n\r\t".utf8)
  private static let every = ByteSet(UInt8.min ... .max)

  /// Returns false if a state is large and none of its configurations allows a byte; true in doubt.
  mutating func mayStep(_ state: Int32, _ byte: UInt8) -> Bool {
    guard states[Int(state)].count >= Self.minimumCount else { return true }
    if let known = nextBytes[state] { return known.contains(byte) }
    var bytes = ByteSet()
    for number in states[Int(state)] {
      let configuration = configurations[Int(number)]
      if configuration.spaces > 0 { bytes.formUnion(Self.blanks) }
      if case .firstElement = configuration.position { bytes.insert(UInt8(ascii: "]")) }
    }
    // Values and elements are replaced by their beginnings before a letter.
    for configuration in members(of: state, before: UInt8(ascii: "a")) { add(bytesAfter: configuration, to: &bytes) }
    nextBytes[state] = bytes
    return bytes.contains(byte)
  }

  private func add(bytesAfter configuration: Configuration, to bytes: inout ByteSet) {
    switch configuration.position {
    case .value, .element, .firstElement: bytes.formUnion(Self.every)
    case .lexeme(let number, let state):
      let lexeme = grammar.lexemes[Int(number)]
      if state.partial == TextDecoder.unopened { return bytes.insert(UInt8(ascii: "\"")) }
      bytes.formUnion(lexeme.bytes)
      guard !lexeme.decoder.isQuoted, lexeme.accepts(state) else { return }
      let top = Int(configuration.stack)
      bytes.formUnion(top > 0 && frames[top].kind == .sequence ? Self.every : Self.delimiters)
    case .openObject: bytes.insert(UInt8(ascii: "{"))
    case .openArray: bytes.insert(UInt8(ascii: "["))
    case .colon: bytes.insert(UInt8(ascii: ":"))
    case .after: bytes.formUnion(Self.delimiters)
    case .firstKey:
      bytes.insert(UInt8(ascii: "\""))
      bytes.insert(UInt8(ascii: "}"))
    case .key(_, _, let state):
      if state.partial == TextDecoder.unopened { bytes.insert(UInt8(ascii: "\"")) } else { bytes.formUnion(Self.every) }
    }
  }
}
