import SwiftletGuides
import SwiftletKernels
import Testing

@testable import SwiftletInference

/// The time of a token, divided into its parts.
@Suite(.timeLimit(.minutes(60))) struct StepPartTests {
  private let prompt = [257] + (0..<20).map { 65 + $0 % 3 }

  private func engine(_ trace: EngineTrace) throws -> InferenceEngine {
    try InferenceEngine(
      contentsOf: ModelFixture.grouped.path,
      options: EngineOptions(threads: 1, keyValueType: .f32, usesPromptLookup: false, trace: trace))
  }

  @Test func eachTokenButTheFirstIsAStep() async throws {
    let trace = EngineTrace(measuresParts: true)
    let engine = try engine(trace)
    let outcome = try await engine.greedy(prompt, 20)
    // Runs after the last step.
    _ = try await engine.cacheUsage()
    let parts = trace.takeParts()
    let steps = parts.steps
    #expect(outcome.tokens.count > 2 && steps.count == outcome.tokens.count - 1 && parts.readings.isEmpty)
    for part in [
      StepPart.attentionProducts, .feedForward, .outputHead, .attention, .elementwise, .rest, .sampling, .stream,
      .scheduling,
    ] {
      let time = steps.reduce(Duration.zero) { $0 + $1[part] }
      #expect(time > .zero, "\(part)")
    }
    for step in steps {
      let sum = StepPart.allCases.filter { !$0.belongsToConsumer }.reduce(Duration.zero) { $0 + step[$1] }
      #expect(sum == step.total && step[.guide] == .zero && step[.drafting] == .zero)
    }
    #expect(trace.takeParts().steps.isEmpty)
  }

  /// With workers, readers are woken beside the steps, at most once for each of them, and at the end by the engine.
  @Test(arguments: [1, 2]) func wakingReadersIsNoPartOfAStep(_ threads: Int) async throws {
    let trace = EngineTrace(measuresParts: true)
    let engine = try InferenceEngine(
      contentsOf: ModelFixture.grouped.path,
      options: EngineOptions(threads: threads, keyValueType: .f32, usesPromptLookup: false, trace: trace))
    let outcome = try await engine.greedy(prompt, 20)
    _ = try await engine.cacheUsage()
    let parts = trace.takeParts()
    #expect(parts.wakings.count <= (threads == 1 ? 0 : outcome.tokens.count))
    for step in parts.steps { #expect(step[.waking] == .zero) }
  }

  @Test func guidesAreAPart() async throws {
    let trace = EngineTrace(measuresParts: true)
    let engine = try engine(trace)
    let request = GenerationRequest(
      prompt: prompt, sampling: .greedy, maximumTokens: 30, guide: try engine.guide(.pattern("[a-z]{20}")))
    _ = try await engine.outcome(of: request)
    _ = try await engine.cacheUsage()
    let steps = trace.takeParts().steps
    #expect(!steps.isEmpty && steps.allSatisfy { $0[.guide] > .zero })
  }

  @Test func otherTracesMeasureNoParts() async throws {
    let trace = EngineTrace()
    let engine = try engine(trace)
    _ = try await engine.greedy(prompt, 5)
    _ = try await engine.cacheUsage()
    let parts = trace.takeParts()
    #expect(parts.steps.isEmpty && parts.readings.isEmpty && parts.wakings.isEmpty)
    #expect(trace.makeTimer() == nil && !trace.spans.isEmpty)
  }

  @Test func typicalTimesAddUpAndIgnoreOutliers() throws {
    let steps = [1000, 4, 6, 1, 5, 5, 0, 900].map { length in
      var times = StepTimes()
      times[.feedForward] = .microseconds(3 * length)
      times[.sampling] = .microseconds(length)
      return times
    }
    let typical = try #require(StepTimes.typical(of: steps))
    #expect(typical[.feedForward] == .microseconds(15) && typical[.sampling] == .microseconds(5))
    #expect(typical.total == .microseconds(20))
    #expect(StepTimes.typical(of: []) == nil)
    #expect(StepTimes.typical(of: [steps[0]])?.total == .microseconds(4000))
  }
}
