import Foundation
import Swiftlet
import SwiftletGGUF
import SwiftletInference
import SwiftletServer

extension Command {
  static let batch = Command(
    name: "batch", operands: "FILE", summary: "Answer many requests from a JSON Lines file; - for standard input.",
    discussion: """
      Each line is a JSON object with "messages", as in the OpenAI API, and optionally "tools", "tool_choice" (auto,
      none, required, a function or allowed_tools), "parallel_tool_calls", "schema" or "response_format" (constrain the
      answer), "show_schema" (false omits the schema from the prompt), "max_tokens" (-1 for no limit), "stop", "n" (number
      of answers, whose seeds follow one another), "reasoning_effort", "chat_template_kwargs" (variables of the chat
      template, such as {"enable_thinking": false}), "id", and sampling parameters:
      \(SamplingSetting.all.map(\.name).joined(separator: ", ")).
      The model is that of the command, whatever "model" says. "stop" also cuts off answers to a schema. Unknown members
      and unpaired surrogates are errors of their line.
      Answers are printed in the order of the requests, each a line of JSON with the "id" of the request, the "text" and
      the tool "calls" ("choices" of these if "n" is not 1), with a "finish_reason" of "length" if a limit cut it off, or
      an "error", which does not affect the other lines. A last message of the assistant is continued; with
      "continue_final_message": false, another one follows it.
      Lines in the form of OpenAI's batch API ("custom_id", "method", "url", "body") are answered in its form.
      """,
    options: [
      Option("--parallel", "N", "number of requests to process in parallel; default: 8"),
      Option("--output", "FILE", "write the answers to a file"),
      Option("--resume", nil, "with --output: keep the answers in the file, and continue after the last one"),
    ] + Option.generation
  ) { arguments in
    let path = try arguments.positional("FILE")
    let parallel = try arguments.integer("--parallel", in: 1...1024) ?? 8
    if arguments.has("--resume"), !arguments.has("--output") {
      throw UsageError(argument: "--resume", reason: "requires --output")
    }
    try arguments.checkBatchOutput(requests: path)
    if !arguments.has("--output") { try Output.requireOpen() }
    let options = try ModelOptions(arguments, requests: path)
    var requests = try BatchRequests(path)
    let output = try arguments.batchOutput(for: &requests)
    let hasNext = try requests.hasNext()
    if output.answeredCount > 0, !hasNext { return try output.begin() }
    let batch = Batch(model: try await options.load(), modelName: options.modelName, output: output)
    try output.begin()
    try await batch.answer(requests, parallel: parallel)
    try options.writeTrace()
  }
}

extension Arguments {
  /// Throws if the destination of the answers is a file that is read, or cannot be resumed; opens and reads nothing.
  fileprivate func checkBatchOutput(requests: String) throws(UsageError) {
    guard let path = string("--output") else { return }
    try checkOutput(path, of: "--output", loadsModel: true, requests: requests)
    guard has("--resume") else { return }
    // A pipe would be waited for, and has no earlier answers.
    let isRegular = MappedFile.Identifier(regularFile: path) != nil
    let exists = FileManager.default.fileExists(atPath: path)
    guard OutputDescriptor.number(of: path) == nil, isRegular || !exists else {
      throw UsageError(argument: "--resume", reason: "found \(path) as --output, expected a regular file or none yet")
    }
  }

  /// Opens the destination of the answers, from `--output` and `--resume`.
  fileprivate func batchOutput(for requests: inout BatchRequests) throws -> BatchOutput {
    guard let path = string("--output"), OutputDescriptor.number(of: path) != 1 else { return BatchOutput() }
    return has("--resume") ? try BatchOutput(path: path, resuming: &requests) : try BatchOutput(path: path)
  }
}

/// The requests of a batch in progress.
private struct Batch {
  let model: GGUFLanguageModel
  let modelName: String
  let output: BatchOutput

  /// The number of answers that may wait for earlier ones, for each request at a time.
  private static let waitingCount = 16

  /// An answer that is written after those before it.
  private struct Answer: Sendable {
    var index: Int
    var line: String
    /// The number of bytes of the file up to the end of the request.
    var end: Int
  }

  /// Answers requests, up to `parallel` at a time, and writes the answers in order.
  ///
  /// Requests are read as they are answered, so that the file may be of any size.
  ///
  /// - Parameters:
  ///   - requests: The requests without those that are answered already.
  ///   - parallel: The number of requests at a time.
  /// - Throws: ``FileError`` or ``ClosedOutput`` if a request cannot be read, after the answers to those before it, or
  ///   an answer cannot be written.
  func answer(_ requests: BatchRequests, parallel: Int) async throws {
    var requests = requests
    let byteCount = requests.byteCount
    var finished: [Int: Answer] = [:]
    var (started, running, written) = (0, 0, 0)
    var failure: FileError?
    // Answers on a terminal show the progress themselves.
    let progress = output.isTerminal ? nil : ProgressLine("answering")
    defer { progress?.clear() }
    try await withThrowingTaskGroup(of: Answer.self) { group in
      func startMore() {
        while failure == nil, running < parallel, started - written < parallel * Self.waitingCount {
          do throws(FileError) {
            guard let request = try requests.next() else { return }
            let index = started
            group.addTask { [model, modelName] in
              Answer(index: index, line: await Self.line(for: request, model, modelName), end: request.end)
            }
            (started, running) = (started + 1, running + 1)
          } catch {
            failure = error
          }
        }
      }
      startMore()
      while let answer = try await group.next() {
        running -= 1
        finished[answer.index] = answer
        while let answer = finished.removeValue(forKey: written) {
          try output.write(answer.line)
          written += 1
          if let byteCount { progress?.show(Double(answer.end) / Double(max(byteCount, 1))) }
        }
        startMore()
      }
    }
    if let failure { throw failure }
  }

  /// Returns the line that answers a request.
  private static func line(
    for request: BatchRequest, _ model: GGUFLanguageModel, _ modelName: String
  ) async -> String {
    do {
      var answers: [CompleteAnswer] = []
      // One after the other: all but the first find the prompt in the prefix cache.
      for choice in try request.request.get().choices { answers.append(try await model.answer(choice)) }
      return request.answerLine(.success(answers), model: modelName)
    } catch {
      return request.answerLine(.failure(error), model: modelName)
    }
  }
}
