/// The lines of a file or of standard input, read as they are asked for, in UTF-8 and without a byte-order mark.
struct InputLines {
  private var pieces: InputPieces
  private var bytes: [UInt8] = []
  // The start of the next line, and the position up to which there is no line break.
  private var start = 0
  private var searched = 0
  /// The number of bytes before ``bytes``.
  private var base = 0

  /// True if the last line had a line break.
  private(set) var hasLineBreak = false

  /// Opens a file, or standard input for `-`.
  init(_ path: String) throws(FileError) { pieces = try InputPieces(path) }

  /// The number of bytes up to the end of the last line.
  var consumed: Int { pieces.markCount + base + start }

  /// The size of a regular file; nil for pipes and devices, and if the text is converted.
  var byteCount: Int? { pieces.byteCount }

  /// Returns the next line without its line break; nil at the end.
  mutating func next() throws(FileError) -> [UInt8]? {
    while true {
      if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { (start, searched, hasLineBreak) = (end + 1, end + 1, true) }
        return Array(bytes[start..<end])
      }
      bytes.removeFirst(start)
      base += start
      (start, searched) = (0, bytes.count)
      guard bytes.count <= InputFile.maximumByteCount else { throw InputFile.tooLong(pieces.name, "bytes in a line") }
      guard let piece = try pieces.next() else {
        guard !bytes.isEmpty else { return nil }
        defer { (start, searched, hasLineBreak) = (bytes.count, bytes.count, false) }
        return bytes
      }
      bytes += piece
    }
  }
}
