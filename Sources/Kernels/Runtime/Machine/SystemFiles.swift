#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The text files in which Linux describes itself, such as `/proc/meminfo`, below a root folder.
///
/// Files that are missing or malformed read as nil: containers hide many of them, and some have no `/proc` at all.
struct SystemFiles: Sendable {
  /// The path of the root folder without a slash at its end; empty for the root of this system.
  let root: String

  /// The files of this system.
  static let current = SystemFiles(root: "")

  /// The maximum number of bytes that are read of a file; the longest here are lists of mounts.
  private static let maximumByteCount = 1 << 18

  /// Returns the contents of a file, whose path begins with a slash.
  func text(_ path: String) -> String? {
    // Without O_NONBLOCK, opening a named pipe would block.
    let descriptor = unsafe open(root + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var bytes: [UInt8] = []
    // The kernel's files have no size, and are read piece by piece.
    return unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      while bytes.count < Self.maximumByteCount {
        let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0 { return nil }
        if count == 0 { break }
        unsafe bytes.append(contentsOf: buffer[..<count])
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Returns the lines of a file; none if it is missing.
  func lines(_ path: String) -> [Substring] { text(path)?.split(separator: "\n") ?? [] }

  /// Returns the words of a file's first line; none if it is missing.
  func words(_ path: String) -> [Substring] { lines(path).first?.split(whereSeparator: \.isWhitespace) ?? [] }

  /// Returns the integer that a file begins with.
  func integer(_ path: String) -> Int? { words(path).first.flatMap { Int($0) } }

  /// Returns the text behind a key at the beginning of a line, without blanks around it.
  func value(_ key: String, in path: String) -> Substring? {
    lines(path).first { $0.hasPrefix(key) }.map { line in
      let value = line.dropFirst(key.count).drop { $0 == ":" || $0.isWhitespace }
      return value.lastIndex { !$0.isWhitespace }.map { value[...$0] } ?? value
    }
  }

  /// Returns the integer behind a key at the beginning of a line, such as that of `MemTotal` in `/proc/meminfo`.
  func integer(_ key: String, in path: String) -> Int? {
    value(key, in: path)?.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) }
  }

  /// Returns the numbers of a file with a list such as `0-3,8`; nil if it is missing or malformed.
  func list(_ path: String) -> [Int]? { text(path).flatMap { Self.numbers(inList: $0) } }

  /// Returns the numbers of a list such as `0-3,8`; nil if it is malformed.
  static func numbers(inList text: some StringProtocol) -> [Int]? {
    var numbers: [Int] = []
    let characters = text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    for part in characters.split(separator: ",", omittingEmptySubsequences: true) {
      let bounds = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard bounds.count <= 2, let first = bounds[0], let last = bounds[bounds.count - 1], first >= 0, first <= last,
        last < maximumProcessorCount, numbers.count <= maximumProcessorCount
      else { return nil }
      numbers += first...last
    }
    return numbers
  }

  /// An upper bound of processor numbers, to which Linux can be configured several times over.
  private static let maximumProcessorCount = 1 << 16
}
