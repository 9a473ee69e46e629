import Foundation

/// Serves clients that do all that clients do, for a long time, and looks for what must never happen.
@main
struct Main {
  static func main() async throws {
    guard try await Soak(Options(CommandLine.arguments.dropFirst())).run() else { exit(1) }
  }
}
