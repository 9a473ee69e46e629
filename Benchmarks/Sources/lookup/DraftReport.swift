import SwiftletInference

/// How much faster a text comes with a small model's proposals, by how many of them are right.
struct DraftReport {
  let shape: ScriptedModel.Shape
  let draft: ScriptedModel.Shape
  let tasks: Tasks
  let options: LookupOptions

  /// Prints a line for each part of the tokens that the draft has right; returns whether all texts were the same.
  func run() async throws -> Bool {
    guard let task = tasks.all.first else { return true }
    let script = tasks.script + [0]
    let request = GenerationRequest(
      prompt: Array(script[..<task.prompt.upperBound]), sampling: .greedy, maximumTokens: task.answer.count)
    return try await ScriptedModel(shape: shape, script: script, words: tasks.words).withFile { model in
      var isEqual = true
      for right in [100, 90, 80, 60] {
        let proposals = ScriptedModel(shape: draft, script: changed(script, right: right), words: tasks.words)
        isEqual =
          try await proposals.withFile { path in
            var report = try TaskReport(model: model, draft: path, threads: options.threads, rounds: options.rounds)
            let name = "\(shape.name) with \(draft.name) that is right in \(right) of 100"
            print(try await report.line(name, request, expected: Array(script[task.answer])))
            return !report.hasFailed
          } && isEqual
      }
      return isEqual
    }
  }

  /// The script with other tokens here and there, by chance.
  private func changed(_ script: [Int], right: Int) -> [Int] {
    var random = SplitMix64(seed: 1)
    return script.map { Int.random(in: 0..<100, using: &random) < right ? $0 : ($0 + 1) % WordList.vocabularyCount }
  }
}
