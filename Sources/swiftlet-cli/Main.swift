#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

import SwiftletKernels

/// The entry point: runs the command, and reports errors as one line and an exit status.
@main
enum Main {
  static func main() async {
    let words = CommandLine.arguments.dropFirst()
    if let name = InstructionSet.unavailableRequest {
      let sets = InstructionSet.available.map(\.rawValue).joined(separator: ", ")
      Output.error("swiftlet: SWIFTLET_ISA: ignoring \(name); this processor supports \(sets)\n")
    }
    do {
      try await run(words)
    } catch let error as UsageError {
      fail(error.description, status: 2)
    } catch let error as ClosedOutput {
      // The reader closed the pipe, as `head` does.
      exit(error.status)
    } catch {
      fail("\(words.first ?? "swiftlet"): \(ErrorText(error))", status: 1)
    }
  }

  private static func run(_ words: ArraySlice<String>) async throws {
    guard let name = words.first else { return try await Command.welcome() }
    if ["--help", "-h", "help"].contains(name) { return try Output.write(Command.overview) }
    if name == "--version" { return try Output.write(VersionText.line) }
    guard var command = Command.all.first(where: { $0.name == name }) else {
      throw UsageError(argument: name, reason: "unknown command; see swiftlet --help")
    }
    var rest = words.dropFirst()
    if let word = rest.first, let subcommand = command.subcommands.first(where: { $0.name == "\(name) \(word)" }) {
      command = subcommand
      rest = rest.dropFirst()
    }
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      return try Output.write(command.help)
    }
    try await command.run(try Arguments(rest, options: command.options))
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    Output.error("swiftlet: \(TerminalText.line(message))\n")
    exit(status)
  }
}
