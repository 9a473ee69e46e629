import SwiftletGuides
import SwiftletKernels
import Testing

@testable import SwiftletInference

/// Tests of the statistics of an engine.
@Suite(.timeLimit(.minutes(60))) struct EngineStatisticsTests {
  @Test func theSumIsThatOfTheRequests() async throws {
    let engine = try ModelFixture.grouped.engine(contextSize: 128)
    #expect(engine.statistics.finishedRequests == 0 && engine.statistics.usedPages == 0)
    let guide = try engine.guide(.choice(["The answer is: yes.", "The answer is: no."]))
    var requests: [RequestStatistics] = []
    for index in 0..<6 {
      let prompt = [257] + (0..<8 + 10 * index).map { 65 + $0 % 3 }
      let request = GenerationRequest(
        prompt: prompt, sampling: .greedy, maximumTokens: 40, guide: index % 2 == 0 ? guide : nil)
      requests.append(try await engine.outcome(of: request).statistics)
    }
    let sum = engine.statistics
    func total(_ part: (RequestStatistics) -> Int) -> Int { requests.reduce(0) { $0 + part($1) } }
    #expect(sum.finishedRequests == 6 && sum.activeRequests == 0 && sum.waitingRequests == 0)
    #expect(sum.failedRequests == 0 && sum.cancelledRequests == 0 && sum.refusedRequests == 0)
    #expect(sum.cachedTokens == total(\.cachedTokens) && sum.cachedTokens > 0)
    #expect(sum.prefilledTokens == total { $0.promptTokens - $0.cachedTokens })
    #expect(sum.generatedTokens == total(\.generatedTokens) && sum.forcedTokens == total(\.forcedTokens))
    #expect(sum.draftTokens == total(\.draftTokens) && sum.acceptedTokens == total(\.acceptedTokens))
    #expect(sum.draftTokens > 0 && sum.forcedTokens > 0 && sum.draftModelTokens == 0)
    #expect(sum.maskTime == requests.reduce(.zero) { $0 + $1.maskTime } && sum.maskTime > .zero)
    #expect(sum.steps >= total(\.steps))
    #expect(sum.weightByteCount == engine.model.weightByteCount)
    #expect(sum.usedPages > 0 && sum.cacheByteCount >= sum.usedPages * engine.cachePool.pageByteCount)
    #expect(sum.freePages > 0 && sum.uptime > .zero)
  }

  @Test func endsOfAllKindsAreTold() async throws {
    let endless = try EndlessModel()
    let engine = try endless.engine(maximumActive: 2, maximumWaiting: 3)
    var streams = (0..<5).map { engine.generate(GenerationRequest(prompt: [$0, 1])) }
    var first = streams[0].makeAsyncIterator()
    _ = try await first.next()
    while engine.statistics.activeRequests < 2 { await Task.yield() }
    #expect(engine.statistics.activeRequests == 2 && engine.statistics.waitingRequests == 3)
    await #expect(throws: InferenceError.tooManyRequests(limit: 5)) { try await engine.greedy([1, 2], 3) }
    await #expect(throws: InferenceError.emptyPrompt) { try await engine.greedy([], 3) }
    #expect(engine.statistics.refusedRequests == 2)
    streams.removeLast(4)
    while engine.statistics.cancelledRequests < 4 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(engine.statistics.activeRequests == 1 && engine.statistics.waitingRequests == 0)
    // A vocabulary of 8 tokens has not what the guide asks for.
    let guide = try engine.guide(.choice(["abc"]))
    await #expect(throws: InferenceError.guide(.noTokenAllowed(offset: 0))) {
      try await engine.outcome(of: GenerationRequest(prompt: [1, 2], guide: guide))
    }
    let statistics = engine.statistics
    #expect(statistics.failedRequests == 1 && statistics.cancelledRequests == 4 && statistics.activeRequests == 1)
  }

  @Test func endedRequestsMakeRoomInTheQueue() async throws {
    let engine = try EndlessModel().engine(maximumActive: 1, maximumWaiting: 0)
    for index in 0..<300 {
      if index % 3 < 2 {
        _ = try await engine.greedy([index % 8, 1], 1)
      } else {
        for try await _ in engine.generate(GenerationRequest(prompt: [1, 2])) { break }
        while engine.statistics.cancelledRequests <= index / 3 { await Task.yield() }
      }
    }
    #expect(engine.statistics.refusedRequests == 0)
  }

  @Test func countsGoOnWithTheNextEngine() async throws {
    let counters = EngineCounters()
    for round in 1...3 {
      let engine = try InferenceEngine(
        contentsOf: ModelFixture.grouped.path, options: EngineOptions(threads: 1), counters: counters)
      _ = try await engine.greedy([257, 65, 66], 4)
      #expect(engine.statistics.finishedRequests == round && counters.statistics.finishedRequests == round)
    }
    #expect(counters.statistics.weightByteCount == 0)
  }

  @Test func requestsOfAnEngineThatGoesHaveFailed() async throws {
    let (endless, counters) = (try EndlessModel(), EngineCounters())
    var engine: InferenceEngine? = try endless.engine(maximumActive: 2, counters: counters)
    let streams = (0..<5).compactMap { engine?.generate(GenerationRequest(prompt: [$0, 1])) }
    engine = nil
    for stream in streams { await #expect(throws: InferenceError.stopped) { try await stream.outcome() } }
    let statistics = counters.statistics
    #expect(statistics.failedRequests == 5 && statistics.activeRequests == 0 && statistics.waitingRequests == 0)
  }
}
