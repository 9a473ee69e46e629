/// Text without anything that a terminal would interpret, such as colours and movements of the cursor.
enum TerminalText {
  /// Escapes control characters, as in string literals; line feeds and tabs stay, and a carriage return before a line
  /// feed.
  static func escaped(_ text: String) -> String { escaped(text, keepsLines: true) }

  /// Escapes control characters, including line feeds and tabs, so that a name or a message stays on its line.
  static func line(_ text: String) -> String { escaped(text, keepsLines: false) }

  private static func escaped(_ text: String, keepsLines: Bool) -> String {
    // The second byte of a control character beyond ASCII is at most 9F, after C2.
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let isKept =
        switch scalar {
        case "\n", "\t": keepsLines
        case "\r": keepsLines && rest.first == "\n"
        default: scalar.properties.generalCategory != .control
        }
      if isKept {
        result.append(scalar)
      } else {
        result.append(contentsOf: scalar.escaped(asASCII: true).unicodeScalars)
      }
    }
    return String(result)
  }
}
