extension Command {
  static let completions = Command(
    name: "completions", operands: "SHELL", operandChoices: Completions.Shell.allCases.map(\.rawValue),
    summary: "Print the completions of commands and options for bash, zsh or fish.",
    discussion: """
      Packages install them. Otherwise, write them to the folder that the shell reads:

        bash  ~/.local/share/bash-completion/completions/swiftlet
        zsh   the file _swiftlet in a folder of $fpath
        fish  ~/.config/fish/completions/swiftlet.fish
      """
  ) { arguments in
    let word = try arguments.positional("SHELL")
    guard let shell = Completions.Shell(rawValue: word) else {
      let all = Completions.Shell.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(argument: "SHELL", reason: "found \(word), expected one of \(all)")
    }
    try Output.write(Completions(commands: all).script(for: shell))
  }

  static let manual = Command(
    name: "manual", summary: "Print the manual page, with the help of all commands, for man and groff."
  ) { arguments in
    try arguments.requireAtMost(0)
    try Output.write(ManualPage(commands: all).text)
  }
}
