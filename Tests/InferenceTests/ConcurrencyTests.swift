import Foundation
import SwiftletInference
import SwiftletKernels
import Testing

/// Many requests at once, and abandoned requests.
@Suite(.timeLimit(.minutes(60))) struct ConcurrencyTests {
  @Test(arguments: [1, 2], [16, 50])
  func manyAtOnceGetTheTokensThatEachGetsAlone(_ threads: Int, _ count: Int) async throws {
    let prompts = (0..<count).map { index in [257, index, 2 * index, 7] + Array(repeating: index % 5, count: index) }
    var alone: [[Int]] = []
    for prompt in prompts { alone.append(try await ModelFixture.grouped.engine().greedy(prompt, 12).tokens) }
    let engine = try ModelFixture.grouped.engine(threads: threads)
    let together = try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
      for (index, prompt) in prompts.enumerated() {
        group.addTask { (index, try await engine.greedy(prompt, 12)) }
      }
      var results: [Int: Outcome] = [:]
      for try await (index, outcome) in group { results[index] = outcome }
      return results
    }
    for index in prompts.indices {
      #expect(together[index]?.tokens == alone[index] && together[index]?.promptTokens == prompts[index].count)
    }
  }

  /// More than fit into a batch, so that other requests wait until they are cancelled.
  private let crowd = 40

  @Test func leavingTheIterationFreesTheSequence() async throws {
    let endless = try EndlessModel()
    let engine = try endless.engine()
    let expected = try await engine.greedy([1, 2, 3], 5)
    for index in 0..<crowd {
      for try await event in engine.generate(GenerationRequest(prompt: [index % 8, 1])) {
        if case .token = event { break }
      }
    }
    #expect(try await engine.greedy([1, 2, 3], 5).tokens == expected.tokens)
  }

  @Test func abandonedStreamsAreCancelled() async throws {
    let endless = try EndlessModel()
    let engine = try endless.engine()
    var streams = (0..<crowd).map { engine.generate(GenerationRequest(prompt: [$0 % 8, 1])) }
    #expect(streams.count == crowd)
    streams = []
    #expect(try await engine.greedy([1, 2, 3], 5).tokens.count == 5)
  }

  @Test func cancellingTheTaskEndsTheStreamAndFreesTheSequence() async throws {
    let endless = try EndlessModel()
    let engine = try endless.engine()
    let (started, starting) = AsyncStream.makeStream(of: Void.self)
    let tasks = (0..<32).map { index in
      Task {
        var (count, reason) = (0, FinishReason?.none)
        for try await event in engine.generate(GenerationRequest(prompt: [index % 8, 2])) {
          switch event {
          case .prefilled: starting.yield()
          case .token: count += 1
          case .prefilling, .promptLogProbability, .logProbability, .statistics: break
          case .finished(let why): reason = why
          }
        }
        return (count, reason)
      }
    }
    var iterator = started.makeAsyncIterator()
    for _ in tasks { await iterator.next() }
    for task in tasks { task.cancel() }
    for task in tasks { #expect(try await task.value.1 == nil) }
    #expect(try await engine.greedy([1, 2, 3], 5).tokens.count == 5)
  }

  @Test func releasingTheEngineEndsItsStreams() async throws {
    let endless = try EndlessModel()
    var engine: InferenceEngine? = try endless.engine(threads: 2)
    let streams = (0..<crowd).compactMap { engine?.generate(GenerationRequest(prompt: [$0 % 8, 1])) }
    var iterator = streams[0].makeAsyncIterator()
    _ = try await iterator.next()
    weak let released = engine
    engine = nil
    #expect(released == nil)
    await #expect(throws: InferenceError.stopped) { while try await iterator.next() != nil {} }
    for stream in streams.dropFirst() {
      await #expect(throws: InferenceError.stopped) { try await stream.outcome() }
    }
  }

  @Test func enginesComeAndGo() async throws {
    for _ in 0..<50 {
      let engine = try ModelFixture.grouped.engine(threads: 2)
      let stream = engine.generate(GenerationRequest(prompt: [65], sampling: .greedy, maximumTokens: 2))
      #expect(try await stream.outcome().tokens.count == 2)
    }
  }

  @Test func aLongPromptDoesNotHoldUpOthers() async throws {
    let endless = try EndlessModel()
    let engine = try endless.engine()
    var running = engine.generate(GenerationRequest(prompt: [1, 2])).makeAsyncIterator()
    _ = try await running.next()
    let long = (0..<1500).map { $0 % 7 }
    let outcome = try await engine.greedy(long, 3)
    #expect(outcome.promptTokens == 1500)
    #expect(try await endless.engine().greedy(long, 3).tokens == outcome.tokens)
    #expect(try await running.next() != nil)
  }

  #if os(Linux)
    // In a process of its own, since memory is that of all tests which run at the same time.
    @Test func requestsInARowLeaveMemoryFlat() async {
      await #expect(processExitsWith: .success) {
        let engine = try ModelFixture.grouped.engine(keyValueType: .f16, cachePages: 64)
        func serve(_ range: Range<Int>) async throws {
          for index in range { _ = try await engine.greedy([index % 256, index / 256, 3, index % 7], 4) }
        }
        try await serve(0..<200)
        let before = try residentMemory()
        try await serve(200..<800)
        #expect(try residentMemory() - before < 4_000_000)
      }
    }
  #endif
}

#if os(Linux)
  /// The memory in bytes that this process has resident.
  private func residentMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(Int(line.filter { $0.isNumber })) * 1024
  }
#endif
