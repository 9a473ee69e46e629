import Foundation
import Swiftlet
import SwiftletInference
import SwiftletJSON

extension Command {
  static let batch = Command(
    name: "batch", operands: "FILE", summary: "Answer many requests from a JSON Lines file; - for standard input.",
    discussion: """
      Each line is a JSON object with "messages", as in the OpenAI API, and optionally "tools", "tool_choice" (auto,
      none, required or a function), "schema" or "response_format" (constrain the answer), "show_schema" (false omits
      the schema from the prompt), "max_tokens", "stop", "reasoning_effort", "id", and sampling parameters:
      \(SamplingSetting.all.map(\.name).joined(separator: ", ")).
      Answers are printed in the order of the requests, each a line of JSON with the "id" of the request, the "text" and
      the tool "calls", or an "error", which does not affect the other lines. The last message must be a user message or
      a tool result.
      """,
    options: [Option("--parallel", "N", "number of requests to process in parallel; default: 8")] + Option.generation
  ) { arguments in
    let path = try arguments.positional("FILE")
    let parallel = try arguments.integer("--parallel", in: 1...1024) ?? 8
    let options = try ModelOptions(arguments)
    let lines = try InputFile.bytes(path).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let requests = lines.enumerated().compactMap { index, line in
      line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") })
        ? nil : BatchRequest(Array(line), location: "\(path), line \(index + 1)")
    }
    try await options.load().answer(requests, parallel: parallel)
    try options.writeTrace()
  }
}

extension GGUFLanguageModel {
  /// Answers requests, up to `parallel` at a time, and prints the answers in order.
  fileprivate func answer(_ requests: [BatchRequest], parallel: Int) async throws {
    var pending = requests.enumerated().makeIterator()
    var finished: [Int: String] = [:]
    var next = 0
    try await withThrowingTaskGroup(of: (Int, String).self) { group in
      func startNext() {
        guard let (index, request) = pending.next() else { return }
        group.addTask { (index, await line(for: request)) }
      }
      for _ in 0..<parallel { startNext() }
      while let (index, line) = try await group.next() {
        finished[index] = line
        startNext()
        while let line = finished.removeValue(forKey: next) {
          try Output.write(line + "\n")
          next += 1
        }
      }
    }
  }

  /// Returns the JSON line that answers a request.
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
      let value = try JSONFile.value(Array(arguments.utf8), location: "the arguments of a call of \(name)")
      return .members([("name", .string(name)), ("arguments", value)])
    }
  }
}
