import Foundation
import SwiftletInference

/// Measures how long a stream pauses while the prompts of others are read, or how soon a second session begins.
@main
struct Main {
  static func main() async throws {
    let options = try Options(CommandLine.arguments.dropFirst())
    let engine = try InferenceEngine(
      contentsOf: options.model, options: EngineOptions(threads: options.threads, contextSize: options.prompt + 2048))
    if options.measuresSessions {
      print(try await SessionReport(engine: engine, options: options).text(rounds: options.rounds))
    } else {
      print(try await PauseReport(engine: engine, options: options).text())
    }
  }
}

/// What the command line says.
struct Options {
  var model = "../Weights/swiftlet-tiny-q8_0.gguf"
  var threads: Int?
  /// The length of the prompt that is read meanwhile, or of the instructions.
  var prompt = 4000
  /// Whether it is measured how soon a second session begins to answer.
  var measuresSessions = false
  /// The length of a question after the instructions.
  var question = 16
  /// How often sessions begin.
  var rounds = 5
  /// How many streams run.
  var streams = 1

  init(_ arguments: some Sequence<String>) throws {
    var arguments = Array(arguments)[...]
    while let argument = arguments.popFirst() {
      switch argument {
      case "--sessions": measuresSessions = true
      case "--question": question = max(1, arguments.popFirst().flatMap { Int($0) } ?? question)
      case "--rounds": rounds = max(1, arguments.popFirst().flatMap { Int($0) } ?? rounds)
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

  var description: String {
    "found \(argument); expected MODEL, --threads N, --prompt N, --streams N, --sessions, --question N, --rounds N"
  }
}
