/// The completions of zsh, for its function `_arguments`.
extension Completions {
  var zsh: String {
    """
    #compdef swiftlet
    # Completions of zsh for swiftlet, as `swiftlet completions zsh` prints them.
    _swiftlet() {
      local -a commands
      commands=(
    \(commands.map { zshCommand($0, $0.name) }.joined())  )
      if ((CURRENT == 2)); then
        _describe command commands
        _arguments \(Self.general.map { "\(zshSpecification($0))" }.joined(separator: " "))
        return
      fi
      local command=$words[2]
      shift words
      ((CURRENT--))
    \(groups.map(zshGroup).joined())  case $command in
        help)
          case $CURRENT,$words[2] in
            2,*) _describe command commands ;;
    \(zshHelp)      esac ;;
    \(leaves.map(zshCase).joined())  esac
    }
    _swiftlet "$@"

    """
  }

  private func zshCommand(_ command: Command, _ name: String) -> String {
    "    '\(name):\(quoted(command.summary.replacing(":", with: "\\:")))'\n"
  }

  /// The lines that add the word of a nested command to the command.
  private func zshGroup(_ group: Command) -> String {
    """
      if [[ $command == \(group.name) ]]; then
        if ((CURRENT == 2)); then
          commands=(
      \(group.subcommands.map { zshCommand($0, $0.word) }.joined().dropLast())
          )
          _describe command commands
          return
        fi
        command+=" $words[2]"
        shift words
        ((CURRENT--))
      fi

    """
  }

  /// The nested commands of those that `help` is asked about.
  private var zshHelp: String {
    groups.map { "        3,\($0.name)) compadd \($0.subcommands.map(\.word).joined(separator: " ")) ;;\n" }.joined()
  }

  private func zshCase(_ command: Command) -> String {
    var specifications = command.allOptions.map(zshSpecification)
    switch command.operandKind {
    case .file, .folder: specifications.append("'*:file:_files'")
    case .choice(let choices): specifications.append("'1:\(command.word):(\(choices.joined(separator: " ")))'")
    // Options are offered behind any number of operands.
    case .other: specifications.append("'*: : '")
    }
    return "    '\(command.name)')\n      _arguments -S \\\n        "
      + specifications.joined(separator: " \\\n        ") + " ;;\n"
  }

  /// The option with its names, description and values; the names exclude each other.
  private func zshSpecification(_ option: Option) -> String {
    let description = quoted(
      option.help.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]"))
    // Options may be repeated, so that scripts can append to a command line.
    let names = option.names.map { $0 + (option.valueIsOptional ? "=-" : "") }
    let pattern = names.count == 1 ? "'*\(names[0])" : "'*'{\(names.joined(separator: ","))}'"
    guard let kind = option.valueKind, let value = option.value else { return "\(pattern)[\(description)]'" }
    let label = quoted(value.replacing(":", with: "\\:"))
    let action =
      switch kind {
      case .file: "_files"
      case .folder: "_files -/"
      case .choice(let choices): "(\(choices.joined(separator: " ")))"
      case .other: " "
      }
    return "\(pattern)[\(description)]:\(label):\(action)'"
  }

  /// Escapes apostrophes within apostrophes.
  private func quoted(_ text: String) -> String { text.replacing("'", with: "'\\''") }
}
