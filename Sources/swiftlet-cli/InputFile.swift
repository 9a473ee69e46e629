import Foundation
import SwiftletGuides

/// What is wrong with a file that a command was given.
struct FileError: Error, CustomStringConvertible {
  var path: String
  var reason: String
  var description: String { "\(path): \(reason)" }

  init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }

  /// What a guide says about a file's contents.
  init(_ path: String, _ error: GuideError) { self.init(path, error.withoutSubject) }
}

extension GuideError {
  /// The error's line without "schema:" or "grammar:", for where a file's name takes that place.
  var withoutSubject: String {
    let text = description
    for subject in ["schema: ", "grammar: ", "guide: "] where text.hasPrefix(subject) {
      return String(text.dropFirst(subject.count))
    }
    return text
  }
}

/// Files that commands read as a whole.
enum InputFile {
  /// The bytes of a file, or of standard input for `-`.
  static func bytes(_ path: String) throws(FileError) -> [UInt8] {
    if path == "-" { return Output.readInput() }
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw FileError(path, "no such file")
    }
    guard !isFolder.boolValue, let data = FileManager.default.contents(atPath: path) else {
      throw FileError(path, "cannot be read")
    }
    return Array(data)
  }

  /// The text of a file in UTF-8.
  static func text(_ path: String) throws(FileError) -> String {
    guard let text = String(validating: try bytes(path), as: UTF8.self) else { throw FileError(path, "is not UTF-8") }
    return text
  }
}
