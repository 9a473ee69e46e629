#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file or standard input.
final class InputSource {
  /// The path, or `standard input`.
  let name: String
  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Opens a file, or standard input for `-`.
  init(_ path: String) throws(FileError) {
    (name, descriptor) =
      InputFile.standardInput.contains(path)
      ? ("standard input", STDIN_FILENO) : (path, unsafe open(path, O_RDONLY | O_CLOEXEC))
    guard descriptor >= 0 else { throw failure() }
  }

  deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

  /// Appends what can be read next; returns false at the end.
  func read(into bytes: inout [UInt8]) throws(FileError) -> Bool {
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe systemRead(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure() }
      bytes.append(contentsOf: buffer[..<count])
      return count > 0
    }
  }

  /// The size of a regular file; nil for pipes and devices.
  var byteCount: Int? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  private func failure() -> FileError { FileError(name, unsafe String(cString: strerror(errno))) }
}

/// The lines of a file or of standard input, read as they are asked for, in UTF-8 and without a byte-order mark.
struct InputLines {
  private let input: InputSource
  private var bytes: [UInt8] = []
  // The start of the next line, and the position up to which there is no line break.
  private var start = 0
  private var searched = 0
  /// The number of bytes before ``bytes``.
  private var base = 0
  private var isAtEnd = false
  private var hasRead = false
  private var converter: UTF16Converter?

  /// True if the last line had a line break.
  private(set) var hasLineBreak = false

  /// Opens a file, or standard input for `-`.
  init(_ path: String) throws(FileError) { input = try InputSource(path) }

  /// The number of bytes up to the end of the last line.
  var consumed: Int { base + start }

  /// The size of a regular file; nil for pipes and devices, and if the text is converted.
  var byteCount: Int? { converter == nil ? input.byteCount : nil }

  /// Returns the next line without its line break; nil at the end.
  mutating func next() throws(FileError) -> [UInt8]? {
    while true {
      if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { (start, searched, hasLineBreak) = (end + 1, end + 1, true) }
        return Array(bytes[start..<end])
      }
      if isAtEnd {
        guard start < bytes.count else { return nil }
        defer { (start, searched, hasLineBreak) = (bytes.count, bytes.count, false) }
        return Array(bytes[start...])
      }
      bytes.removeFirst(start)
      base += start
      (start, searched) = (0, bytes.count)
      guard bytes.count <= InputFile.maximumByteCount else { throw InputFile.tooLong(input.name, "bytes in a line") }
      if hasRead { try read() } else { try readBeginning() }
    }
  }

  /// Reads the first piece, with the whole mark if there is one.
  private mutating func readBeginning() throws(FileError) {
    hasRead = true
    let marks = [InputFile.byteOrderMark, [0xFE, 0xFF], [0xFF, 0xFE]]
    var piece: [UInt8] = []
    repeat {
      isAtEnd = try !input.read(into: &piece)
    } while !isAtEnd && marks.contains(where: { $0.count > piece.count && $0.starts(with: piece) })
    if piece.starts(with: InputFile.byteOrderMark) { start = InputFile.byteOrderMark.count }
    converter = UTF16Converter(markOf: piece)
    if converter != nil { piece.removeFirst(UTF16Converter.markCount) }
    append(piece)
    searched = start
  }

  private mutating func read() throws(FileError) {
    guard converter != nil else {
      isAtEnd = try !input.read(into: &bytes)
      return
    }
    var piece: [UInt8] = []
    isAtEnd = try !input.read(into: &piece)
    append(piece)
  }

  /// Appends a piece in UTF-8; what is no UTF-16 where that is expected stays no UTF-8, and fails as text.
  private mutating func append(_ piece: [UInt8]) {
    bytes += converter?.convert(piece) ?? piece
    if isAtEnd, converter?.isComplete == false { bytes.append(0xFF) }
  }
}

// The methods above hide the C function of the same name.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, bytes, count)
}
