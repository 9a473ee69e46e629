import Foundation
import Testing

/// Completions and the manual page have every command and option of the help.
@Suite struct ShellFileTests {
  /// The commands that `swiftlet --help` lists, and the nested ones.
  private static func commands() throws -> [[String]] {
    let nested = [["schema", "check"], ["schema", "mask-bench"]]
    let overview = try CommandLineTool.run("--help").text
    let names = overview.split(separator: "\n").filter { $0.hasPrefix("  ") }.compactMap { line in
      line.split(separator: " ").first.map { [String($0)] }
    }
    return names + nested
  }

  /// The options with two dashes that the help of a command lists.
  private static func options(of command: [String]) throws -> [String] {
    let help = try CommandLineTool.run(arguments: command + ["--help"]).text
    guard let start = help.range(of: "\nOptions:\n") else { return [] }
    return help[start.upperBound...].split(separator: "\n").compactMap { line in
      line.split(whereSeparator: { " ,=[".contains($0) }).first { $0.hasPrefix("--") }.map(String.init)
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completionsHaveEveryCommandAndOption(_ shell: String) throws {
    let script = try CommandLineTool.run("completions", shell)
    #expect(script.status == 0)
    let words = Set(script.text.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.map(String.init))
    let commands = try Self.commands()
    #expect(commands.count > 15)
    for command in commands {
      for word in command { #expect(words.contains(word), "\(word)") }
      for option in try Self.options(of: command) {
        // fish has the names without dashes.
        #expect(words.contains(shell == "fish" ? String(option.dropFirst(2)) : option), "\(command) \(option)")
      }
    }
  }

  @Test func theManualHasEveryCommandAndOption() throws {
    let page = try CommandLineTool.run("manual").text
    #expect(page.hasPrefix(".\\\" Made by"))
    #expect(page.utf8.allSatisfy { $0 < 128 })
    let text = page.replacing("\\-", with: "-")
    for command in try Self.commands() {
      #expect(text.contains("\n.SS swiftlet \(command.joined(separator: " "))"), "\(command)")
      for option in try Self.options(of: command) { #expect(text.contains(option), "\(command) \(option)") }
    }
  }

  /// Characters beyond ASCII are left out on terminals without them, and lines that begin with a letter are joined.
  @Test func theManualIsPlainText() throws {
    let page = try CommandLineTool.run("manual").text
    #expect(!page.contains("\\[u"))
    #expect(page.contains("10\\(ha9 operations") && page.contains("NAME..."))
    #expect(page.contains("\n  fish  "))
    for status in [0, 1, 2, 3, 4, 5, 130] { #expect(page.contains("\n.TP\n.B \(status)\n"), "\(status)") }
  }

  /// The names are found in the sources, as text in capitals with underscores.
  @Test func theManualHasEveryVariableThatIsRead() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardized
    let page = try CommandLineTool.run("manual").text
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      for match in try String(contentsOf: file, encoding: .utf8).matches(of: #/"([A-Z]+(?:_[A-Z]+)+)"/#) {
        #expect(page.contains(match.1), "\(match.1) in \(file.lastPathComponent)")
        count += 1
      }
    }
    #expect(count > 20)
  }

  /// The words that bash offers before the cursor; `compopt` exists only while it completes.
  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")),
    arguments: [
      ("res", "respond"), ("schema m", "mask-bench"), ("respond --gree", "--greedy"), ("bench --kv-type q", "q8_0"),
      ("completions z", "zsh"), ("help quan", "quantize"), ("respond --model ", "files"), ("inspect x", "files"),
      ("embed --pooling l", "last"), ("respond --seed ", ""), ("help schema ", "check mask-bench"),
      ("respond --kv-type = q", "q8_0"), ("respond --kv-type =", "f32 f16 q8_0"),
      ("respond --packed-cache = x", "files"), ("respond -- --gree", ""), ("inspect -- --x", "files"),
      ("quantize a b --type Q6", "Q6_K"),
      ("synthesize a --shape mamba", "mamba2-1.3b"), ("synthesize a --type q8", "q8_0"),
    ])
  func bashCompletes(_ line: String, _ expected: String) throws {
    let result = try CommandLineTool.shell(
      """
      /bin/bash -c 'eval "$("$SWIFTLET" completions bash)"; compopt() { COMPREPLY=(files); }
      IFS=" " read -ra COMP_WORDS <<<"swiftlet $1"; [[ $1 != *" " ]] || COMP_WORDS+=("")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _swiftlet; echo "${COMPREPLY[*]}"' bash '\(line)'
      """)
    #expect(result.text == expected + "\n", "\(result.errors)")
  }

  private static let fish = ["/usr/bin/fish", "/bin/fish", "/usr/local/bin/fish", "/opt/homebrew/bin/fish"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The words that fish offers before the cursor, in alphabetical order.
  @Test(
    .enabled(if: fish != nil),
    arguments: [
      ("res", "respond"), ("schema m", "mask-bench"), ("respond --gree", "--greedy"), ("bench --kv-type q", "q8_0"),
      ("completions ", "bash fish zsh"), ("help quan", "quantize"), ("help schema ", "check mask-bench"),
      ("respond -- --gree", ""), ("-- res", ""), ("respond hi schema ", ""), ("respond respond --gree", "--greedy"),
      ("respond chat --draf", "--draft"), ("tokenize serve --max-b", ""), ("schema check -- --l", ""),
      ("schema check a --leni", "--lenient"),
    ])
  func fishCompletes(_ line: String, _ expected: String) throws {
    let script = "source ($argv[1] completions fish | psub); complete -C \"swiftlet $argv[2]\""
    // Fish makes folders in its home.
    let home = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: home) }
    let fish = "env -u XDG_CONFIG_HOME -u XDG_DATA_HOME HOME='\(home)' '\(Self.fish ?? "")' --no-config"
    let result = try CommandLineTool.shell(
      "\(fish) -c '\(script)' \"$SWIFTLET\" '\(line)' | cut -f 1 | sort | xargs")
    #expect(result.text == expected + "\n", "\(result.errors)")
  }

  @Test(arguments: [["completions"], ["completions", "tcsh"], ["completions", "bash", "zsh"], ["manual", "x"]])
  func wrongUsageIsStatusTwo(_ words: [String]) throws {
    let result = try CommandLineTool.run(arguments: words)
    #expect(result.status == 2)
    #expect(result.errors.filter { $0 == "\n" }.count == 1)
  }
}
