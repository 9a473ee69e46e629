import Swiftlet
import SwiftletInference
import SwiftletJSON

extension Command {
  static let respond = Command(
    name: "respond", operands: "PROMPT", summary: "Streams the answer to a prompt; - reads the prompt from input.",
    discussion: """
      The prompt is put into the chat template of the model's file; --raw continues the bare text instead. With --schema,
      the schema is added to the prompt unless --raw is given. Such answers are never cut off: as the tokens of --max-tokens
      run out, those are chosen that can still finish; if even the shortest answer has more, that is an error. With
      --tools, calls of tools are not run but printed, each as a line of JSON. A model's thoughts are no part of its answer;
      a terminal shows them on standard error.
      """,
    options: Option.request + Option.generation + [
      Option("--stats", nil, "speed and memory as a line of JSON on standard error")
    ]
  ) { arguments in
    let operand = try arguments.positional("PROMPT")
    let prompt = operand == "-" ? String(decoding: Output.readInput(), as: UTF8.self) : operand
    let options = try ModelOptions(arguments)
    var request = try RequestOptions(arguments, prompt: prompt).request
    let statistics = GenerationStatistics()
    request.engine.observe = { statistics.note($0) }
    let model = try await options.load()
    statistics.begin()
    try await model.printAnswer(to: request)
    try options.writeTrace()
    if arguments.has("--stats") { Output.error(statistics.line + "\n") }
  }
}

extension GGUFLanguageModel {
  /// Prints an answer as it comes, then the calls of tools in it.
  fileprivate func printAnswer(to request: LanguageModelExecutorGenerationRequest) async throws {
    var endsLine = true
    var isThinking = false
    func put(_ text: String) throws {
      guard !text.isEmpty else { return }
      if isThinking { Output.error("\n") }
      isThinking = false
      try Output.write(text)
      endsLine = text.hasSuffix("\n")
    }
    let answer = try await answer(request, onText: put) { thought in
      guard Output.errorIsTerminal else { return }
      Output.error(thought)
      isThinking = true
    }
    if isThinking { Output.error("\n") }
    if !endsLine { try Output.write("\n") }
    for call in answer.calls { try Output.write(JSONWriter.text(call.json, layout: .line) + "\n") }
  }
}
