/// The state of a line that is being edited, with history and search; a pure function of the keys.
///
/// Enter submits. A backslash before it continues on another line instead, as Alt-Enter does, and pasted text keeps its
/// line ends. Up and Down move between the lines of the text, and beyond them through the history. Ctrl-R searches the
/// history backwards: text narrows the search, Ctrl-R finds an earlier line, Enter submits, Ctrl-G and Escape cancel,
/// and other keys edit the line that was found.
struct LineEditor {
  /// The result of a key.
  enum Result: Equatable {
    /// The text or the cursor may have changed.
    case edited
    /// The text was submitted.
    case submitted(String)
    /// Ctrl-C was pressed in an empty text.
    case interrupted
    /// Ctrl-D was pressed in an empty text.
    case ended
  }

  /// A running search.
  private struct Search {
    var query = ""
    /// The index of the entry that was found.
    var index: Int?
    /// The text before the search.
    var original: String
  }

  /// The text before the cursor.
  private(set) var before = ""
  /// The text after the cursor.
  private(set) var after = ""
  private let entries: [String]
  /// The index in the history; the number of entries for the new text.
  private var index: Int
  /// The new text, while the history is shown.
  private var draft = ""
  private var search: Search?

  /// Creates an empty line.
  ///
  /// - Parameter history: The earlier entries, the oldest first.
  init(history: [String] = []) { (entries, index) = (history, history.count) }

  /// The whole text.
  var text: String { before + after }

  /// The query of a running search; nil if there is none.
  var query: String? { search?.query }

  /// Changes the state by a key.
  mutating func press(_ key: TerminalKey) -> Result {
    if search != nil, let result = pressInSearch(key) { return result }
    switch key {
    case .enter: return submit()
    case .interrupt:
      guard !text.isEmpty else { return .interrupted }
      replace(by: "")
      index = entries.count
    case .endOfInput where text.isEmpty: return .ended
    case .search: search = Search(original: text)
    case .up where !before.contains("\n"): showEntry(index - 1)
    case .down where !after.contains("\n"): showEntry(index + 1)
    default: edit(key)
    }
    return .edited
  }

  private mutating func submit() -> Result {
    if before.hasSuffix("\\"), after.isEmpty {
      before.removeLast()
      before += "\n"
      return .edited
    }
    return .submitted(text)
  }

  private mutating func edit(_ key: TerminalKey) {
    switch key {
    case .text(let new): insert(new)
    case .newline: before += "\n"
    case .backspace: if !before.isEmpty { before.removeLast() }
    case .delete, .endOfInput: if !after.isEmpty { after.removeFirst() }
    case .left: if let last = before.popLast() { after = String(last) + after }
    case .right: if !after.isEmpty { before.append(after.removeFirst()) }
    case .home: moveLeft { $0 != "\n" }
    case .end: moveRight { $0 != "\n" }
    case .wordLeft:
      moveLeft { !$0.isLetter && !$0.isNumber }
      moveLeft { $0.isLetter || $0.isNumber }
    case .wordRight:
      moveRight { !$0.isLetter && !$0.isNumber }
      moveRight { $0.isLetter || $0.isNumber }
    case .deleteWord:
      while before.last?.isWhitespace == true { before.removeLast() }
      while before.last?.isWhitespace == false { before.removeLast() }
    case .deleteToStart: while before.last.map({ $0 != "\n" }) == true { before.removeLast() }
    case .deleteToEnd: while after.first.map({ $0 != "\n" }) == true { after.removeFirst() }
    case .up, .down: moveToLine(isUp: key == .up)
    case .enter, .search, .cancel, .interrupt, .redraw: break
    }
  }
}

// MARK: - Moving and replacing

extension LineEditor {
  /// Inserts text without control characters other than line ends and tabs.
  private mutating func insert(_ new: String) {
    before.unicodeScalars.append(
      contentsOf: new.unicodeScalars.filter {
        $0 == "\n" || $0 == "\t" || $0.properties.generalCategory != .control
      })
  }

  /// Moves the cursor over characters before it that fulfil a condition.
  private mutating func moveLeft(while condition: (Character) -> Bool) {
    let rest = before.reversed().drop(while: condition).count
    after = String(before.dropFirst(rest)) + after
    before = String(before.prefix(rest))
  }

  /// Moves the cursor over characters after it that fulfil a condition.
  private mutating func moveRight(while condition: (Character) -> Bool) {
    // Once: the condition may count.
    let passed = after.prefix(while: condition)
    before += passed
    after = String(after.dropFirst(passed.count))
  }

  /// Moves the cursor to the same column of the line above or below, if there is one.
  private mutating func moveToLine(isUp: Bool) {
    let column = before.reversed().prefix { $0 != "\n" }.count
    if isUp {
      moveLeft { $0 != "\n" }
      guard let end = before.popLast() else { return }
      after = String(end) + after
      moveLeft { $0 != "\n" }
    } else {
      moveRight { $0 != "\n" }
      guard !after.isEmpty else { return }
      before.append(after.removeFirst())
    }
    var passed = 0
    moveRight { character in
      passed += 1
      return character != "\n" && passed <= column
    }
  }

  private mutating func replace(by text: String) { (before, after) = (text, "") }

  /// Shows an entry of the history, or the new text after its end.
  private mutating func showEntry(_ new: Int) {
    guard (0...entries.count).contains(new), new != index else { return }
    if index == entries.count { draft = text }
    index = new
    replace(by: new == entries.count ? draft : entries[new])
  }
}

// MARK: - Search

extension LineEditor {
  /// Changes the running search; nil for a key that ends it and then has its usual effect.
  private mutating func pressInSearch(_ key: TerminalKey) -> Result? {
    guard var current = search else { return nil }
    switch key {
    case .text(let new):
      current.query += new
      find(&current, from: current.index ?? entries.count - 1)
    case .backspace:
      _ = current.query.popLast()
      find(&current, from: entries.count - 1)
    case .search: find(&current, from: (current.index ?? entries.count) - 1)
    case .cancel, .interrupt:
      search = nil
      replace(by: current.original)
      return .edited
    default:
      search = nil
      if let found = current.index { index = found }
      return nil
    }
    search = current
    return .edited
  }

  /// Finds the newest entry up to an index that contains the query, and shows it; keeps the last one if there is none.
  private mutating func find(_ search: inout Search, from start: Int) {
    guard !search.query.isEmpty, start >= 0 else { return }
    guard let found = (0...start).last(where: { entries[$0].contains(search.query) }) else { return }
    search.index = found
    replace(by: entries[found])
  }
}
