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

  /// The bytes of a file, or of standard input for `-`.
  static func bytes(_ path: String) throws(FileError) -> [UInt8] {
    // Read to the end, whatever its size is said to be: pipes and process substitutions have none.
    let input = try InputSource(path)
    var bytes: [UInt8] = []
    while try input.read(into: &bytes) {
      guard bytes.count <= maximumByteCount else { throw tooLong(input.name, "bytes") }
    }
    return bytes
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
