import Swiftlet

/// The manual page, in the macros of man(7), made from the texts of `--help`.
struct ManualPage {
  /// The commands, without nested ones.
  var commands: [Command]

  /// The source of the page, in ASCII.
  var text: String {
    var text = """
      .\\" Made by `swiftlet manual`.
      .TH SWIFTLET 1 "" "swiftlet \(LibraryVersion.number)" "User Commands"
      .SH NAME
      swiftlet \\- run language models from GGUF files
      .SH SYNOPSIS
      .B swiftlet
      .I COMMAND
      .RI [ options ]
      .SH DESCRIPTION

      """
    text += paragraphs(Command.introduction) + section("COMMANDS")
    for command in commands.flatMap({ [$0] + $0.subcommands }) { text += self.text(command) }
    text += section("ENVIRONMENT")
    for (name, meaning) in Self.environment { text += entry(name, meaning) }
    text += section("EXIT STATUS")
    for (status, meaning) in Self.statuses { text += entry(status, meaning) }
    return text
  }

  private func section(_ name: String) -> String { ".SH \(name)\n" }

  private func text(_ command: Command) -> String {
    var text = ".SS swiftlet \(escaped(command.usage))\n" + paragraphs(command.summary)
    if !command.discussion.isEmpty { text += ".PP\n" + paragraphs(command.discussion) }
    for option in command.options {
      let aliases = option.aliases.filter { $0.hasPrefix("--") }
      let names = ([option.pattern] + aliases).joined(separator: ", ")
      text += entry(names, option.help)
    }
    return text
  }

  private func entry(_ name: String, _ meaning: String) -> String {
    ".TP\n.B \(escaped(name))\n\(escaped(meaning))\n"
  }

  /// The lines of paragraphs that empty lines separate.
  private func paragraphs(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.isEmpty ? ".PP\n" : escaped(line) + "\n"
    }.joined()
  }

  /// The ASCII forms of characters in the help, which groff would leave out for a terminal that has no others.
  private static let plainForms: [Unicode.Scalar: String] = ["…": "...", "×": "x", "⁹": "\\(ha9"]

  /// Escapes what has a meaning for roff: backslashes, dashes, and dots and apostrophes at the beginning of a line.
  private func escaped(_ text: some StringProtocol) -> String {
    var result = text.first == "." || text.first == "'" ? "\\&" : ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        if let plain = Self.plainForms[scalar] {
          result += plain
          continue
        }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return result
  }
}
