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

  private func failure() -> FileError { FileError(name, unsafe String(cString: strerror(errno))) }
}

/// The lines of a file or of standard input, read as they are asked for, without a byte-order mark.
struct InputLines {
  private let input: InputSource
  private var bytes: [UInt8] = []
  // The start of the next line, and the position up to which there is no line break.
  private var start = 0
  private var searched = 0
  private var isAtEnd = false
  private var hasRead = false

  /// Opens a file, or standard input for `-`.
  init(_ path: String) throws(FileError) { input = try InputSource(path) }

  /// Returns the next line without its line break; nil at the end.
  mutating func next() throws(FileError) -> [UInt8]? {
    while true {
      if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { (start, searched) = (end + 1, end + 1) }
        return Array(bytes[start..<end])
      }
      if isAtEnd {
        guard start < bytes.count else { return nil }
        defer { (start, searched) = (bytes.count, bytes.count) }
        return Array(bytes[start...])
      }
      bytes.removeFirst(start)
      (start, searched) = (0, bytes.count)
      guard bytes.count <= InputFile.maximumByteCount else { throw InputFile.tooLong(input.name, "bytes in a line") }
      let isFirst = bytes.isEmpty && !hasRead
      isAtEnd = try !input.read(into: &bytes)
      hasRead = true
      if isFirst, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    }
  }
}

// The methods above hide the C function of the same name.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, bytes, count)
}
