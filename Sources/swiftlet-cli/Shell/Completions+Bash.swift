/// The completions of bash.
///
/// The function looks at the words before the cursor: the command, and an option that expects a value. A word such as
/// `--kv-type=f16` is three words for bash. `compopt -o default` lets bash complete names of files.
extension Completions {
  var bash: String {
    """
    # Completions of bash for swiftlet, as `swiftlet completions bash` prints them.
    _swiftlet() {
      local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]-} words=
      local joined= ended=
      COMPREPLY=()
      if [[ $word == = ]]; then
        joined=yes word=
      elif [[ $previous == = ]]; then
        joined=yes previous=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      [[ " ${COMP_WORDS[*]:0:COMP_CWORD} " != *' -- '* ]] || ended=yes previous=
      if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W '\(bashWords(commands.map(\.name) + ["help"] + Self.general.flatMap(\.names)))' -- "$word"))
        return
      fi
    \(bashGroups)  case $command in
        help)
          case $COMP_CWORD,${COMP_WORDS[2]} in
            2,*) words='\(bashWords(commands.map(\.name)))' ;;
    \(bashHelp)      esac ;;
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

  /// The nested commands of those that `help` is asked about.
  private var bashHelp: String {
    groups.map { "        3,\($0.name)) words='\(bashWords($0.subcommands.map(\.word)))' ;;\n" }.joined()
  }

  /// The words that a command can be followed by, after a value of its options.
  private func bashCase(_ command: Command) -> String {
    var text = "    '\(command.name)')\n      case $previous in\n"
    for option in command.allOptions {
      guard let kind = option.valueKind else { continue }
      // An optional value is part of the option's word.
      let value = option.valueIsOptional ? "[[ -z $joined ]] || { \(bashValue(kind)); }" : bashValue(kind)
      text += "        \(option.names.joined(separator: "|"))) \(value) ;;\n"
    }
    text += "      esac\n      if [[ -z $ended && $word == -* ]]; then\n"
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
