/// The completions of bash.
///
/// The function looks at the words before the cursor: the command, and an option that expects a value. `compopt -o default`
/// lets bash complete names of files.
extension Completions {
  var bash: String {
    """
    # Completions of bash for swiftlet, as `swiftlet completions bash` prints them.
    _swiftlet() {
      local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]-} words=
      COMPREPLY=()
      if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W '\(bashWords(commands.map(\.name) + ["help"] + Self.general.flatMap(\.names)))' -- "$word"))
        return
      fi
    \(bashGroups)  case $command in
        help) ((COMP_CWORD == 2)) && words='\(bashWords(commands.map(\.name)))' ;;
    \(leaves.map(bashCase).joined())    *) return ;;
      esac
      [[ -z $words ]] || COMPREPLY=($(compgen -W "$words" -- "$word"))
    }
    complete -F _swiftlet swiftlet

    """
  }

  /// The lines that add the word of a nested command to the command.
  private var bashGroups: String {
    groups.map { group in
      """
        if [[ $command == \(group.name) ]]; then
          if ((COMP_CWORD == 2)); then
            COMPREPLY=($(compgen -W '\(bashWords(group.subcommands.map(\.word)))' -- "$word"))
            return
          fi
          command+=" ${COMP_WORDS[2]}"
        fi

      """
    }.joined()
  }

  /// The words that a command can be followed by, after a value of its options.
  private func bashCase(_ command: Command) -> String {
    // A word such as --packed-cache=DIR is three words for bash.
    var text = "    '\(command.name)')\n      case $previous in\n        =) compopt -o default; return ;;\n"
    for option in command.allOptions where !option.valueIsOptional {
      guard let kind = option.valueKind else { continue }
      text += "        \(option.names.joined(separator: "|"))) \(bashValue(kind)) ;;\n"
    }
    text += "      esac\n      if [[ $word == -* ]]; then\n"
    text += "        words='\(bashWords(command.allOptions.map(\.name)))'\n"
    switch command.operandKind {
    case .file, .folder: text += "      else\n        compopt -o default\n"
    case .choice(let choices): text += "      else\n        words='\(bashWords(choices))'\n"
    case .other: break
    }
    return text + "      fi ;;\n"
  }

  private func bashValue(_ kind: WordKind) -> String {
    switch kind {
    case .file: "compopt -o default; return"
    case .folder: "compopt -o default -o dirnames; return"
    case .choice(let choices): "COMPREPLY=($(compgen -W '\(bashWords(choices))' -- \"$word\")); return"
    case .other: "return"
    }
  }

  private func bashWords(_ words: [String]) -> String { words.joined(separator: " ") }
}
