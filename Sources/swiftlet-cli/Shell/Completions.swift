/// The completions of a shell, made from the options of the commands.
struct Completions {
  /// The shells.
  enum Shell: String, CaseIterable { case bash, zsh, fish }

  /// The commands, without nested ones.
  var commands: [Command]

  /// Returns the script that defines the completions of a shell.
  func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  /// The commands that run: those without nested commands, and the nested ones.
  var leaves: [Command] { commands.flatMap { $0.subcommands.isEmpty ? [$0] : $0.subcommands } }

  /// The commands that have nested ones.
  var groups: [Command] { commands.filter { !$0.subcommands.isEmpty } }

  /// The options that stand in place of a command.
  static let general: [Option] = [
    Option("--help", nil, "list the commands, or the options of a command", or: "-h"),
    Option("--version", nil, "print the version", or: "-V"),
  ]
}

/// The kind of words that a shell offers.
enum WordKind {
  case file, folder
  /// One of a few words.
  case choice([String])
  /// Text or a number, for which nothing is offered.
  case other
}

extension Option {
  /// The kind of the value; nil for flags.
  var valueKind: WordKind? {
    guard let value else { return nil }
    if !choices.isEmpty { return .choice(choices) }
    switch value {
    case "FILE", "FILE[:SCALE]", "LOGITS", "MODEL": return .file
    case "DIR": return .folder
    default: return .other
    }
  }

  /// All names.
  var names: [String] { [name] + aliases }
}

extension Command {
  /// The last word of the name, which nested commands have behind that of their group.
  var word: String { name.split(separator: " ").last.map(String.init) ?? name }

  /// The options, with the one that all commands have.
  var allOptions: [Option] { options + [Option("--help", nil, "print this help", or: "-h")] }

  /// The kind of the positional arguments: files, if placeholders in the help are names of files.
  var operandKind: WordKind {
    if !operandChoices.isEmpty { return .choice(operandChoices) }
    let isFile = operands.split(whereSeparator: { " []".contains($0) }).contains { word in
      ["FILE", "IN", "OUT", "MODEL"].contains(word) || word.hasSuffix(".json")
    }
    return isFile ? .file : .other
  }
}
