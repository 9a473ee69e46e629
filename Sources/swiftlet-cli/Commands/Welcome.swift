extension Command {
  /// What the program does without a command: a chat on a terminal, a sample answer elsewhere.
  static func welcome() async throws {
    if Output.inputIsTerminal && Output.isTerminal {
      return try await chat.run(try Arguments([], options: chat.options))
    }
    try await respond.run(try Arguments(["Tell me a story about a fox."], options: respond.options))
    try Output.write(
      """

      That was: swiftlet respond "Tell me a story about a fox."
      Next:     swiftlet chat                         a conversation
                swiftlet respond --model FILE PROMPT  with a model of your own
                swiftlet --help                       everything else

      """)
  }
}
