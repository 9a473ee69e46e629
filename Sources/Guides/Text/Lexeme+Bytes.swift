/// Bytes of lexemes.
extension Lexeme {
  /// The bytes of quotes and escapes.
  private static let syntax = ByteSet(#""\/bfnrtu0123456789abcdefABCDEF"#.utf8)

  /// Returns the bytes that occur in spellings of an automaton's texts, and possibly some others.
  static func bytes(_ automaton: TextAutomaton, isQuoted: Bool) -> ByteSet {
    let (alphabet, live) = (automaton.alphabet, automaton.liveSymbols)
    var result = isQuoted ? syntax : ByteSet()
    for byte in UInt8(0)..<0x80 where live[Int(alphabet.ascii[Int(byte)])] { result.insert(byte) }
    if alphabet.classes[alphabet.interval(of: 128)...].contains(where: { live[Int($0)] }) {
      for byte in UInt8(0x80) ... .max { result.insert(byte) }
    }
    return result
  }
}
