import Foundation
import SwiftletInference

/// Measures how long a stream pauses while the prompts of others are read.
@main
struct Main {
  static func main() async throws {
    let options = try Options(CommandLine.arguments.dropFirst())
    let engine = try InferenceEngine(
      contentsOf: options.model, options: EngineOptions(threads: options.threads, contextSize: options.prompt + 2048))
    print(try await PauseReport(engine: engine, options: options).text())
  }
}

/// What the command line says.
struct Options {
  var model = "../Weights/swiftlet-tiny-q8_0.gguf"
  var threads: Int?
  /// The length of the prompt that is read meanwhile.
  var prompt = 4000
  /// How many streams run.
  var streams = 1

  init(_ arguments: some Sequence<String>) throws {
    var arguments = Array(arguments)[...]
    while let argument = arguments.popFirst() {
      switch argument {
      case "--threads": threads = arguments.popFirst().flatMap { Int($0) }
      case "--prompt": prompt = arguments.popFirst().flatMap { Int($0) } ?? prompt
      case "--streams": streams = max(1, arguments.popFirst().flatMap { Int($0) } ?? streams)
      default:
        guard !argument.hasPrefix("-") else { throw UsageError(argument: argument) }
        model = argument
      }
    }
  }
}

/// An argument that means nothing.
struct UsageError: Error, CustomStringConvertible {
  var argument: String

  var description: String { "found \(argument); expected MODEL, --threads N, --prompt N, --streams N" }
}
