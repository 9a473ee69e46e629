import Foundation
import Swiftlet
import SwiftletInference
import SwiftletWeights
import Testing

/// Tests of seeds: a seed determines the answer, independently of everything else.
@Suite(.enabled(if: DefaultModel.url != nil, "needs the default model"), .timeLimit(.minutes(60)))
struct SeedTests {
  /// Eight requests with different seeds and sampling modes.
  private static let requests = (0..<8).map { index -> (prompt: String, options: GenerationOptions) in
    let seed = UInt64(100 + index)
    let mode: GenerationOptions.SamplingMode =
      index % 2 == 0 ? .random(top: 20 + index, seed: seed) : .random(probabilityThreshold: 0.9, seed: seed)
    let prompt = ["Once upon a time", "Tell me a story about a hen.", "A story of a drum, please."][index % 3]
    return (prompt, GenerationOptions(samplingMode: mode, temperature: 1.1, maximumResponseTokens: 30 + index))
  }

  private static func answer(_ model: GGUFLanguageModel, _ index: Int) async throws -> String {
    let (prompt, options) = requests[index]
    return try await LanguageModelSession(model: model).respond(to: prompt, options: options).content
  }

  @Test("The same seeds give the same texts alone, in a shuffled batch of eight, and with one or two threads")
  func nothingElseDecides() async throws {
    let url = try #require(DefaultModel.url)
    let single = try GGUFLanguageModel(contentsOf: url, contextSize: 512, threads: 1)
    var alone: [String] = []
    for index in Self.requests.indices { alone.append(try await Self.answer(single, index)) }
    #expect(Set(alone).count == alone.count)
    var order = SplitMix64(seed: 5)
    for threads in [1, 2, 1, 2] {
      // A distinct context size creates a separate engine.
      let model = try GGUFLanguageModel(contentsOf: url, contextSize: 512 + threads, threads: threads)
      try await withThrowingTaskGroup(of: (Int, String).self) { group in
        for index in Self.requests.indices.shuffled(using: &order) {
          group.addTask { (index, try await Self.answer(model, index)) }
        }
        for try await (index, text) in group { #expect(text == alone[index], "request \(index), \(threads) threads") }
      }
    }
  }
}
