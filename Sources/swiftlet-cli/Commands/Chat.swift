import Swiftlet

extension Command {
  static let chat = Command(
    name: "chat", summary: "Chat with the model in the terminal.",
    discussion: """
      Each line is a prompt. A line that ends in a backslash goes on in the next one, as after Alt-Enter, and pasted
      text keeps its lines. Arrows edit and go through earlier lines, Ctrl-R searches them; they are kept in
      $XDG_STATE_HOME/swiftlet/history or ~/.local/state/swiftlet/history unless --no-history is given. When the context
      is nearly full, the oldest turns are dropped. Ctrl-C stops the current answer, or exits if there is none. On a
      terminal, Markdown is styled, unless $NO_COLOR is set.

      \(ChatCommand.help)
      """,
    options: [
      .instructions, .maximumTokens,
      Option("--no-history", nil, "neither read nor write the file of earlier lines"),
    ] + Option.generation
  ) { arguments in
    try arguments.requireAtMost(0)
    try Output.requireOpen()
    let options = GenerationOptions(
      maximumResponseTokens: try arguments.integer("--max-tokens", in: 0 ... .max))
    let modelOptions = try ModelOptions(arguments)
    let model = try await modelOptions.load()
    if Output.inputIsTerminal, !arguments.has("--model"), let advice = ModelAdvice.text { Output.error(advice + "\n") }
    let conversation = Conversation(
      model: RecordedModel(model: model, seed: AnswerSeed(modelOptions.seed)),
      instructions: arguments.string("--instructions"), options: options)
    try await conversation.run(LineReader(keepsHistory: !arguments.has("--no-history")))
    try modelOptions.writeTrace()
  }
}
