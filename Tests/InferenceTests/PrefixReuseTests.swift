@testable import SwiftletInference
import SwiftletKernels
import Testing

/// What prompts share with earlier sequences is not read again, and that changes no token.
@Suite(.timeLimit(.minutes(3))) struct PrefixReuseTests {
  private let prompt = [257] + Array("Once upon a time".utf8).map { Int($0) }

  @Test(arguments: KeyValueType.allCases)
  func nextTurnReadsOnlyWhatIsNew(_ type: KeyValueType) async throws {
    let engine = try ModelFixture.grouped.engine(keyValueType: type)
    var conversation = prompt
    for turn in 0..<4 {
      let outcome = try await engine.greedy(conversation, 6)
      // The last token of an answer was chosen, but never run.
      #expect(outcome.cached == (turn == 0 ? 0 : conversation.count - 5))
      let fresh = try await ModelFixture.grouped.engine(keyValueType: type).greedy(conversation, 6)
      #expect(fresh.cached == 0 && fresh.tokens == outcome.tokens)
      conversation += outcome.tokens + [10, 11, 12, 13]
    }
  }

  @Test func samePromptAgainReadsItsLastTokenOnly() async throws {
    let engine = try ModelFixture.grouped.engine()
    let first = try await engine.greedy(prompt, 6)
    let second = try await engine.greedy(prompt, 6)
    #expect(second.cached == prompt.count - 1 && second.tokens == first.tokens)
  }

  @Test func aSharedBeginningIsCopiedAndTheFirstConversationStaysWarm() async throws {
    let engine = try ModelFixture.grouped.engine()
    let first = prompt + Array("there was".utf8).map { Int($0) }
    let second = prompt + Array("we had".utf8).map { Int($0) }
    let answer = try await engine.greedy(first, 5)
    #expect(answer.cached == 0)
    let other = try await engine.greedy(second, 5)
    #expect(other.cached == prompt.count)
    #expect(try await ModelFixture.grouped.engine().greedy(second, 5).tokens == other.tokens)
    let continued = first + answer.tokens + [10]
    let next = try await engine.greedy(continued, 5)
    #expect(next.cached == first.count + 4)
    #expect(try await ModelFixture.grouped.engine().greedy(continued, 5).tokens == next.tokens)
    #expect(try await engine.greedy(second + other.tokens + [10], 5).cached == second.count + 4)
  }

  @Test func anEditedConversationReusesWhatCameBefore() async throws {
    let engine = try ModelFixture.grouped.engine()
    _ = try await engine.greedy(prompt + [1, 2, 3, 4, 5, 6], 4)
    let edited = prompt + [1, 2, 3, 9, 8]
    let outcome = try await engine.greedy(edited, 4)
    #expect(outcome.cached == prompt.count + 3)
    #expect(try await ModelFixture.grouped.engine().greedy(edited, 4).tokens == outcome.tokens)
  }

  @Test func whatACancelledGenerationReadIsKept() async throws {
    let engine = try ModelFixture.grouped.engine()
    for try await event in engine.generate(GenerationRequest(prompt: prompt, sampling: .greedy)) {
      if case .token = event { break }
    }
    #expect(try await engine.greedy(prompt, 1).cached == prompt.count - 1)
  }

  @Test func theLongestOfAlikeSequencesIsKept() throws {
    let model = try ModelFixture.grouped.model()
    var store = PrefixStore(bytesPerToken: 8, planes: 1)
    let caches = try (0..<3).map { _ in try model.makeCache(capacity: 8, type: .f32) }
    store.add(caches[0], tokens: [1, 2], adapter: nil)
    store.add(caches[1], tokens: [1, 2, 3], adapter: nil)
    store.add(caches[2], tokens: [1], adapter: nil)
    let taken = try store.take(for: [1, 2, 3, 4], adapter: nil) { () throws(InferenceError) in throw .stopped }
    #expect(taken.cache === caches[1] && taken.count == 3)
    #expect(throws: InferenceError.stopped) {
      try store.take(for: [1, 2, 3, 4], adapter: nil) { () throws(InferenceError) in throw .stopped }
    }
  }

  @Test func theOldestGoWhenMemoryIsShort() throws {
    let model = try ModelFixture.grouped.model()
    // Room for two sequences of a page each.
    var store = PrefixStore(bytesPerToken: 8, planes: 1, byteLimit: 8192)
    let caches = try (0..<3).map { _ in try model.makeCache(capacity: 8, type: .f32) }
    let fresh = try model.makeCache(capacity: 8, type: .f32)
    for (index, cache) in caches.enumerated() { store.add(cache, tokens: [index, 7, 7], adapter: nil) }
    func take(_ first: Int) throws -> CachedPrefix {
      try store.take(for: [first, 7, 7, 7], adapter: nil) { () throws(InferenceError) in fresh }
    }
    #expect(try take(0).cache === fresh)
    #expect(try take(1).cache === caches[1])
    #expect(try take(2).cache === caches[2])
  }
}
