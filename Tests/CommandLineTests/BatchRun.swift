import Foundation
import Testing

/// A run of `swiftlet batch` on lines of a temporary file.
struct BatchRun {
  let result: CommandLineTool.Result
  /// The lines of the answers, as text.
  let lines: [String]
  /// The answers, one object a line.
  let answers: [[String: Any]]

  init(_ requests: [String], _ options: [String] = ["--greedy"]) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(requests.joined(separator: "\n").utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    result = try CommandLineTool.run(arguments: ["batch", file.path(percentEncoded: false)] + options)
    lines = result.text.split(separator: "\n").map(String.init)
    answers = try lines.map { try object($0) }
  }

  /// The texts of the answers; `nil` for an error.
  var texts: [String?] { answers.map { $0["text"] as? String } }

  /// The errors without the location of their lines; `nil` for an answer.
  var errors: [String?] {
    answers.map { answer in
      (answer["error"] as? String).map { $0.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? $0 }
    }
  }

  /// A member of a request: a user message.
  static func message(_ text: String) -> String { #""messages": [{"role": "user", "content": "\#(text)"}]"# }
}
