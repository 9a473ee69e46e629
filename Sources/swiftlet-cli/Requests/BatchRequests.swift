/// The requests of a batch file, read as they are asked for; blank lines are no requests.
struct BatchRequests {
  private let path: String
  private var lines: InputLines
  private var lineCount = 0
  /// The lines that have been read ahead.
  private var pending: [BatchLine] = []
  /// The form of the first line that has one, in which lines without one are answered.
  private var form: BatchRequest.Form?

  /// The maximum number of lines without a form that are read before the first one with a form.
  private static let maximumPendingCount = 1000

  /// Opens a file, or standard input for `-`.
  init(_ path: String) throws(FileError) { (self.path, lines) = (path, try InputLines(path)) }

  /// The size of the file; `nil` if it is not known.
  var byteCount: Int? { lines.byteCount }

  /// Returns the next request; `nil` at the end.
  ///
  /// - Throws: ``FileError`` if the file cannot be read.
  mutating func next() throws(FileError) -> BatchRequest? {
    guard try hasNext() else { return nil }
    let line = pending.removeFirst()
    return BatchRequest(line, form: line.form ?? form ?? .plain)
  }

  /// Reads until there is a request and the form of those without one is known; returns false at the end.
  mutating func hasNext() throws(FileError) -> Bool {
    while pending.isEmpty || (form == nil && pending.count < Self.maximumPendingCount) {
      guard let text = try lines.nextOrTooLong() else { break }
      lineCount += 1
      if case .success(let text) = text, text.allSatisfy(" \r\t".utf8.contains) { continue }
      let line = BatchLine(text, location: "\(path), line \(lineCount)", end: lines.consumed)
      pending.append(line)
      form = form ?? line.form
    }
    return !pending.isEmpty
  }
}
