import Foundation
import Options
import SwiftletInference

/// Measures what guesses bring where they are right, and what they cost where they are not.
@main
struct Main {
  static func main() async {
    await Program.run(LookupOptions.help) { words in try await measure(LookupOptions(&words)) }
  }

  private static func measure(_ options: LookupOptions) async throws -> Bool {
    if options.measuresRows {
      try RowsReport(model: options.model, threads: options.threads).lines(depth: 256, rounds: 8 * options.rounds)
        .forEach { print($0) }
      return true
    }
    if let draft = options.draft {
      let tasks = try Tasks(most: options.tokens, only: "free")
      return try await DraftReport(shape: options.shape, draft: draft, tasks: tasks, options: options).run()
    }
    let isEqual = try await scripted(options)
    return try await stories(options) && isEqual
  }

  /// Texts that a model of a real one's size is made to write.
  private static func scripted(_ options: LookupOptions) async throws -> Bool {
    guard options.task != "story" else { return true }
    let tasks = try Tasks(most: options.tokens, only: options.task)
    let model = ScriptedModel(shape: options.shape, script: tasks.script + [0], words: tasks.words)
    return try await model.withFile { path in
      var report = try TaskReport(model: path, threads: options.threads, rounds: options.rounds)
      for task in tasks.all {
        // With room for more than a guided answer, which then is not cut short.
        let request = GenerationRequest(
          prompt: Array(tasks.script[..<task.prompt.upperBound]), sampling: .greedy,
          maximumTokens: task.answer.count + (task.schema == nil ? 0 : 64))
        let expected = Array(tasks.script[task.answer])
        print(try await report.line(task.name, request, schema: task.schema, expected: expected))
        fflush(nil)
      }
      return !report.hasFailed
    }
  }

  /// Texts that a trained model draws by chance.
  private static func stories(_ options: LookupOptions) async throws -> Bool {
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

extension ScriptedModel {
  /// Calls a function with the path of a file of the model, which is gone afterwards.
  func withFile<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).gguf").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try write(to: path)
    return try await body(path)
  }
}
