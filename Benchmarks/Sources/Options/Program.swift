import Foundation

/// The common entry point of the benchmark programs: argument parsing, error messages and exit statuses.
public enum Program {
  /// `EX_USAGE` of `sysexits.h`.
  private static let wrongUsage: Int32 = 64

  /// Runs a program.
  ///
  /// The exit status is 0 on success, 1 on failure, and 64 for an invalid command line.
  ///
  /// - Parameters:
  ///   - help: The text of `--help`.
  ///   - body: The program; returns false if a check failed.
  public static func run(_ help: String, _ body: @Sendable (inout ArgumentReader) async throws -> Bool) async {
    let arguments = CommandLine.arguments
    guard !arguments.dropFirst().contains("--help") else { return print(help) }
    let name = arguments.first.map { URL(filePath: $0).lastPathComponent } ?? ""
    do {
      var words = ArgumentReader(arguments.dropFirst())
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
