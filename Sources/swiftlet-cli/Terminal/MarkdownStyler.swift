/// Light styling of Markdown for terminals, on a stream of text.
///
/// Styles are added to the text, and no character of it is removed: without the escape sequences, the output is the
/// input, so that text which only looks like Markdown is shown in full. Headings and strong text are bold, emphasis is
/// italic, code is cyan, and the markers themselves are dim. A style ends with its line at the latest, except fenced
/// code.
struct MarkdownStyler {
  /// A combination of styles, as parameters of the escape sequence SGR (`ESC [ … m`, ECMA-48).
  private struct Style: Equatable {
    var isBold = false
    var isItalic = false
    var isCode = false
    var isDim = false

    var sequence: String {
      let codes = [(isBold, "1"), (isDim, "2"), (isItalic, "3"), (isCode, "36")].filter(\.0).map(\.1)
      return "\u{1B}[" + (["0"] + codes).joined(separator: ";") + "m"
    }
  }

  private var output = ""
  private var shown = Style()
  private var isBold = false
  private var isItalic = false
  private var isHeading = false
  private var isFenceLine = false
  private var isInFence = false
  /// The length of the run of backticks that opened inline code; 0 outside of it.
  private var codeLength = 0
  /// A run of one marker character, which the character after it explains.
  private var run: (marker: Character, count: Int)?
  private var isLineStart = true
  private var previous: Character = "\n"

  /// Returns the styled text of a piece of the stream; a run of markers at its end is held back.
  mutating func style(_ text: String) -> String {
    for character in text { add(character) }
    defer { output = "" }
    return output
  }

  /// Returns what was held back, and the end of all styles.
  mutating func finish() -> String {
    resolveRun(before: "\n")
    show(Style())
    defer { self = MarkdownStyler() }
    return output
  }

  private mutating func add(_ character: Character) {
    if let (marker, count) = run, marker == character {
      run = (marker, count + 1)
      return
    }
    resolveRun(before: character)
    if character.isNewline { return endLine(character) }
    if character == "`" || (!isInFence && codeLength == 0 && (character == "*" || character == "#" && isLineStart)) {
      run = (character, 1)
      return
    }
    emit(character)
  }

  /// Gives a run of markers its meaning, and emits it.
  private mutating func resolveRun(before next: Character) {
    guard let (marker, count) = run else { return }
    run = nil
    let text = String(repeating: marker, count: count)
    switch marker {
    case "`" where count >= 3 && isLineStart:
      (isInFence, isFenceLine) = (!isInFence, true)
      emit(text, isMarker: true)
    case "`" where isInFence: emit(text)
    case "`" where codeLength == 0:
      codeLength = count
      emit(text, isMarker: true)
    case "`" where codeLength == count:
      emit(text, isMarker: true)
      codeLength = 0
    case "#" where count <= 6 && next == " ":
      isHeading = true
      emit(text, isMarker: true)
    case "*" where count <= 3 && !(count == 1 && isLineStart && next == " "): resolveEmphasis(text, before: next)
    default: emit(text)
    }
  }

  /// Begins or ends emphasis: it begins before and ends after a character that is no space.
  private mutating func resolveEmphasis(_ text: String, before next: Character) {
    let (changesItalic, changesBold) = (text.count != 2, text.count >= 2)
    let isOpen = (!changesItalic || isItalic) && (!changesBold || isBold)
    let mayClose = isOpen && !previous.isWhitespace
    let mayOpen = !isOpen && !next.isWhitespace && !(changesItalic && isItalic) && !(changesBold && isBold)
    emit(text, isMarker: mayClose || mayOpen)
    guard mayClose || mayOpen else { return }
    if changesItalic { isItalic = mayOpen }
    if changesBold { isBold = mayOpen }
  }

  private mutating func endLine(_ character: Character) {
    (isBold, isItalic, isHeading, isFenceLine, codeLength) = (false, false, false, false, 0)
    show(Style())
    output.append(character)
    (isLineStart, previous) = (true, character)
  }

  private mutating func emit(_ text: String, isMarker: Bool = false) {
    var style = Style(
      isBold: isBold || isHeading, isItalic: isItalic, isCode: (isInFence || codeLength > 0) && !isFenceLine)
    if isMarker || isFenceLine { style = Style(isDim: true) }
    show(style)
    output += text
    isLineStart = isLineStart && text.allSatisfy(\.isWhitespace)
    previous = text.last ?? previous
  }

  private mutating func emit(_ character: Character) { emit(String(character)) }

  private mutating func show(_ style: Style) {
    guard style != shown else { return }
    output += style.sequence
    shown = style
  }
}
