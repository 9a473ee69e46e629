import Foundation
import SwiftletGGUF
import SwiftletJSON
import SwiftletServer

/// The destination of a batch's answers: standard output, or a file that may have answers of an earlier run.
struct BatchOutput {
  /// The number of requests that the file answers already.
  let answeredCount: Int
  private let path: String
  /// The file; `nil` for standard output.
  private let file: FileHandle?
  /// The end of the answers in the file that are kept; `nil` for what has no end.
  private var keptEnd: Int?

  /// Writes to standard output.
  init() { (answeredCount, path, file) = (0, "", nil) }

  /// Opens a file, whose contents are replaced once the answers begin.
  ///
  /// - Parameter path: The path.
  /// - Throws: ``FileError`` if it cannot be written, or must not be.
  init(path: String) throws(FileError) { try self.init(path: path, after: (count: 0, end: 0)) }

  /// Opens a file that may have answers, which are kept.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - requests: The requests; those that the file answers are taken from them.
  /// - Throws: ``FileError`` if it cannot be written, or has answers of other requests.
  init(path: String, resuming requests: inout BatchRequests) throws(FileError) {
    let exists = FileManager.default.fileExists(atPath: path)
    try self.init(path: path, after: exists ? try Self.answers(path, of: &requests) : (count: 0, end: 0))
  }

  /// Opens a file after a number of answers, which end at an offset.
  private init(path: String, after answers: (count: Int, end: Int)) throws(FileError) {
    answeredCount = answers.count
    self.path = path
    do {
      switch try OutputTarget(path) {
      case .descriptor(let descriptor):
        // Fails if the descriptor is closed or only read.
        _ = try AtomicFile(replacing: path)
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      case .stream: file = try FileHandle(forWritingTo: URL(filePath: path))
      case .file(let target, let existing):
        // Not replaced at the end, as other outputs are: the answers are there as they come, for `--resume`.
        let url = URL(filePath: target)
        if existing == nil { try Data().write(to: url, options: .withoutOverwriting) }
        file = try FileHandle(forWritingTo: url)
        keptEnd = answers.end
      }
    } catch let error as OutputError {
      throw FileError(error.path, error.reason)
    } catch {
      throw FileError(path, "cannot be written")
    }
  }

  /// Removes what is in the file behind the answers that are kept, once nothing but the requests can fail.
  ///
  /// - Throws: ``FileError`` if it cannot be written.
  func begin() throws(FileError) {
    guard let file, let keptEnd else { return }
    do {
      try file.truncate(atOffset: UInt64(keptEnd))
      try file.seekToEnd()
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
  private static func beginsLikeAnswer(_ bytes: [UInt8]) -> Bool {
    // Answers to requests without an identifier begin with their second member.
    let beginnings = [#"{"id":"#, #"{"text":"#, #"{"choices":"#, #"{"error":"#]
    return beginnings.contains { beginning in
      zip(bytes, beginning.utf8).allSatisfy { $0 == $1 }
    }
  }

  /// Returns the number of whole answers in a file, each of which has the identifier of its request, and their end.
  private static func answers(
    _ path: String, of requests: inout BatchRequests
  ) throws(FileError) -> (count: Int, end: Int) {
    var lines = try InputLines(path)
    var (count, end) = (0, 0)
    while let line = try lines.next() {
      let location = "\(path), line \(count + 1)"
      // A last line without its end was cut off, and is answered again.
      guard lines.hasLineBreak else {
        guard beginsLikeAnswer(line) else { throw FileError(location, "found no answer; the file is kept") }
        break
      }
      end = lines.consumed
      if line.isEmpty { continue }
      let answer = try JSONFile.value(line, location: location)
      guard let request = try requests.next() else {
        throw FileError(location, "found an answer, expected none after those of \(count) requests")
      }
      let expected = request.id ?? .null
      let found = answer[request.form == .plain ? "id" : "custom_id"] ?? .null
      guard found == expected else {
        throw FileError(location, "found an answer to \(found.excerpt), expected one to \(expected.excerpt)")
      }
      count += 1
    }
    return (count, end)
  }
}
