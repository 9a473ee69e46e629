#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads the lines of a chat: with an editor on a terminal, else as they come.
///
/// While a line is edited, the terminal is in raw mode (termios) and brackets what is pasted (`ESC [ ? 2004 h`). The
/// editor is drawn on standard error, so that standard output has answers alone.
struct LineReader {
  /// The end of an edited line.
  enum Input: Equatable {
    case line(String)
    case end
    case interrupt
  }

  private var history: LineHistory
  private let edits: Bool
  /// The lines of a pipe or a file; nil while lines are edited.
  private var lines: InputLines?
  /// The bytes that were typed after the last edited line.
  private var ahead: ArraySlice<UInt8> = []
  /// True if Ctrl-C was typed right after the last line, before the terminal could make a signal of it.
  private(set) var wasInterrupted = false

  /// Creates a reader.
  ///
  /// - Parameter keepsHistory: True if the lines of earlier runs are at hand, and this run's are kept.
  init(keepsHistory: Bool) {
    edits = Output.inputIsTerminal && Output.errorIsTerminal && !["", "dumb"].contains(Output.environment("TERM"))
    history = LineHistory(path: keepsHistory && edits ? LineHistory.defaultPath : nil)
  }

  /// Reads the next line.
  mutating func next() throws(FileError) -> Input {
    if edits, let attributes = Self.attributes() {
      let input = edit(attributes)
      if case .line(let line) = input { history.add(line) }
      return input
    }
    if Output.inputIsTerminal { Output.error("> ") }
    if lines == nil { lines = try InputLines("-") }
    guard let line = try lines?.next() else { return .end }
    return .line(String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line[...], as: UTF8.self))
  }

  /// Edits a line in raw mode.
  private mutating func edit(_ attributes: termios) -> Input {
    Self.set(Self.raw(attributes))
    Output.control("\u{1B}[?2004h")
    defer {
      Output.control("\u{1B}[?2004l")
      Self.set(attributes)
    }
    var editor = LineEditor(history: history.entries)
    var decoder = TerminalKeyDecoder()
    var cursorRow = draw(editor, from: 0)
    while true {
      // What comes within some milliseconds after an escape character belongs to it.
      guard let byte = nextByte(timeout: decoder.isEscapePending ? 50 : -1) else {
        guard let key = decoder.endEscape() else { return .end }
        _ = editor.press(key)
        cursorRow = draw(editor, from: cursorRow)
        continue
      }
      guard let key = decoder.decode(byte) else { continue }
      if key == .redraw {
        Output.control("\u{1B}[H\u{1B}[2J")
        cursorRow = 0
      }
      let result = editor.press(key)
      // A burst, such as text without bracketed paste, is drawn once.
      let isBurst = result == .edited && (!ahead.isEmpty || Self.isReady(timeout: 0))
      if !isBurst { cursorRow = draw(editor, from: cursorRow, endsAfter: result != .edited) }
      switch result {
      case .edited: continue
      case .submitted(let text):
        readAhead()
        return .line(text)
      case .interrupted: return .interrupt
      case .ended: return .end
      }
    }
  }

  private mutating func nextByte(timeout: Int32) -> UInt8? { ahead.popFirst() ?? Self.byte(timeout: timeout) }

  /// Reads what was typed after a line, which the terminal would keep as mere bytes when it leaves raw mode.
  ///
  /// As on a terminal in its usual mode, Ctrl-C drops what was typed before it.
  private mutating func readAhead() {
    var bytes = Array(ahead)
    while bytes.count < 1 << 16, Self.isReady(timeout: 0), let byte = Self.byte(timeout: 0) { bytes.append(byte) }
    let interrupt = bytes.lastIndex(of: 0x03)
    wasInterrupted = interrupt != nil
    ahead = bytes[(interrupt.map { $0 + 1 } ?? 0)...]
  }

  /// Draws the editor over its last drawing, and returns the row of the cursor.
  ///
  /// `ESC [ n A` moves up, `ESC [ J` erases the rest of the screen, `ESC [ n C` moves right.
  private func draw(_ editor: LineEditor, from cursorRow: Int, endsAfter: Bool = false) -> Int {
    let screen = LineEditorScreen(editor, width: Self.width)
    var text = (cursorRow > 0 ? "\u{1B}[\(cursorRow)A" : "") + "\r\u{1B}[J"
    text += screen.rows.joined(separator: "\r\n")
    if endsAfter {
      text += "\r\n"
    } else {
      let up = screen.rows.count - 1 - screen.cursor.row
      text += (up > 0 ? "\u{1B}[\(up)A" : "") + "\r"
      text += screen.cursor.column > 0 ? "\u{1B}[\(screen.cursor.column)C" : ""
    }
    Output.control(text)
    return screen.cursor.row
  }
}

// MARK: - The terminal

extension LineReader {
  /// The attributes of the terminal; nil if standard input is none.
  private static func attributes() -> termios? {
    var attributes = termios()
    return unsafe tcgetattr(STDIN_FILENO, &attributes) == 0 ? attributes : nil
  }

  private static func set(_ attributes: termios) {
    var attributes = attributes
    _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &attributes)
  }

  /// The attributes with each byte at once, no echo, and Ctrl-C as a byte; output is processed as before.
  private static func raw(_ attributes: termios) -> termios {
    var attributes = attributes
    attributes.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    attributes.c_iflag &= ~tcflag_t(ICRNL | IXON | INLCR)
    return attributes
  }

  /// The number of columns of the terminal; 80 if it does not say.
  static var width: Int {
    var size = winsize()
    guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Returns true if a byte can be read within a number of milliseconds; -1 waits for ever.
  private static func isReady(timeout: Int32) -> Bool {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while true {
      let count = unsafe poll(&request, 1, timeout)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }

  /// Reads a byte; nil at the end of input, or after a number of milliseconds.
  private static func byte(timeout: Int32) -> UInt8? {
    guard isReady(timeout: timeout) else { return nil }
    var byte: UInt8 = 0
    while true {
      let count = unsafe read(STDIN_FILENO, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      return count == 1 ? byte : nil
    }
  }
}
