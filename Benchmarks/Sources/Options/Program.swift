import Foundation

/// What all programs of this package do alike: read their words, and say what went wrong.
public enum Program {
  /// `EX_USAGE` of `sysexits.h`.
  private static let wrongUsage: Int32 = 64

  /// Runs a program to its end.
  ///
  /// The exit status is 0 if all went well, 1 if not, and 64 if a word of the command line is wrong.
  ///
  /// - Parameters:
  ///   - help: What the program does and how it is called, for `--help`.
  ///   - body: The program; returns whether what it looked at is as it should be.
  public static func run(_ help: String, _ body: @Sendable (inout Words) async throws -> Bool) async {
    let arguments = CommandLine.arguments
    guard !arguments.dropFirst().contains("--help") else { return print(help) }
    let name = arguments.first.map { URL(filePath: $0).lastPathComponent } ?? ""
    do {
      var words = Words(arguments.dropFirst())
      if try await !body(&words) { exit(EXIT_FAILURE) }
    } catch let error as UsageError {
      note("\(name): \(error); see --help")
      exit(wrongUsage)
    } catch {
      note("\(name): \(error)")
      exit(EXIT_FAILURE)
    }
  }

  private static func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
