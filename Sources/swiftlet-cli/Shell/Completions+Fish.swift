/// The completions of fish: a line for each command, option and list of values, with the words before it as a condition.
extension Completions {
  var fish: String {
    var text = """
      # Completions of fish for swiftlet, as `swiftlet completions fish` prints them.
      complete -c swiftlet -f
      # True if the words behind the command's name begin with the arguments.
      function __swiftlet_begins
        set -l words (commandline -opc)
        set -e words[1]
        for word in $argv
          test "$words[1]" = "$word"; or return 1
          set -e words[1]
        end
      end
      # True if they are the arguments.
      function __swiftlet_is
        __swiftlet_begins $argv; and test (count (commandline -opc)) -eq (math 1 + (count $argv))
      end

      """
    for option in Self.general { text += line("__swiftlet_is", names(option), option.help) }
    for command in commands { text += line("__swiftlet_is", ["-a \(command.name)"], command.summary) }
    text += line("__swiftlet_is help", ["-a '\(commands.map(\.name).joined(separator: " "))'"], nil)
    for group in groups {
      for words in [group.name, "help \(group.name)"] {
        for command in group.subcommands {
          text += line("__swiftlet_is \(words)", ["-a \(command.word)"], command.summary)
        }
      }
    }
    for command in leaves {
      let condition = "__swiftlet_begins \(command.name)"
      for option in command.allOptions { text += line(condition, names(option) + values(option), option.help) }
      switch command.operandKind {
      case .file, .folder: text += line(condition, ["-F"], nil)
      case .choice(let choices): text += line(condition, ["-a '\(choices.joined(separator: " "))'"], nil)
      case .other: break
      }
    }
    return text
  }

  private func line(_ condition: String, _ parts: [String], _ description: String?) -> String {
    let words = ["complete -c swiftlet -n '\(condition)'"] + parts
    return (words + (description.map { ["-d '\(quoted($0))'"] } ?? [])).joined(separator: " ") + "\n"
  }

  /// The names without dashes: long ones, short ones of a letter, and old ones of several.
  private func names(_ option: Option) -> [String] {
    option.names.map { name in
      let kind = name.hasPrefix("--") ? "-l" : name.count == 2 ? "-s" : "-o"
      return "\(kind) \(name.drop { $0 == "-" })"
    }
  }

  private func values(_ option: Option) -> [String] {
    // A value that is optional is never a word of its own.
    guard let kind = option.valueKind, !option.valueIsOptional else { return [] }
    switch kind {
    case .file: return ["-r -F"]
    case .folder: return ["-x -a '(__fish_complete_directories)'"]
    case .choice(let choices): return ["-x -a '\(choices.joined(separator: " "))'"]
    case .other: return ["-x"]
    }
  }

  private func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}
