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

extension GuideOptions {
  /// Takes over what the options of `schema check` and `schema mask-bench` say.
  mutating func apply(_ arguments: Arguments) throws(UsageError) {
    if let name = arguments.string("--draft") {
      let drafts: [String: SchemaDraft] = [
        "4": .draft4, "6": .draft6, "7": .draft7, "2019-09": .draft2019, "2020-12": .draft2020,
      ]
      guard let draft = drafts[name] else {
        throw UsageError(what: "--draft", why: "found \(name), expected one of 4, 6, 7, 2019-09, 2020-12")
      }
      self.draft = draft
    }
    if arguments.has("--no-formats") { assertsFormats = false }
    if arguments.has("--lenient") { isLenient = true }
  }
}

extension Option {
  /// The options of `schema` commands that decide what a schema means.
  static let schemaReading = [
    Option("--draft", "D", "4, 6, 7, 2019-09 or 2020-12, if $schema names none; default: the keywords of all"),
    Option("--no-formats", nil, "take the keyword format for an annotation"),
    Option("--lenient", nil, "drop keywords that cannot be expressed, and say so, instead of failing"),
  ]
}

extension Guide {
  /// Says on standard error what was dropped, and what is no constraint though it looks like one.
  func report(_ path: String) {
    for line in dropped { Output.error("swiftlet: \(path): dropped: \(line)\n") }
    for line in notes { Output.error("swiftlet: \(path): note: \(line)\n") }
  }
}
