import Swiftlet
import SwiftletInference
import SwiftletJSON

extension Command {
  static let respond = Command(
    name: "respond", operands: "[PROMPT]",
    summary: "Generate an answer to a prompt; without one, or for -, to standard input.",
    discussion: """
      A prompt beside piped input asks about that input: both make up the prompt, with a blank line between them, as in
      git diff | swiftlet respond "Describe this change." If an answer ends before the model ends it (--max-tokens, a
      full context, --stop), standard error says so, unless --stats has it as finish_reason. The prompt is formatted
      with the chat template of the model file; --raw continues the plain text instead. --schema also adds the schema to
      the prompt, unless --raw is given. Answers to a schema are never truncated: near the limit of --max-tokens, only
      tokens that can still complete the answer are allowed, and it is an error if even the shortest answer exceeds the
      limit. With --tools, tool calls are not executed but printed as lines of JSON. Reasoning is not part of the
      answer; it is shown on standard error if that is a terminal.
      """,
    options: Option.request + Option.generation + [
      Option("--stats", nil, "print speed and memory statistics as a line of JSON to standard error")
    ]
  ) { arguments in
    try Output.requireOpen()
    let options = try ModelOptions(arguments)
    let prompt = try PromptInput(arguments).text
    var request = try RequestOptions(arguments, prompt: prompt).request
    let statistics = GenerationStatistics()
    request.engine.observe = { statistics.record($0) }
    let model = try await options.load()
    statistics.startRequest()
    do {
      try await model.printAnswer(to: request)
    } catch let error as ClosedOutput {
      try options.writeTrace()
      throw error
    }
    try options.writeTrace()
    if arguments.has("--stats") {
      Output.error(statistics.line + "\n")
    } else if let note = statistics.endNote(contextSize: model.contextSize) {
      Output.error("swiftlet: \(note)\n")
    }
  }
}

extension GGUFLanguageModel {
  /// Streams an answer to standard output, then prints its tool calls.
  fileprivate func printAnswer(to request: LanguageModelExecutorGenerationRequest) async throws {
    var writer = AnswerWriter()
    var isReasoning = false
    func put(_ text: String) throws {
      guard !text.isEmpty else { return }
      if isReasoning { Output.error("\n") }
      isReasoning = false
      try writer.write(text)
    }
    let answer = try await answer(request, onText: put) { reasoning in
      guard Output.errorIsTerminal else { return }
      Output.error(reasoning)
      isReasoning = true
    }
    if isReasoning { Output.error("\n") }
    try writer.endLine()
    for call in answer.calls { try Output.write(JSONWriter.text(call.json, layout: .line) + "\n") }
  }
}
