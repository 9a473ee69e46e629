import Foundation
import Swiftlet

extension Command {
  static let batch = Command(
    name: "batch", operands: "FILE", summary: "Answers many requests, each a line of JSON; - reads them from input.",
    discussion: """
      A request has "messages", as in OpenAI's interface, and may have "tools", "tool_choice" (auto, none or required),
      "schema" (what the answer has to follow), "show_schema" (false keeps it out of the prompt), "max_tokens",
      "temperature" and "id". The answers come in the order of the requests, each a line of JSON with the request's "id",
      the "text" and the "calls" of tools, or with an "error". The last message is the one to answer: a user's, or a
      tool's.
      """,
    options: [
      .model, Option("--parallel", "N", "how many requests are worked on together; default: 8"),
      .threads, .contextSize,
    ] + Option.sampling
  ) { arguments in
    let path = try arguments.positional("FILE")
    let parallel = try arguments.integer("--parallel", in: 1...1024) ?? 8
    let text = try InputFile.text(path)
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
    let requests = try lines.compactMap { index, line in
      line.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") })
        ? nil : try BatchRequest(String(Substring(line)), place: "\(path), line \(index + 1)")
    }
    let model = try GGUFLanguageModel(
      contentsOf: URL(filePath: try arguments.modelPath()),
      contextSize: try arguments.integer("--context", in: 1...1 << 30), threads: try arguments.threadCount(),
      sampling: try arguments.samplingOptions())
    try await model.load()
    try await model.answer(requests, parallel: parallel)
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
    var members: [(String, any ConvertibleToGeneratedContent)] = request.id.map { [("id", $0)] } ?? []
    do {
      let answer = try await completeAnswer(to: request.request)
      members.append(("text", answer.text))
      if !answer.calls.isEmpty {
        let calls = try answer.calls.map {
          GeneratedContent(properties: ["name": $0.name, "arguments": try GeneratedContent(json: $0.arguments)])
        }
        members.append(("calls", calls))
      }
    } catch {
      members.append(("error", "\(ErrorText(error))"))
    }
    return GeneratedContent(properties: members, uniquingKeysWith: { first, _ in first }).jsonString
  }
}
