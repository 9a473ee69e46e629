/// The only writer of answers: all text of a model reaches standard output here.
///
/// Pipes and files get the text as it is. On a terminal, control characters are escaped, and Markdown is styled if that
/// is asked for.
struct AnswerWriter {
  private var styler: MarkdownStyler?
  private var endsLine = true

  /// Creates a writer.
  ///
  /// - Parameter stylesMarkdown: True if Markdown is styled on a terminal that shows styles.
  init(stylesMarkdown: Bool = false) {
    styler = stylesMarkdown && Output.showsStyles ? MarkdownStyler() : nil
  }

  /// Writes a piece of an answer.
  mutating func write(_ text: String) throws(ClosedOutput) {
    guard let last = text.utf8.last else { return }
    endsLine = last == UInt8(ascii: "\n")
    guard styler != nil else { return try Output.write(text) }
    // Escaped before it is styled: the styles alone are control sequences.
    try Output.write(unescaped: Array((styler?.style(TerminalText.escaped(text)) ?? "").utf8))
  }

  /// Ends the answer: writes what the styler held back, and a line end unless the answer has one.
  mutating func endLine() throws(ClosedOutput) {
    if let rest = styler?.finish(), !rest.isEmpty { try Output.write(unescaped: Array(rest.utf8)) }
    if !endsLine { try Output.write("\n") }
    endsLine = true
  }
}
