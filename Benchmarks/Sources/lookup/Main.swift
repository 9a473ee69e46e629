import Foundation
import SwiftletInference

/// Measures what guesses from the prompt bring where an answer repeats it, and what they cost where it does not.
@main
struct Main {
  static func main() async {
    do {
      try await measure()
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(error is UsageError ? 2 : 1)
    }
  }

  private static func measure() async throws {
    let options = try Options(CommandLine.arguments.dropFirst())
    if options.measuresRows {
      try RowsReport(model: options.model, threads: options.threads).lines(depth: 256, rounds: 8 * options.rounds)
        .forEach { print($0) }
      return
    }
    let isEqual = try await scripted(options)
    let areStoriesEqual = try await stories(options)
    if !isEqual || !areStoriesEqual { exit(1) }
  }

  /// Texts that a model of a real one's size is made to write.
  private static func scripted(_ options: Options) async throws -> Bool {
    let tasks = try Tasks(most: options.tokens)
    let wanted = tasks.all.filter { options.task == nil || $0.name == options.task }
    guard !wanted.isEmpty else { return true }
    let path = FileManager.default.temporaryDirectory.appending(path: "scripted-\(getpid()).gguf").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try ScriptedModel(shape: options.shape, script: tasks.script + [0]).write(to: path)
    var report = try TaskReport(model: path, threads: options.threads, rounds: options.rounds)
    for task in wanted {
      let request = GenerationRequest(
        prompt: Array(tasks.script[..<task.prompt.upperBound]), sampling: .greedy, maximumTokens: task.answer.count)
      print(try await report.line(task.name, request, expected: Array(tasks.script[task.answer])))
      fflush(nil)
    }
    return !report.hasFailed
  }

  /// Texts that a trained model draws by chance.
  private static func stories(_ options: Options) async throws -> Bool {
    guard options.task == nil || options.task == "story" else { return true }
    var report = try TaskReport(model: options.model, threads: options.threads, rounds: options.rounds)
    guard let tokenizer = report.engines[true]?.tokenizer else { return true }
    for seed in 1...3 {
      let prompt = tokenizer.encode("Once upon a time, there was a \(["fox", "hen", "girl"][seed - 1])")
      let request = GenerationRequest(
        prompt: prompt, sampling: SamplingParameters(temperature: 0.8, seed: UInt64(seed)), maximumTokens: 300)
      print(try await report.line("story \(seed)", request, expected: nil))
    }
    return !report.hasFailed
  }
}
