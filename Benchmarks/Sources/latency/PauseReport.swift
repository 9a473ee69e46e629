import SwiftletInference
import Synchronization

/// A measurement of token intervals in streams during the prefill of a long and a short prompt.
struct PauseReport {
  let engine: InferenceEngine
  let options: LatencyOptions

  /// The times of the tokens of each stream, in seconds.
  private final class Times: Sendable {
    let tokens: Mutex<[[Double]]>
    init(_ streams: Int) { tokens = Mutex(Array(repeating: [], count: streams)) }
  }

  private func prompt(_ count: Int, _ seed: UInt64) -> [Int] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in Int.random(in: 0..<engine.tokenizer.vocabulary.count, using: &random) }
  }

  private func prefillSeconds(_ prompt: [Int]) async throws -> Double {
    let start = ContinuousClock.now
    for try await event in engine.generate(GenerationRequest(prompt: prompt, sampling: .greedy, maximumTokens: 1)) {
      if case .prefilled = event { return (ContinuousClock.now - start) / .seconds(1) }
    }
    return .nan
  }

  func text() async throws -> String {
    let times = Times(options.streams)
    let start = ContinuousClock.now
    func now() -> Double { (ContinuousClock.now - start) / .seconds(1) }
    let alone = try await prefillSeconds(prompt(options.prompt, 1))
    let streams = (0..<options.streams).map { stream in
      var sampling = SamplingParameters(temperature: 1, seed: UInt64(stream))
      // Prevents the streams from ending early.
      for token in engine.tokenizer.vocabulary.endOfGeneration { sampling.logitBias[token] = -.infinity }
      let request = GenerationRequest(prompt: prompt(40, UInt64(100 + stream)), sampling: sampling)
      return Task {
        for try await event in engine.generate(request) {
          if case .token = event { times.tokens.withLock { $0[stream].append(now()) } }
        }
      }
    }
    while times.tokens.withLock({ $0.contains { $0.count < 60 } }) { try await Task.sleep(for: .milliseconds(5)) }
    let begin = now()
    async let long = prefillSeconds(prompt(options.prompt, 2))
    try await Task.sleep(for: .milliseconds(50))
    let short = try await prefillSeconds(prompt(64, 3))
    let together = try await long
    let end = now()
    for stream in streams { stream.cancel() }
    let all = times.tokens.withLock { $0 }
    let usual = all.flatMap { gaps($0.filter { $0 < begin }.dropFirst(10)) }.sorted()
    let pauses = all.flatMap { gaps($0.filter { $0 >= begin - usual[usual.count / 2] && $0 <= end }[...]) }.sorted()
    let median = usual[usual.count / 2]
    func milliseconds(_ seconds: Double) -> String { "\((seconds * 10_000).rounded() / 10) ms" }
    func multiple(_ seconds: Double) -> String { "\((seconds / median * 100).rounded() / 100) ×" }
    return """
      usual token time, median / max of \(usual.count): \(milliseconds(median)) / \(multiple(usual.last ?? .nan))
      during prefill of \(options.prompt) tokens, median / p99 / max of \(pauses.count): \
      \(multiple(pauses[pauses.count / 2])) / \(multiple(pauses[pauses.count * 99 / 100])) / \(multiple(pauses.last ?? .nan))
      longer than 4 times: \(pauses.count { $0 > 4 * median })
      long prompt: \((together * 10).rounded() / 10) s, alone \((alone * 10).rounded() / 10) s
      subsequent prompt of 64 tokens: \(milliseconds(short))
      """
  }

  private func gaps(_ times: ArraySlice<Double>) -> [Double] { zip(times.dropFirst(), times).map { $0 - $1 } }
}
