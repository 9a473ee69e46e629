#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

import SwiftletKernels
import SwiftletServer
import SwiftletStore

/// The entry point: runs the command, and reports errors as one line and an exit status.
@main
enum Main {
  /// Starts the command in a task; help, and errors of its words, need none.
  ///
  /// An asynchronous `main` would itself be a task, which takes what ``requireProcessFiles()`` checks.
  static func main() {
    Output.reserveDescriptors()
    // Writing to a pipe without a reader fails with an error then, after which files are completed.
    _ = signal(SIGPIPE, SIG_IGN)
    let arguments = ProcessArguments.current
    let words = arguments.words[...]
    if let index = arguments.firstThatIsNotUTF8 {
      fail(UsageError(argument: "argument \(index)", reason: "is not UTF-8").description, status: 2)
    }
    if let name = InstructionSet.unavailableRequest {
      let sets = InstructionSet.available.map(\.rawValue).joined(separator: ", ")
      Output.error("swiftlet: SWIFTLET_ISA: ignoring \(name); this processor supports \(sets)\n")
    }
    PackedCacheFolder.warnOfEnvironment()
    do {
      guard let work = try Self.work(words) else { return }
      try requireProcessFiles()
      ProcessResource.reserveStacks(of: ProcessRequirement.stackBytes)
      try ProcessRequirement(ofCommand: words.first).check()
      // Not on the main actor, whose queue nothing drains.
      Task.detached {
        do {
          try await work()
          await PackedCacheWriter.waitForAll()
        } catch {
          report(error, in: words.first)
        }
        exit(0)
      }
    } catch {
      report(error, in: words.first)
    }
    // Not by dispatchMain(3), which ends this thread: that takes libgcc_s, of which no other part of the command has need.
    while true { pause() }
  }

  /// Returns the work of the command that words name; nil if they ask for help or the version, which is printed.
  private static func work(_ words: ArraySlice<String>) throws -> (@Sendable () async throws -> Void)? {
    guard let name = words.first else { return { try await Command.welcome() } }
    if ["--version", "-V"].contains(name) {
      try Output.write(VersionText.line)
      return nil
    }
    if ["--help", "-h", "help"].contains(name) {
      try Output.write(words.count > 1 ? Self.command(words.dropFirst()).command.help : Command.overview)
      return nil
    }
    let (command, rest) = try Self.command(words)
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      try Output.write(command.help)
      return nil
    }
    return { try await command.run(rest) }
  }

  /// Throws where `/proc` is not mounted: Swift's dispatch library watches its threads by files there, and ends the process
  /// without a message if there are none.
  private static func requireProcessFiles() throws(FileError) {
    #if os(Linux)
      guard unsafe access("/proc/self/task", X_OK) == 0 else {
        throw FileError("/proc", "is not mounted, and Swift's runtime needs it; mount -t proc proc /proc")
      }
    #endif
  }

  /// Returns the command that words begin with, and the words after it.
  private static func command(
    _ words: ArraySlice<String>
  ) throws(UsageError) -> (command: Command, rest: ArraySlice<String>) {
    let name = words.first ?? ""
    guard let command = Command.all.first(where: { $0.name == name }) else {
      let suggestion = Suggestion.text(for: name, among: Command.all.map(\.name) + ["--version", "--help"])
      let kind = name.hasPrefix("-") ? "option" : "command"
      throw UsageError(argument: name, reason: "unknown \(kind)\(suggestion); see swiftlet --help")
    }
    let rest = words.dropFirst()
    guard !command.subcommands.isEmpty, let word = rest.first, !word.hasPrefix("-") else { return (command, rest) }
    return (try subcommand(word, of: command), rest.dropFirst())
  }

  /// Returns the nested command of a name.
  private static func subcommand(_ word: String, of command: Command) throws(UsageError) -> Command {
    if let subcommand = command.subcommands.first(where: { $0.name == "\(command.name) \(word)" }) { return subcommand }
    let words = command.subcommands.map { String($0.name.dropFirst(command.name.count + 1)) }
    let suggestion = Suggestion.name(for: word, among: words).map { "; did you mean \(command.name) \($0)?" } ?? ""
    throw UsageError(
      argument: "\(command.name) \(word)",
      reason: "unknown command, expected \(words.joined(separator: " or "))\(suggestion); "
        + "see swiftlet \(command.name) --help")
  }

  /// Ends the process with the message and the exit status of an error.
  private static func report(_ error: any Error, in name: String?) -> Never {
    switch error {
    case let error as UsageError: fail(error.description, status: 2)
    // The reader closed the pipe, as `head` does.
    case let error as ClosedOutput: exit(error.status)
    case let error as ModelStoreError:
      if case .ambiguous(_, let candidates, _) = error { Output.error(candidates.table) }
      fail("\(name ?? "swiftlet"): \(error)", status: error.exitStatus)
    default: fail("\(name ?? "swiftlet"): \(CommandErrorText(error))", status: 1)
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    Output.error("swiftlet: \(TerminalText.line(message))\n")
    exit(status)
  }
}
