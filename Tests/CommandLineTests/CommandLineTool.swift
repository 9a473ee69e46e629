import Foundation
import Testing

/// The `swiftlet` binary that was built with the tests, run as a user would.
struct CommandLineTool {
  /// The exit status and output of a run.
  struct Result {
    var status: Int32
    var output: Data
    var errors: String

    /// Standard output as text.
    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The folder of the build products, which contains the test bundle (an executable on Linux).
  static let buildFolder: URL = {
    #if canImport(Darwin)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      if let bundle { return bundle.bundleURL.deletingLastPathComponent() }
    #endif
    return URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
  }()

  /// The environment of this process without packed weights in the user's folder, which tests must not fill.
  static let environment = ProcessInfo.processInfo.environment.merging(["SWIFTLET_PACKED_CACHE": "off"]) { $1 }

  static var executable: URL { buildFolder.appending(path: "swiftlet") }

  /// Runs the tool and waits for its exit.
  @discardableResult
  static func run(_ arguments: String..., input: String = "", environment: [String: String] = [:]) throws -> Result {
    try run(executable, arguments, input: Data(input.utf8), environment: environment)
  }

  /// Runs the tool and waits for its exit.
  @discardableResult
  static func run(arguments: [String], environment: [String: String] = [:]) throws -> Result {
    try run(executable, arguments, input: Data(), environment: environment)
  }

  /// Runs a shell command in which `$SWIFTLET` is the path of the tool.
  static func shell(_ line: String) throws -> Result {
    try run(
      URL(filePath: "/bin/sh"), ["-c", line], input: Data(),
      environment: ["SWIFTLET": executable.path(percentEncoded: false)])
  }

  private static func run(
    _ executable: URL, _ arguments: [String], input: Data, environment: [String: String]
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files instead of pipes, which would need a thread to drain them.
    let files = try ["in", "out", "err"].map { name in
      let url = folder.appending(path: name)
      try (name == "in" ? input : Data()).write(to: url)
      return try FileHandle(forUpdating: url)
    }
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = Self.environment.merging(environment) { $1 }
    process.standardInput = files[0]
    process.standardOutput = files[1]
    process.standardError = files[2]
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try Data(contentsOf: folder.appending(path: "out")),
      errors: String(decoding: try Data(contentsOf: folder.appending(path: "err")), as: UTF8.self))
  }
}

/// Parses a line as a JSON object.
func object(_ line: some StringProtocol) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
}
