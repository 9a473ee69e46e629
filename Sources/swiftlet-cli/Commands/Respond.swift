import Swiftlet
import SwiftletInference
import SwiftletJSON

extension Command {
  static let respond = Command(
    name: "respond", operands: "PROMPT", summary: "Generate an answer to a prompt; - for a prompt from standard input.",
    discussion: """
      The prompt is formatted with the chat template of the model file; --raw continues the plain text instead. --schema
      also adds the schema to the prompt, unless --raw is given. Answers to a schema are never truncated: near the limit
      of --max-tokens, only tokens that can still complete the answer are allowed, and it is an error if even the
      shortest answer exceeds the limit. With --tools, tool calls are not executed but printed as lines of JSON.
      Reasoning is not part of the answer; it is shown on standard error if that is a terminal.
      """,
    options: Option.request + Option.generation + [
      Option("--stats", nil, "print speed and memory statistics as a line of JSON to standard error")
    ]
  ) { arguments in
    let operand = try arguments.positional("PROMPT")
    let prompt = operand == "-" ? String(decoding: try InputFile.bytes("-"), as: UTF8.self) : operand
    let options = try ModelOptions(arguments)
    var request = try RequestOptions(arguments, prompt: prompt).request
    let statistics = GenerationStatistics()
    request.engine.observe = { statistics.record($0) }
    let model = try await options.load()
    statistics.startRequest()
    try await model.printAnswer(to: request)
    try options.writeTrace()
    if arguments.has("--stats") { Output.error(statistics.line + "\n") }
  }
}

extension GGUFLanguageModel {
  /// Streams an answer to standard output, then prints its tool calls.
  fileprivate func printAnswer(to request: LanguageModelExecutorGenerationRequest) async throws {
    var endsLine = true
    var isReasoning = false
    func put(_ text: String) throws {
      guard !text.isEmpty else { return }
      if isReasoning { Output.error("\n") }
      isReasoning = false
      try Output.write(text)
      endsLine = text.hasSuffix("\n")
    }
    let answer = try await answer(request, onText: put) { reasoning in
      guard Output.errorIsTerminal else { return }
      Output.error(reasoning)
      isReasoning = true
    }
    if isReasoning { Output.error("\n") }
    if !endsLine { try Output.write("\n") }
    for call in answer.calls { try Output.write(JSONWriter.text(call.json, layout: .line) + "\n") }
  }
}
