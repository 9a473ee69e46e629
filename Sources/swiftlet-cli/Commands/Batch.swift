import Foundation
import Swiftlet
import SwiftletInference
import SwiftletJSON

extension Command {
  static let batch = Command(
    name: "batch", operands: "FILE", summary: "Answers many requests, each a line of JSON; - reads them from input.",
    discussion: """
      A request has "messages", as in OpenAI's interface, and may have "tools", "tool_choice" (auto, none, required or a
      function), "schema" or "response_format" (what the answer has to follow), "show_schema" (false keeps it out of the
      prompt), "max_tokens", "stop", "reasoning_effort", "id", and the settings of sampling:
      \(SamplingSetting.all.map(\.name).joined(separator: ", ")).
      The answers come in the order of the requests, each a line of JSON with the request's "id", the "text" and the
      "calls" of tools, or with an "error" that concerns that line alone. The last message is the one to answer: a user's,
      or a tool's.
      """,
    options: [Option("--parallel", "N", "how many requests are worked on together; default: 8")] + Option.generation
  ) { arguments in
    let path = try arguments.positional("FILE")
    let parallel = try arguments.integer("--parallel", in: 1...1024) ?? 8
    let options = try ModelOptions(arguments)
    let lines = try InputFile.bytes(path).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let requests = lines.enumerated().compactMap { index, line in
      line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") })
        ? nil : BatchRequest(Array(line), place: "\(path), line \(index + 1)")
    }
    try await options.load().answer(requests, parallel: parallel)
    try options.writeTrace()
  }
}

extension GGUFLanguageModel {
  /// Answers requests, some of them together, and prints the answers in order.
  fileprivate func answer(_ requests: [BatchRequest], parallel: Int) async throws {
    var waiting = requests.enumerated().makeIterator()
    var finished: [Int: String] = [:]
    var next = 0
    try await withThrowingTaskGroup(of: (Int, String).self) { group in
      func begin() {
        guard let (index, request) = waiting.next() else { return }
        group.addTask { (index, await line(for: request)) }
      }
      for _ in 0..<parallel { begin() }
      while let (index, line) = try await group.next() {
        finished[index] = line
        begin()
        while let line = finished.removeValue(forKey: next) {
          try Output.write(line + "\n")
          next += 1
        }
      }
    }
  }

  /// The line of JSON that answers a request.
  private func line(for request: BatchRequest) async -> String {
    var members: [(String, JSONValue?)] = [("id", request.id)]
    do {
      let answer = try await answer(request.request.get())
      members.append(("text", .string(answer.text)))
      if !answer.calls.isEmpty { members.append(("calls", .array(try answer.calls.map { try $0.json }))) }
    } catch {
      members.append(("error", .string("\(ErrorText(error))")))
    }
    return JSONWriter.text(.members(members), layout: .line)
  }
}

extension CompleteAnswer.Call {
  /// The call as JSON.
  var json: JSONValue {
    get throws(FileError) {
      let value = try JSONFile.value(Array(arguments.utf8), place: "the arguments of a call of \(name)")
      return .members([("name", .string(name)), ("arguments", value)])
    }
  }
}
