/// The lines of a file or of standard input, read as they are asked for, in UTF-8 and without a byte-order mark.
struct InputLines {
  private static let lineBreak = UInt8(ascii: "\n")

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
  ///
  /// - Throws: ``FileError`` if the input cannot be read, or the line is too long; the next call goes on behind it.
  mutating func next() throws(FileError) -> [UInt8]? { try nextOrTooLong()?.get() }

  /// Returns the next line without its line break, or the error of one that is too long; nil at the end.
  ///
  /// The bytes of such a line are read to its end, and not kept.
  ///
  /// - Throws: ``FileError`` if the input cannot be read.
  mutating func nextOrTooLong() throws(FileError) -> Result<[UInt8], FileError>? {
    while true {
      if let end = bytes[searched...].firstIndex(of: Self.lineBreak) {
        defer { (start, searched, hasLineBreak) = (end + 1, end + 1, true) }
        return .success(Array(bytes[start..<end]))
      }
      bytes.removeFirst(start)
      base += start
      (start, searched) = (0, bytes.count)
      guard bytes.count <= InputFile.maximumByteCount else {
        try skipLine()
        return .failure(InputFile.tooLong(pieces.name, "bytes in a line"))
      }
      guard let piece = try pieces.next() else {
        guard !bytes.isEmpty else { return nil }
        defer { (start, searched, hasLineBreak) = (bytes.count, bytes.count, false) }
        return .success(bytes)
      }
      bytes += piece
    }
  }

  /// Drops what has been read of a line, and the rest of it.
  private mutating func skipLine() throws(FileError) {
    hasLineBreak = false
    while !hasLineBreak {
      base += bytes.count
      (bytes, start, searched) = ([], 0, 0)
      guard let piece = try pieces.next() else { return }
      bytes = piece
      guard let end = piece.firstIndex(of: Self.lineBreak) else { continue }
      (start, searched, hasLineBreak) = (end + 1, end + 1, true)
    }
  }
}
