import SwiftletInference

/// The speedup of speculative decoding with a draft model at several acceptance rates.
struct DraftReport {
  let shape: ScriptedModel.Shape
  let draft: ScriptedModel.Shape
  let tasks: Tasks
  let options: LookupOptions

  /// Prints a line per acceptance rate; returns true if all outputs were equal.
  func run() async throws -> Bool {
    guard let task = tasks.all.first else { return true }
    let script = tasks.script + [0]
    let request = GenerationRequest(
      prompt: Array(script[..<task.prompt.upperBound]), sampling: .greedy, maximumTokens: task.answer.count)
    return try await ScriptedModel(shape: shape, script: script, words: tasks.words).withFile { model in
      var isEqual = true
      for right in [100, 90, 80, 60] {
        let draftModel = ScriptedModel(shape: draft, script: changed(script, right: right), words: tasks.words)
        isEqual =
          try await draftModel.withFile { path in
            var report = try TaskReport(model: model, draft: path, threads: options.threads, rounds: options.rounds)
            let name = "\(shape.name) with \(draft.name) at \(right) % correct tokens"
            print(try await report.line(name, request, expected: Array(script[task.answer])))
            return !report.hasFailed
          } && isEqual
      }
      return isEqual
    }
  }

  /// Returns the script with some tokens replaced at random.
  private func changed(_ script: [Int], right: Int) -> [Int] {
    var random = SplitMix64(seed: 1)
    return script.map { Int.random(in: 0..<100, using: &random) < right ? $0 : ($0 + 1) % WordList.vocabularyCount }
  }
}
