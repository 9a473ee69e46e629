#if os(Linux)
  import Foundation
  import Glibc
  import Testing

  extension CommandLineTool {
    /// A text that is typed on a terminal once another one is seen there.
    struct Typing {
      var trigger: String
      var text: String
    }

    /// Runs the tool with its output on a pseudo-terminal, and returns what that receives.
    static func runOnTerminal(
      _ arguments: [String], input: String = "", environment changes: [String: String] = [:]
    ) throws -> String {
      let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try Data(input.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let reader = try FileHandle(forReadingFrom: file)
      return try runOnTerminal(arguments, environment: changes, typing: []) { process, terminal in
        process.standardInput = input.isEmpty ? FileHandle.nullDevice : reader
        process.standardOutput = terminal
        process.standardError = FileHandle.nullDevice
      }.text
    }

    /// Runs the tool with its input, output and errors on a pseudo-terminal.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - changes: Changes of the environment.
    ///   - typing: The texts to type, each once its trigger has come after the one before.
    /// - Returns: What the terminal receives, with what was typed, and the exit status.
    /// - Throws: The errors of the system.
    static func runAtTerminal(
      _ arguments: [String], environment changes: [String: String] = [:], typing: [Typing]
    ) throws -> (text: String, status: Int32) {
      try runOnTerminal(arguments, environment: changes, typing: typing) { process, terminal in
        (process.standardInput, process.standardOutput, process.standardError) = (terminal, terminal, terminal)
      }
    }

    private static func runOnTerminal(
      _ arguments: [String], environment changes: [String: String], typing: [Typing],
      _ connect: (Process, FileHandle) -> Void
    ) throws -> (text: String, status: Int32) {
      let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
      try #require(terminal >= 0)
      defer { close(terminal) }
      // TIOCSPTLCK unlocks the other side, TIOCGPTN returns its number; the module has neither these nor `ptsname`.
      var (lock, number): (Int32, UInt32) = (0, 0)
      try #require(ioctl(terminal, 0x4004_5431, &lock) == 0 && ioctl(terminal, 0x8004_5430, &number) == 0)
      let side = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
      try #require(side >= 0)
      let process = Process()
      (process.executableURL, process.arguments) = (executable, arguments)
      process.environment = environment.merging(changes) { $1 }
      connect(process, FileHandle(fileDescriptor: side))
      try process.run()
      close(side)
      // Reading fails when the process has ended.
      var (received, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 4096))
      var (rest, seen) = (typing[...], 0)
      while case let count = read(terminal, &buffer, buffer.count), count > 0 {
        received += buffer[..<count]
        guard let next = rest.first, let range = received[seen...].firstRange(of: Array(next.trigger.utf8)) else {
          continue
        }
        seen = range.upperBound
        rest = rest.dropFirst()
        let bytes = Array(next.text.utf8)
        try #require(write(terminal, bytes, bytes.count) == bytes.count)
      }
      process.waitUntilExit()
      return (String(decoding: received, as: UTF8.self), process.terminationStatus)
    }
  }
#endif
