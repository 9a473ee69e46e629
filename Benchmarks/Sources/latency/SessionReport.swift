import SwiftletInference

/// The times to first token of two sessions with the same instructions, and the prefill of a second turn.
struct SessionReport {
  let engine: InferenceEngine
  let options: LatencyOptions

  /// The time to first token of a request, its cached prompt tokens and its output.
  private struct Start {
    var seconds = 0.0
    var cached = 0
    var tokens: [Int] = []
  }

  private func tokens(_ count: Int, _ random: inout SplitMix64) -> [Int] {
    (0..<count).map { _ in Int.random(in: 0..<engine.tokenizer.vocabulary.count, using: &random) }
  }

  private func ask(_ prompt: [Int]) async throws -> Start {
    var start = Start()
    let begun = ContinuousClock.now
    var sampling = SamplingParameters.greedy
    for token in engine.tokenizer.vocabulary.endOfGeneration { sampling.logitBias[token] = -.infinity }
    for try await event in engine.generate(GenerationRequest(prompt: prompt, sampling: sampling, maximumTokens: 4)) {
      switch event {
      case .prefilled(_, let cached): start.cached = cached
      case .token(let token):
        if start.tokens.isEmpty { start.seconds = (ContinuousClock.now - begun) / .seconds(1) }
        start.tokens.append(token)
      default: break
      }
    }
    return start
  }

  func text(rounds: Int) async throws -> String {
    var random = SplitMix64(seed: 1)
    var ratios: [Double] = []
    var (firsts, seconds) = ([Double](), [Double]())
    var lines: [String] = []
    // The first round is a warm-up.
    for round in 0...rounds {
      let instructions = tokens(options.prompt, &random)
      let questions = (0..<3).map { _ in tokens(options.question, &random) }
      let first = try await ask(instructions + questions[0])
      let second = try await ask(instructions + questions[1])
      let conversation = instructions + questions[1] + second.tokens + questions[2]
      let turn = try await ask(conversation)
      guard round > 0 else { continue }
      firsts.append(first.seconds)
      seconds.append(second.seconds)
      ratios.append(first.seconds / second.seconds)
      if round == rounds {
        lines.append("second session: \(second.cached) of \(options.prompt + options.question) tokens cached")
        // The last token of an answer was sampled but not processed.
        lines.append(
          "second turn: \(turn.cached) of \(conversation.count) tokens cached, "
            + "\(conversation.count - turn.cached) prefilled")
      }
    }
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    func milliseconds(_ seconds: Double) -> String { "\((seconds * 10_000).rounded() / 10) ms" }
    return """
      time to first token with \(options.prompt) tokens of instructions and a question of \(options.question): \
      \(milliseconds(median(firsts))), in a second session \(milliseconds(median(seconds))): \
      × \((median(ratios) * 10).rounded() / 10), minimum \(((ratios.min() ?? .nan) * 10).rounded() / 10)
      \(lines.joined(separator: "\n"))
      """
  }
}
