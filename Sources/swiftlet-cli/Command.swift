/// A subcommand: its name, options, help and implementation.
struct Command: Sendable {
  var name: String
  /// The positional arguments in the usage line.
  var operands = ""
  /// The possible values of the first positional argument, for completions; empty if there are too many to list.
  var operandChoices: [String] = []
  /// The description in the list of commands, one line.
  var summary: String
  /// The further paragraphs of the help.
  var discussion = ""
  var options: [Option] = []
  /// True if the first operand names a model, which is found before the command runs.
  var namesModel = false
  /// The nested commands; their names begin with this command's name.
  var subcommands: [Command] = []
  var run: @Sendable (Arguments) async throws -> Void

  /// Runs the command with the words after its name.
  func run(_ words: some Sequence<String>) async throws {
    var arguments = try Arguments(words, options: options)
    try await arguments.locateModels(for: self)
    try await run(arguments)
  }

  /// The name with placeholders of the arguments.
  var usage: String { "\(name)\(operands.isEmpty ? "" : " " + operands)\(options.isEmpty ? "" : " [options]")" }

  /// The text of `--help`.
  var help: String {
    var text = "swiftlet \(usage)\n\n"
    text += summary + "\n"
    if !discussion.isEmpty { text += "\n" + discussion + "\n" }
    if !subcommands.isEmpty { text += "\nCommands:\n" + table(subcommands.map { ($0.name, $0.summary) }) }
    guard !options.isEmpty else { return text }
    let rows = options.map { (left: $0.pattern, help: $0.help) }
    return text + "\nOptions:\n" + table(rows)
  }

  /// Formats two aligned columns.
  static func table(_ rows: [(left: String, help: String)]) -> String {
    let width = rows.map(\.left.count).max() ?? 0
    return rows.map { "  \($0.left)\(String(repeating: " ", count: width - $0.left.count))  \($0.help)\n" }.joined()
  }

  private func table(_ rows: [(left: String, help: String)]) -> String { Self.table(rows) }
}

extension Command {
  static let all: [Command] = [
    respond, chat, batch, serve, embed, embedImage, template, tokenize, detokenize, logits, perplexity, inspect,
    quantize, bench,
    synthesize,
    schema, pull, list, remove, prune, verify, locate, setDefault, completions, manual,
  ]

  /// The first paragraph of `swiftlet --help`.
  static let introduction = """
    Runs language models from GGUF files. Without a command, it starts a chat on a terminal and prints a sample answer
    elsewhere.
    """

  /// The text of `swiftlet --help`.
  static var overview: String {
    """
    swiftlet COMMAND [options]

    \(introduction)

    Commands:
    \(table(all.map { ($0.name, $0.summary) }))
    swiftlet COMMAND --help lists the options of a command; swiftlet --version or -V prints the version. The model is
    that of --model, else of $SWIFTLET_MODEL, else the one that swiftlet default has set, else the bundled one.

    """
  }
}
