/// A key that was pressed on a terminal, or text that was pasted.
enum TerminalKey: Equatable {
  case text(String)
  case enter, newline, backspace, delete
  case left, right, up, down, home, end, wordLeft, wordRight
  case deleteWord, deleteToStart, deleteToEnd
  case search, cancel, interrupt, endOfInput, redraw
}

/// Decodes the bytes of a terminal into keys.
///
/// The sequences are those of ECMA-48 and xterm: `ESC [` with parameters and a final letter, `ESC O` and a letter,
/// `ESC` and a key for that key with Alt, and `ESC [ 200 ~` … `ESC [ 201 ~` around pasted text (bracketed paste).
struct TerminalKeyDecoder {
  private enum State {
    case plain
    case escape
    case sequence([UInt8])
    case letter
    case paste
  }

  private var state = State.plain
  private var pasted: [UInt8] = []
  private var character: [UInt8] = []
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// True if a lone escape character has been read, which is a key of its own if nothing follows.
  var isEscapePending: Bool { if case .escape = state { true } else { false } }

  /// Decodes a byte; returns the key that it completes.
  mutating func decode(_ byte: UInt8) -> TerminalKey? {
    switch state {
    case .plain: return plain(byte)
    case .escape: return afterEscape(byte)
    case .letter:
      state = .plain
      return Self.key(final: byte, parameters: [])
    case .sequence(let parameters):
      guard (0x40...0x7E).contains(byte) else {
        // A sequence of this length is none.
        state = parameters.count < 32 ? .sequence(parameters + [byte]) : .plain
        return nil
      }
      state = .plain
      if byte == UInt8(ascii: "~"), parameters == Array("200".utf8) {
        state = .paste
        return nil
      }
      return Self.key(final: byte, parameters: parameters)
    case .paste:
      pasted.append(byte)
      guard pasted.suffix(Self.pasteEnd.count).elementsEqual(Self.pasteEnd) else { return nil }
      defer { (state, pasted) = (.plain, []) }
      let text = String(decoding: pasted.dropLast(Self.pasteEnd.count), as: UTF8.self)
      // Terminals send a carriage return for each line end of pasted text.
      return .text(text.replacing("\r\n", with: "\n").replacing("\r", with: "\n"))
    }
  }

  /// Ends a lone escape character, which cancels.
  mutating func endEscape() -> TerminalKey? {
    guard isEscapePending else { return nil }
    state = .plain
    return .cancel
  }

  private mutating func plain(_ byte: UInt8) -> TerminalKey? {
    if !character.isEmpty || byte >= 0x80 { return continueCharacter(byte) }
    switch byte {
    case 0x1B:
      state = .escape
      return nil
    case 0x0D, 0x0A: return .enter
    case 0x7F, 0x08: return .backspace
    case 0x01: return .home
    case 0x02: return .left
    case 0x03: return .interrupt
    case 0x04: return .endOfInput
    case 0x05: return .end
    case 0x06: return .right
    case 0x07: return .cancel
    case 0x0B: return .deleteToEnd
    case 0x0C: return .redraw
    case 0x0E: return .down
    case 0x10: return .up
    case 0x12: return .search
    case 0x15: return .deleteToStart
    case 0x17: return .deleteWord
    case 0x09: return .text("\t")
    case 0x20...0x7E: return .text(String(decoding: [byte], as: UTF8.self))
    default: return nil
    }
  }

  /// Collects the bytes of a character beyond ASCII.
  private mutating func continueCharacter(_ byte: UInt8) -> TerminalKey? {
    if !character.isEmpty, !(0x80...0xBF).contains(byte) {
      // The character is incomplete, so it is dropped, and the byte begins anew.
      character = []
      return plain(byte)
    }
    character.append(byte)
    let length = character[0] >= 0xF0 ? 4 : character[0] >= 0xE0 ? 3 : 2
    guard character.count == length else { return nil }
    defer { character = [] }
    return String(validating: character, as: UTF8.self).map { .text($0) }
  }

  private mutating func afterEscape(_ byte: UInt8) -> TerminalKey? {
    state = .plain
    switch byte {
    case UInt8(ascii: "["): state = .sequence([])
    case UInt8(ascii: "O"): state = .letter
    case 0x1B: state = .escape
    case 0x0D, 0x0A: return .newline
    case 0x7F, 0x08: return .deleteWord
    case UInt8(ascii: "b"): return .wordLeft
    case UInt8(ascii: "f"): return .wordRight
    default: break
    }
    return nil
  }

  private static func key(final: UInt8, parameters: [UInt8]) -> TerminalKey? {
    let numbers = parameters.split(separator: UInt8(ascii: ";")).map { String(decoding: $0, as: UTF8.self) }
    // The second parameter is 1 and the sum of 1 for Shift, 2 for Alt and 4 for Control.
    let isModified = numbers.count > 1 && numbers[1] != "2"
    switch final {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return isModified ? .wordRight : .right
    case UInt8(ascii: "D"): return isModified ? .wordLeft : .left
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "~"):
      switch numbers.first {
      case "1", "7": return .home
      case "4", "8": return .end
      case "3": return .delete
      default: return nil
      }
    default: return nil
    }
  }
}
