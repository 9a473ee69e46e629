/// A subcommand: its words, its help, and what it does.
struct Command: Sendable {
  var name: String
  /// The positional words for the usage line.
  var operands = ""
  /// A line for the list of commands.
  var summary: String
  /// Further paragraphs of the help.
  var discussion = ""
  var options: [Option] = []
  /// Commands of two words, of which the first is this one's name.
  var subcommands: [Command] = []
  var run: @Sendable (Arguments) async throws -> Void

  /// The text of `--help`.
  var help: String {
    var text = "swiftlet \(name)\(operands.isEmpty ? "" : " " + operands)\(options.isEmpty ? "" : " [options]")\n\n"
    text += summary + "\n"
    if !discussion.isEmpty { text += "\n" + discussion + "\n" }
    if !subcommands.isEmpty { text += "\nCommands:\n" + table(subcommands.map { ($0.name, $0.summary) }) }
    guard !options.isEmpty else { return text }
    let rows = options.map { (left: $0.pattern, help: $0.help) }
    return text + "\nOptions:\n" + table(rows)
  }

  /// Two columns that line up.
  static func table(_ rows: [(left: String, help: String)]) -> String {
    let width = rows.map(\.left.count).max() ?? 0
    return rows.map { "  \($0.left)\(String(repeating: " ", count: width - $0.left.count))  \($0.help)\n" }.joined()
  }

  private func table(_ rows: [(left: String, help: String)]) -> String { Self.table(rows) }
}

extension Command {
  static let all = [
    respond, chat, batch, embed, template, tokenize, detokenize, logits, perplexity, inspect, quantize, bench,
    synthesize,
    schema,
  ]

  /// The text of `swiftlet --help`.
  static var overview: String {
    """
    swiftlet COMMAND [options]

    Runs language models from GGUF files. Without a command: a chat on a terminal, a sample answer elsewhere.

    Commands:
    \(table(all.map { ($0.name, $0.summary) }))
    Each command explains itself with --help. The model is that of --model, else of $SWIFTLET_MODEL, else the one that
    comes with Swiftlet.

    """
  }
}
