import Synchronization
import Testing

@testable import SwiftletInference

/// The order of requests, and the prefill budget of each prompt.
@Suite(.timeLimit(.minutes(60))) struct SchedulingTests {
  private func pendingRequest(_ number: Int, _ priority: TaskPriority) -> PendingRequest {
    PendingRequest(GenerationRequest(prompt: [number], priority: priority), EventBuffer())
  }

  @Test func higherPrioritiesComeFirstAndTheOldestEachFourthTime() {
    var list = WaitingList()
    let background = (0..<3).map { pendingRequest($0, .background) }
    list.add(background + (10..<20).map { pendingRequest($0, .high) })
    var served: [Int] = []
    while let next = list.next() { served.append(next.request.prompt[0]) }
    #expect(served == [10, 11, 12, 0, 13, 14, 15, 1, 16, 17, 18, 2, 19])
    #expect(list.isEmpty && list.next() == nil)
  }

  @Test func requestsOfOnePriorityComeInTheirOrder() {
    var list = WaitingList()
    list.add((0..<9).map { pendingRequest($0, .medium) })
    let cancelled = list.requests[4]
    cancelled.isCancelled.store(true, ordering: .relaxed)
    list.dropCancelled()
    var served: [Int] = []
    while let next = list.next() { served.append(next.request.prompt[0]) }
    #expect(served == [0, 1, 2, 3, 5, 6, 7, 8])
  }

  @Test func aRequestHasThePriorityOfItsTask() async {
    // A lower one would be raised to that of the waiting task.
    let priority = await Task(priority: .high) { GenerationRequest(prompt: [1]).priority }.value
    #expect(priority == .high)
    #expect(GenerationRequest(prompt: [1], priority: .low).priority == .low)
    #expect([TaskPriority.background, .utility, .medium, .high].map(\.weight) == [1, 2, 4, 8])
  }

  @Test func thePrefillBudgetIsSharedByWeight() {
    #expect(shares(of: 100, requested: [1000, 1000], weights: [1, 1]) == [50, 50])
    #expect(shares(of: 90, requested: [1000, 1000], weights: [1, 8]) == [10, 80])
    // The unused part of a share goes to the others.
    #expect(shares(of: 100, requested: [10, 1000, 20], weights: [4, 4, 4]) == [10, 70, 20])
    #expect(shares(of: 100, requested: [10, 20], weights: [1, 1]) == [10, 20])
    let few: [Int] = shares(of: 3, requested: [9, 9, 9, 9, 9], weights: [1, 1, 1, 1, 8])
    #expect(few.reduce(0, +) == 3)
    #expect(shares(of: 0, requested: [5], weights: [1]) == [0])
    #expect(shares(of: -4, requested: [5], weights: [1]) == [0])
    #expect(shares(of: 10, requested: [], weights: []) == [])
    var random = SplitMix64(seed: 4)
    for _ in 0..<200 {
      let requested = (0..<Int.random(in: 1...9, using: &random)).map { _ in Int.random(in: 0...300, using: &random) }
      let weights = requested.map { _ in [1, 2, 4, 8].randomElement(using: &random) ?? 1 }
      let total = Int.random(in: 0...600, using: &random)
      let given = shares(of: total, requested: requested, weights: weights)
      #expect(zip(given, requested).allSatisfy { (0...$1).contains($0) })
      #expect(given.reduce(0, +) == min(total, requested.reduce(0, +)))
    }
  }

  /// Steps of 40 ms, and 3 ms for each token of a prompt on top.
  @Test func aStepWithPrefillTakesAFewTimesAsLongAsOneWithout() {
    var budget = PrefillBudget()
    // Once without, for the measure.
    #expect(budget.rows(limit: 512) == 0)
    budget.record(seconds: 0.04, extraRows: 0)
    for _ in 0..<200 {
      let count = budget.rows(limit: 512)
      #expect(count > 0)
      budget.record(seconds: 0.04 + 0.003 * Double(count), extraRows: count)
    }
    let seconds = 0.04 + 0.003 * Double(budget.rows(limit: 512))
    #expect(seconds > 2 * 0.04 && seconds < 3 * 0.04)
    #expect(budget.rows(limit: 7) == 7)
    // Tokens that seem to cost nothing are limited by the batch only.
    for _ in 0..<200 { budget.record(seconds: 0.01, extraRows: 500) }
    #expect(budget.rows(limit: 512) == 512)
    // However slow it is, prefill progresses.
    for _ in 0..<50 { budget.record(seconds: 100, extraRows: 4) }
    #expect((1...4).contains(budget.rows(limit: 512)))
  }

  @Test func tooManyRequestsAreRefusedUntilOneHasEnded() async throws {
    let endless = try EndlessModel()
    let engine = try endless.engine(maximumActive: 2, maximumWaiting: 3)
    var streams = (0..<5).map { engine.generate(GenerationRequest(prompt: [$0, 1])) }
    let error = await #expect(throws: InferenceError.self) { try await engine.greedy([1, 2], 3) }
    #expect(error == .tooManyRequests(limit: 5))
    #expect(error?.description.contains("5 requests") == true)
    streams.removeLast(4)
    // Cancelled requests release their capacity as soon as the engine has seen them.
    while true {
      do throws(any Error) {
        #expect(try await engine.greedy([1, 2], 3).tokens.count == 3)
        break
      } catch InferenceError.tooManyRequests {
        try await Task.sleep(for: .milliseconds(2))
      }
    }
    #expect(streams.count == 1)
  }

  /// By the engine's trace, since the tasks that consume the streams may run late.
  @Test func aShortPromptIsReadBesideALongOne() async throws {
    let (endless, trace) = (try EndlessModel(), EngineTrace())
    let engine = try endless.engine(trace: trace)
    let prompts = [(0..<6000).map { $0 % 7 }, [5, 6, 7]]
    let streams = prompts.map {
      engine.generate(GenerationRequest(prompt: $0, sampling: .greedy, maximumTokens: 2))
    }
    for stream in streams { #expect(try await stream.outcome().tokens.count == 2) }
    func end(ofPrompt count: Int) throws -> ContinuousClock.Instant {
      let prompts = trace.spans.filter { "\($0.name)" == "prompt" }
      return try #require(prompts.first { $0.details.contains { $0.value == count && "\($0.name)" == "tokens" } }).end
    }
    #expect(try end(ofPrompt: 3) < end(ofPrompt: 6000))
  }

  /// Passes of 512 rows, filled by prompts of several requests.
  @Test func promptsOfSeveralRequestsAreReadInOneStep() async throws {
    let endless = try EndlessModel()
    let engine = try endless.engine()
    let prompts = (0..<12).map { index in (0..<100).map { ($0 * $0 + index * $0 / 3 + index) % 8 } }
    let streams = engine.generate(
      together: prompts.map { GenerationRequest(prompt: $0, sampling: .greedy, maximumTokens: 0) })
    for stream in streams { #expect(try await stream.outcome().cached == 0) }
    // 1200 tokens.
    #expect(engine.statistics.steps == 3 && engine.statistics.prefilledTokens == 1200)
  }
}
