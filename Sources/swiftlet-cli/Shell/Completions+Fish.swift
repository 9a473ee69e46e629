/// The completions of fish: a line for each command, option and list of values, with the words before it as a condition.
extension Completions {
  var fish: String {
    var text = """
      # Completions of fish for swiftlet, as `swiftlet completions fish` prints them.
      complete -c swiftlet -f

      """
    let none = "__fish_use_subcommand"
    for option in Self.general { text += line(none, names(option), option.help) }
    for command in commands { text += line(none, ["-a \(command.name)"], command.summary) }
    text += line("__fish_seen_subcommand_from help", ["-a '\(commands.map(\.name).joined(separator: " "))'"], nil)
    for group in groups {
      let words = group.subcommands.map(\.word).joined(separator: " ")
      let condition = "\(seen(group.name)); and not \(seen(words))"
      for command in group.subcommands { text += line(condition, ["-a \(command.word)"], command.summary) }
    }
    for command in leaves {
      let condition = command.name.split(separator: " ").map { seen(String($0)) }.joined(separator: "; and ")
      for option in command.allOptions { text += line(condition, names(option) + values(option), option.help) }
      switch command.operandKind {
      case .file, .folder: text += line(condition, ["-F"], nil)
      case .choice(let choices): text += line(condition, ["-a '\(choices.joined(separator: " "))'"], nil)
      case .other: break
      }
    }
    return text
  }

  private func seen(_ words: String) -> String { "__fish_seen_subcommand_from \(words)" }

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
