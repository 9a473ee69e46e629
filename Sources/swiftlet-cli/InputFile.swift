import Foundation
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
  /// The bytes of a file, or of standard input for `-`.
  static func bytes(_ path: String) throws(FileError) -> [UInt8] {
    if path == "-" { return Output.readInput() }
    // Read to the end, whatever its size is said to be: pipes and process substitutions have none.
    do {
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? file.close() }
      return Array(try file.readToEnd() ?? Data())
    } catch {
      throw FileError(path, Self.reason(error))
    }
  }

  /// The system's text for the failure to read a file, such as `No such file or directory`.
  private static func reason(_ error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let code = [error as NSError, underlying].lazy.compactMap { $0 }.first { $0.domain == NSPOSIXErrorDomain }?.code
    return code.map { unsafe String(cString: strerror(Int32($0))) } ?? "cannot be read"
  }

  /// The contents of a UTF-8 file, or of standard input for `-`.
  static func text(_ path: String) throws(FileError) -> String {
    guard let text = String(validating: try bytes(path), as: UTF8.self) else { throw FileError(path, "is not UTF-8") }
    return text
  }
}
