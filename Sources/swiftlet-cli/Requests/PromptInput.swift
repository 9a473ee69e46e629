import Foundation

/// The prompt of `respond`: the argument, standard input, or both.
struct PromptInput {
  let text: String

  /// Reads standard input if that is asked for, or if it is a pipe or file that no option reads.
  ///
  /// Terminals and devices such as `/dev/null` are read for `-` alone, so that no command waits for input unasked.
  init(_ arguments: Arguments) throws {
    let operand = try Self.operand(arguments)
    let files = Arguments.inputOptions.flatMap { arguments.strings($0) }
    let readers = files.count { InputFile.standardInput.contains($0) } + (operand == "-" ? 1 : 0)
    guard readers < 2 else {
      throw UsageError(argument: "-", reason: "standard input can be read once, and \(readers) arguments name it")
    }
    if operand == "-" {
      text = try Self.standardInput()
    } else if readers == 0, Output.inputIsPiped {
      let piped = try Self.standardInput()
      guard let prompt = operand ?? (piped.isEmpty ? nil : "") else {
        throw UsageError(argument: "PROMPT", reason: "is missing, and standard input is empty; see --help")
      }
      text = prompt.isEmpty || piped.isEmpty ? prompt + piped : prompt + "\n\n" + piped
    } else if let operand {
      text = operand
    } else {
      throw UsageError(argument: "PROMPT", reason: "is missing; see --help")
    }
  }

  /// The prompt among the arguments; nil if there is none.
  private static func operand(_ arguments: Arguments) throws(UsageError) -> String? {
    try arguments.requireAtMost(1)
    guard let option = arguments.string("--prompt") else { return arguments.positionals.first }
    try arguments.requireAtMost(0)
    return option
  }

  private static func standardInput() throws -> String {
    guard let text = String(validating: try InputFile.bytes("-"), as: UTF8.self) else {
      throw UsageError(argument: "PROMPT", reason: "standard input is not UTF-8")
    }
    return text
  }
}
