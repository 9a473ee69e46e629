extension Command {
  /// Runs without a command: starts a chat on a terminal, prints a sample answer elsewhere.
  static func welcome() async throws {
    if Output.inputIsTerminal && Output.isTerminal {
      return try await chat.run([])
    }
    try await respond.run(["Tell me a story about a fox."])
    try Output.write(
      """

      Example:  swiftlet respond "Tell me a story about a fox."
      Next:     swiftlet chat                         start a chat
                swiftlet respond --model FILE PROMPT  use another model
                swiftlet --help                       list all commands

      """)
  }
}
