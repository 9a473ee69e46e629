import SwiftletKernels
import Testing

@testable import SwiftletInference

/// All KV pages are accounted for, at any time.
@Suite(.timeLimit(.minutes(60))) struct CacheUsageTests {
  private let prompt = [257] + (0..<100).map { $0 }

  private func expectExact(_ usage: CacheUsage) {
    #expect(usage.usedPages == usage.activePages + usage.cachedPages)
    #expect(usage.usedPages <= usage.pageLimit ?? .max)
  }

  @Test func cachedPagesAreEvictedOnDemand() async throws {
    let engine = try ModelFixture.grouped.engine(cachePages: 100)
    #expect(try await engine.cacheUsage().usedPages == 0)
    let first = try await engine.greedy(prompt, 6)
    let usage = try await engine.cacheUsage()
    #expect(usage.usedPages == 2 && usage.cachedPages == 2 && usage.activePages == 0 && usage.pageLimit == 100)
    #expect(usage.pageByteCount == engine.cachePool.pageByteCount)
    await engine.clearCache()
    #expect(try await engine.cacheUsage().usedPages == 0)
    let second = try await engine.greedy(prompt, 6)
    #expect(second.cached == 0 && second.tokens == first.tokens)
  }

  @Test func runningRequestsKeepTheirPages() async throws {
    let endless = try EndlessModel()
    let engine = try endless.engine()
    let tokens = (0..<200).map { $0 % 8 }
    var stream = engine.generate(GenerationRequest(prompt: tokens)).makeAsyncIterator()
    while let event = try await stream.next() { if case .token = event { break } }
    let usage = try await engine.cacheUsage()
    expectExact(usage)
    #expect(usage.activePages >= 4 && usage.cachedPages == 0)
    await engine.clearCache()
    let cleared = try await engine.cacheUsage()
    expectExact(cleared)
    #expect(cleared.activePages >= 4)
    #expect(try await stream.next() != nil)
  }

  /// Requests that end in every way, in memory for three pages.
  @Test func nothingIsLostWhenMemoryIsShort() async throws {
    let engine = try ModelFixture.grouped.engine(cachePages: 3)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<24 {
        group.addTask {
          let prompt = [257, index] + (0..<4 + 5 * index).map { ($0 * index) % 200 }
          let request = GenerationRequest(prompt: prompt, sampling: .greedy, maximumTokens: 60)
          var count = 0
          for try await _ in engine.generate(request) where index % 3 == 0 {
            count += 1
            if count > 2 * index { break }
          }
        }
      }
      for _ in 0..<20 { expectExact(try await engine.cacheUsage()) }
      try await group.waitForAll()
    }
    let usage = try await engine.cacheUsage()
    expectExact(usage)
    #expect(usage.evictions > 0 && usage.preemptions > 0)
    await engine.clearCache()
    // A cancelled request may be in the batch for another step.
    var rest = try await engine.cacheUsage()
    while rest.activePages > 0 { rest = try await engine.cacheUsage() }
    await engine.clearCache()
    #expect(try await engine.cacheUsage().usedPages == 0)
  }

  @Test func aStoppedEngineSaysSo() async throws {
    let queue = RequestQueue<PendingRequest, Scheduler>(capacity: 1)
    queue.close()
    let isCancelled = await withCheckedContinuation { continuation in
      queue.add(
        EngineCommand(
          run: { _ in continuation.resume(returning: false) }, cancel: { continuation.resume(returning: true) }))
    }
    #expect(isCancelled)
  }
}
