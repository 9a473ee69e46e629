/// A command of the chat, `/name` with an optional argument.
struct ChatCommand: Equatable {
  /// The names of the commands.
  enum Name: String, CaseIterable {
    case help, system, image, tools, transcript, save, load, undo, regenerate, reset, stats, quit
  }

  var name: Name
  /// The text after the name, without blanks around it; empty if there is none.
  var argument: String

  /// The result of parsing a line.
  enum Line: Equatable {
    case prompt(String)
    case command(ChatCommand)
    /// A command that does not exist.
    case unknown(String)
  }

  /// Parses a line: `/` and letters begin a command, anything else, such as a path, is a prompt.
  static func parse(_ line: String) -> Line {
    let trimmed = line.drop(while: \.isWhitespace)
    let word = trimmed.prefix { !$0.isWhitespace }
    guard word.hasPrefix("/"), word.count > 1, word.dropFirst().allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return .prompt(line)
    }
    let text = word.dropFirst().lowercased()
    guard let name = Name(rawValue: text == "exit" ? "quit" : text) else { return .unknown(String(word)) }
    let argument = trimmed.dropFirst(word.count).drop(while: \.isWhitespace)
    let end = argument.lastIndex { !$0.isWhitespace }.map { argument.index(after: $0) } ?? argument.startIndex
    return .command(ChatCommand(name: name, argument: String(argument[..<end])))
  }

  /// The table of all commands.
  static var help: String {
    let rows = Name.allCases.map { name in
      (left: "/\(name.rawValue)" + (name.placeholder.map { " \($0)" } ?? ""), help: name.summary)
    }
    return String(Command.table(rows).dropLast())
  }
}

extension ChatCommand.Name {
  /// The argument in the table of commands; nil if there is none.
  fileprivate var placeholder: String? {
    switch self {
    case .system: "[TEXT]"
    case .image, .save, .load: "FILE"
    default: nil
    }
  }

  fileprivate var summary: String {
    switch self {
    case .help: "list the commands"
    case .system: "replace the instructions, and keep the conversation; without text, show them"
    case .image: "send an image with the next prompt; several times for several"
    case .tools: "enable or disable a calculator, a clock and a word counter; starts a new conversation"
    case .transcript: "print the conversation so far"
    case .save: "save the conversation as JSON"
    case .load: "continue a saved conversation"
    case .undo: "take back the last prompt and its answer"
    case .regenerate: "answer the last prompt anew"
    case .reset: "start a new conversation"
    case .stats: "show the tokens and the speed of the last answer, and the use of the context"
    case .quit: "end the chat, as Ctrl-D does"
    }
  }
}
