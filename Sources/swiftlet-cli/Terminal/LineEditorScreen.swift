/// The rows that a line editor takes on a terminal.
struct LineEditorScreen {
  /// The rows, without line ends, none wider than the terminal.
  private(set) var rows: [String] = []
  /// The row and the column of the cursor.
  private(set) var cursor = (row: 0, column: 0)

  /// Lays out the text of an editor.
  ///
  /// - Parameters:
  ///   - editor: The editor.
  ///   - width: The number of columns of the terminal.
  init(_ editor: LineEditor, width: Int) {
    let width = max(width, 10)
    var row = editor.query.map { "(search) \(Self.line($0)): " } ?? "> "
    var column = Self.columns(of: row)
    func place(_ text: String, in screen: inout LineEditorScreen) {
      for character in text {
        let shown = character == "\t" ? "    " : String(character)
        let size = character == "\n" ? 0 : Self.columns(of: shown)
        if character == "\n" || column + size >= width {
          screen.rows.append(row)
          (row, column) = character == "\n" ? ("… ", 2) : ("", 0)
        }
        if character == "\n" { continue }
        row += shown
        column += size
      }
    }
    place(editor.before, in: &self)
    cursor = (rows.count, column)
    place(editor.after, in: &self)
    rows.append(row)
  }

  /// Text on one line.
  private static func line(_ text: String) -> String { text.replacing("\n", with: " ") }

  /// Returns the beginning of a line that fits into a number of columns.
  static func fitting(_ text: String, width: Int) -> Substring {
    var column = 0
    return text.prefix { character in
      column += columns(of: character)
      return column <= width
    }
  }

  /// The number of columns that text takes.
  static func columns(of text: String) -> Int { text.reduce(0) { $0 + columns(of: $1) } }

  /// The number of columns of a character: two for those of East Asia that are wide, and for emoji.
  ///
  /// Source: Unicode Standard Annex 11, whose wide blocks these ranges cover.
  private static func columns(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
