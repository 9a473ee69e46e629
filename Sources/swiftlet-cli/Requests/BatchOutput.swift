import Foundation
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
    } else {
      (end, answeredCount) = (0, 0)
    }
    self.path = path
    do {
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
