import SwiftletGuides

/// An error about an input file.
struct FileError: Error, CustomStringConvertible {
  var path: String
  var reason: String
  var description: String { "\(path): \(reason)" }

  init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }

  /// Creates an error from the guide error of a file's contents.
  init(_ path: String, _ error: GuideError) { self.init(path, error.withoutSubject) }
}

extension GuideError {
  /// The error description without its "schema:" or "grammar:" prefix, for use after a file name.
  var withoutSubject: String {
    let text = description
    for subject in ["schema: ", "grammar: ", "guide: "] where text.hasPrefix(subject) {
      return String(text.dropFirst(subject.count))
    }
    return text
  }
}

/// Access to files that commands read as a whole.
enum InputFile {
  /// The maximum size in bytes of a file that is read as a whole, and of a line.
  static let maximumByteCount = 64 << 20

  /// The byte-order mark in UTF-8.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The paths that stand for standard input.
  ///
  /// The system's names of it are not opened, since that fails where standard input is a socket.
  static let standardInput: Set<String> = ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]

  /// The bytes of a file, or of standard input for `-`, without a byte-order mark.
  static func bytes(_ path: String) throws(FileError) -> [UInt8] {
    // Read to the end, whatever its size is said to be: pipes and process substitutions have none.
    let input = try InputSource(path)
    var bytes: [UInt8] = []
    while try input.read(into: &bytes) {
      guard bytes.count <= maximumByteCount else { throw tooLong(input.name, "bytes") }
    }
    return withoutByteOrderMark(bytes)
  }

  /// Removes the mark of UTF-8, and converts text with a mark of UTF-16 to UTF-8.
  static func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: byteOrderMark) { return Array(bytes.dropFirst(byteOrderMark.count)) }
    // Bytes that are no UTF-16 are left alone, and fail as text.
    guard var converter = UTF16Converter(markOf: bytes),
      let text = converter.convert(bytes.dropFirst(UTF16Converter.markCount)), converter.isComplete
    else { return bytes }
    return text
  }

  /// The contents of a UTF-8 file, or of standard input for `-`.
  static func text(_ path: String) throws(FileError) -> String {
    guard let text = String(validating: try bytes(path), as: UTF8.self) else { throw FileError(path, "is not UTF-8") }
    return text
  }

  /// The error of an input that is too long.
  static func tooLong(_ name: String, _ what: String) -> FileError {
    FileError(name, "has more than \(maximumByteCount) \(what)")
  }
}
