import SwiftletGuides
import SwiftletInference
import SwiftletKernels
import Testing

/// The same seeds give the same texts, whatever other requests are served and whatever the number of threads.
@Suite(.timeLimit(.minutes(60))) struct DeterminismTests {
  /// A request, with what its answer has to be.
  private struct Case: Sendable {
    var prompt: [Int]
    var sampling: SamplingParameters
    var maximumTokens: Int?
    var guide: GuideSource?

    func request(_ engine: InferenceEngine) throws -> GenerationRequest {
      GenerationRequest(
        prompt: prompt, sampling: sampling, maximumTokens: maximumTokens, guide: try guide.map { try engine.guide($0) })
    }
  }

  /// Guided and unguided, greedy and drawn, short and long prompts, some with a common beginning.
  private let cases: [Case]

  init() throws {
    let stem = [257] + Array("Once upon a time ".utf8).map { Int($0) }
    let schema =
      #"{"type":"object","properties":{"name":{"type":"string","maxLength":8},"tags":{"enum":["red","green"]}},"required":["name","tags"],"additionalProperties":false}"#
    let guides: [GuideSource?] = [
      nil, try .schema(parsing: schema), .pattern("[a-f]{8,20}"), nil, .choice(["left", "right"]),
    ]
    cases = (0..<16).map { index in
      let tail = Array(repeating: 60 + index, count: index % 3 * 9)
      let sampling =
        index % 4 == 0
        ? .greedy : SamplingParameters(temperature: 1.5, topK: 0, topP: 1, minP: 0, seed: UInt64(index))
      return Case(
        prompt: (index % 2 == 0 ? stem : [257, index]) + tail, sampling: sampling,
        maximumTokens: index % 3 == 0 ? nil : 40, guide: guides[index % guides.count])
    }
  }

  private func alone() async throws -> [Outcome] {
    var outcomes: [Outcome] = []
    for one in cases {
      let engine = try ModelFixture.grouped.engine()
      outcomes.append(try await engine.outcome(of: one.request(engine)))
    }
    return outcomes
  }

  @Test(arguments: [1, 2], [1, 8, 32])
  func neitherNeighboursNorThreadsMatter(_ threads: Int, _ active: Int) async throws {
    let expected = try await alone()
    for (index, outcome) in expected.enumerated() where cases[index].guide != nil {
      #expect(outcome.reason == .endOfGeneration)
    }
    var order = SplitMix64(seed: UInt64(10 * threads + active))
    for _ in 0..<3 {
      let engine = try InferenceEngine(
        contentsOf: ModelFixture.grouped.path,
        options: EngineOptions(threads: threads, keyValueType: .f32, maximumActive: active))
      let found = try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
        for index in cases.indices.shuffled(using: &order) {
          let request = try cases[index].request(engine)
          group.addTask { (index, try await engine.outcome(of: request)) }
        }
        return try await group.reduce(into: [Int: Outcome]()) { $0[$1.0] = $1.1 }
      }
      for index in cases.indices {
        #expect(found[index]?.tokens == expected[index].tokens && found[index]?.reason == expected[index].reason)
      }
    }
  }
}
