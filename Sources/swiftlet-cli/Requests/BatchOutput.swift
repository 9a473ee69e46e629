import Foundation
import SwiftletGGUF
import SwiftletJSON

/// The destination of a batch's answers: standard output, or a file that may have answers of an earlier run.
struct BatchOutput {
  /// The number of requests that the file answers already.
  let answeredCount: Int
  private let path: String
  /// The file; `nil` for standard output.
  private let file: FileHandle?

  /// Writes to standard output.
  init() { (answeredCount, path, file) = (0, "", nil) }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - requests: The requests whose first ones the file may answer; `nil` to replace its contents.
  /// - Throws: ``FileError`` if it cannot be written, or has answers of other requests.
  init(path: String, resuming requests: [BatchRequest]?) throws(FileError) {
    let end: Int
    if let requests, FileManager.default.fileExists(atPath: path) {
      let bytes = try InputFile.bytes(path)
      // A last line without its end was cut off, and is answered again.
      end = (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
      answeredCount = try Self.count(bytes[..<end], of: requests, path: path)
      guard Self.beginsLikeAnswer(bytes[end...]) else {
        throw FileError("\(path), line \(answeredCount + 1)", "found no answer; the file is kept")
      }
    } else {
      (end, answeredCount) = (0, 0)
    }
    self.path = path
    do {
      if let descriptor = OutputDescriptor.number(of: path) {
        // Fails if the descriptor is closed or only read.
        _ = try AtomicFile(replacing: path)
        self.file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        return
      }
      let url = URL(filePath: path)
      if !FileManager.default.fileExists(atPath: path) { try Data().write(to: url) }
      let file = try FileHandle(forWritingTo: url)
      // Devices and pipes have no length.
      try? file.truncate(atOffset: UInt64(end))
      _ = try? file.seekToEnd()
      self.file = file
    } catch {
      throw FileError(path, "cannot be written")
    }
  }

  /// True if the answers appear on a terminal.
  var isTerminal: Bool { file == nil && Output.isTerminal }

  /// Writes a line and its end.
  func write(_ line: String) throws {
    guard let file else { return try Output.write(line + "\n") }
    do {
      try file.write(contentsOf: Data((line + "\n").utf8))
    } catch {
      throw FileError(path, "cannot be written")
    }
  }

  /// Returns true for the beginning of an answer in either form, however short.
  private static func beginsLikeAnswer(_ bytes: ArraySlice<UInt8>) -> Bool {
    // Answers to requests without an identifier begin with their second member.
    let beginnings = [#"{"id":"#, #"{"text":"#, #"{"choices":"#, #"{"error":"#]
    return beginnings.contains { beginning in
      zip(bytes, beginning.utf8).allSatisfy { $0 == $1 }
    }
  }

  /// Returns the number of answers in a file, each of which has the identifier of its request.
  private static func count(
    _ bytes: ArraySlice<UInt8>, of requests: [BatchRequest], path: String
  ) throws(FileError) -> Int {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    for (index, line) in lines.enumerated() {
      let location = "\(path), line \(index + 1)"
      let answer = try JSONFile.value(Array(line), location: location)
      guard index < requests.count else {
        throw FileError(location, "found an answer, expected none after those of \(requests.count) requests")
      }
      let expected = requests[index].id ?? .null
      let found = answer[requests[index].form == .plain ? "id" : "custom_id"] ?? .null
      guard found == expected else {
        throw FileError(location, "found an answer to \(found.excerpt), expected one to \(expected.excerpt)")
      }
    }
    return lines.count
  }
}
