import Synchronization
import Testing

@testable import SwiftletInference

/// Who is served when, and how much of each prompt is read.
@Suite(.timeLimit(.minutes(60))) struct SchedulingTests {
  private func ticket(_ number: Int, _ priority: TaskPriority) -> Ticket {
    let (_, continuation) = AsyncThrowingStream.makeStream(of: GenerationEvent.self)
    return Ticket(GenerationRequest(prompt: [number], priority: priority), continuation)
  }

  @Test func higherPrioritiesComeFirstAndTheOldestEachFourthTime() {
    var list = WaitingList()
    let background = (0..<3).map { ticket($0, .background) }
    list.add(background + (10..<20).map { ticket($0, .high) })
    var served: [Int] = []
    while let next = list.next() { served.append(next.request.prompt[0]) }
    #expect(served == [10, 11, 12, 0, 13, 14, 15, 1, 16, 17, 18, 2, 19])
    #expect(list.isEmpty && list.next() == nil)
  }

  @Test func requestsOfOnePriorityComeInTheirOrder() {
    var list = WaitingList()
    list.add((0..<9).map { ticket($0, .medium) })
    let cancelled = list.tickets[4]
    cancelled.isCancelled.store(true, ordering: .relaxed)
    list.dropCancelled()
    var served: [Int] = []
    while let next = list.next() { served.append(next.request.prompt[0]) }
    #expect(served == [0, 1, 2, 3, 5, 6, 7, 8])
  }

  @Test func aRequestHasThePriorityOfItsTask() async {
    // A lower one would be raised to that of who waits.
    let priority = await Task(priority: .high) { GenerationRequest(prompt: [1]).priority }.value
    #expect(priority == .high)
    #expect(GenerationRequest(prompt: [1], priority: .low).priority == .low)
    #expect([TaskPriority.background, .utility, .medium, .high].map(\.weight) == [1, 2, 4, 8])
  }

  @Test func whatIsReadIsSharedByWeight() {
    #expect(shares(of: 100, asked: [1000, 1000], weights: [1, 1]) == [50, 50])
    #expect(shares(of: 90, asked: [1000, 1000], weights: [1, 8]) == [10, 80])
    // What one does not need, others get.
    #expect(shares(of: 100, asked: [10, 1000, 20], weights: [4, 4, 4]) == [10, 70, 20])
    #expect(shares(of: 100, asked: [10, 20], weights: [1, 1]) == [10, 20])
    #expect(shares(of: 3, asked: [9, 9, 9, 9, 9], weights: [1, 1, 1, 1, 8]).reduce(0, +) == 3)
    #expect(shares(of: 0, asked: [5], weights: [1]) == [0])
    #expect(shares(of: -4, asked: [5], weights: [1]) == [0])
    #expect(shares(of: 10, asked: [], weights: []) == [])
    var random = SplitMix64(seed: 4)
    for _ in 0..<200 {
      let asked = (0..<Int.random(in: 1...9, using: &random)).map { _ in Int.random(in: 0...300, using: &random) }
      let weights = asked.map { _ in [1, 2, 4, 8].randomElement(using: &random) ?? 1 }
      let total = Int.random(in: 0...600, using: &random)
      let given = shares(of: total, asked: asked, weights: weights)
      #expect(zip(given, asked).allSatisfy { (0...$1).contains($0) })
      #expect(given.reduce(0, +) == min(total, asked.reduce(0, +)))
    }
  }

  /// Steps of 40 ms, and 3 ms for each token of a prompt on top.
  @Test func aStepThatReadsTakesAFewTimesAsLongAsOneThatDoesNot() {
    var pace = ReadingPace()
    // Once without, for the measure.
    #expect(pace.budget(most: 512) == 0)
    pace.note(seconds: 0.04, extraRows: 0)
    for _ in 0..<200 {
      let count = pace.budget(most: 512)
      #expect(count > 0)
      pace.note(seconds: 0.04 + 0.003 * Double(count), extraRows: count)
    }
    let seconds = 0.04 + 0.003 * Double(pace.budget(most: 512))
    #expect(seconds > 2 * 0.04 && seconds < 3 * 0.04)
    #expect(pace.budget(most: 7) == 7)
    // Tokens that seem to cost nothing are read as fast as there is room for.
    for _ in 0..<200 { pace.note(seconds: 0.01, extraRows: 500) }
    #expect(pace.budget(most: 512) == 512)
    // However slow it is, reading goes on.
    for _ in 0..<50 { pace.note(seconds: 100, extraRows: 4) }
    #expect((1...4).contains(pace.budget(most: 512)))
  }

  @Test func tooManyRequestsAreRefusedUntilOneHasEnded() async throws {
    let endless = try EndlessModel()
    let engine = try endless.engine(maximumActive: 2, maximumWaiting: 3)
    var streams = (0..<5).map { engine.generate(GenerationRequest(prompt: [$0, 1])) }
    let error = await #expect(throws: InferenceError.self) { try await engine.greedy([1, 2], 3) }
    #expect(error == .tooManyRequests(limit: 5))
    #expect(error?.description.contains("5 requests") == true)
    streams.removeLast(4)
    // What was given up makes room as soon as the engine has seen it.
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

  /// By the engine's own clock: when readers of the streams come to run says nothing.
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
}
