import SwiftletKernels
import Testing

@testable import SwiftletInference

/// Shared prefixes are not prefilled again, which changes no token.
@Suite(.timeLimit(.minutes(60))) struct PrefixReuseTests {
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

  /// Memory for far fewer positions than all need together: some have to wait, and are read again.
  @Test(arguments: [1, 2])
  func shortMemoryDelaysSequencesAndChangesNoToken(_ threads: Int) async throws {
    let prompts = (0..<12).map { index in [257, index] + (0..<4 + 9 * index).map { ($0 * index) % 200 } }
    var expected: [[Int]] = []
    for prompt in prompts { expected.append(try await ModelFixture.grouped.engine().greedy(prompt, 90).tokens) }
    let engine = try ModelFixture.grouped.engine(threads: threads, cachePages: 3)
    for round in 0..<2 {
      let outcomes = try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
        for (index, prompt) in prompts.enumerated() {
          group.addTask { (index, try await engine.greedy(prompt, 90)) }
        }
        return try await group.reduce(into: [Int: Outcome]()) { $0[$1.0] = $1.1 }
      }
      for index in prompts.indices {
        #expect(outcomes[index]?.tokens == expected[index], "round \(round), prompt \(index)")
      }
      #expect(engine.cachePool.usedPageCount <= 3)
    }
  }

  @Test func aPromptThatMemoryCannotHoldIsRefusedBeforeItIsRead() async throws {
    let engine = try ModelFixture.grouped.engine(cachePages: 1)
    #expect(engine.contextSize == 64)
    let error = InferenceError.promptExceedsMemory(
      tokens: 65, fitting: 64, contextSize: engine.requestedContextSize)
    for part in ["65 tokens", "at most 64", "of the context of \(engine.requestedContextSize)"] {
      #expect(error.description.contains(part))
    }
    // Programs have no options.
    #expect(!error.description.contains("--"))
    await #expect(throws: error) {
      try await engine.greedy([Int](repeating: 5, count: 65), 1)
    }
    #expect(try await engine.greedy([Int](repeating: 5, count: 50), 4).tokens.count == 4)
  }

  /// A second session finds the instructions of the first while that one still generates.
  @Test func pagesAreSharedWhileTheirFirstReaderGoesOn() async throws {
    let endless = try EndlessModel()
    let engine = try endless.engine()
    let instructions = (0..<130).map { $0 % 8 }
    var cached: Int?
    for try await event in engine.generate(GenerationRequest(prompt: instructions)) {
      guard case .token = event else { continue }
      cached = try await engine.greedy(instructions + [1], 2).cached
      break
    }
    #expect(try #require(cached) >= 128)
  }

  @Test(arguments: [1, 2])
  func promptsThatArriveTogetherAreReadOnce(_ threads: Int) async throws {
    let endless = try EndlessModel()
    let instructions = (0..<600).map { ($0 * $0 + $0 / 9) % 8 }
    let prompts = (0..<8).map { instructions + [$0] + [Int](repeating: 3, count: 5 * $0) }
    var alone: [[Int]] = []
    for prompt in prompts { alone.append(try await endless.engine().greedy(prompt, 6).tokens) }
    let engine = try endless.engine(threads: threads)
    let streams = engine.generate(
      together: prompts.map { GenerationRequest(prompt: $0, sampling: .greedy, maximumTokens: 6) })
    for (index, stream) in streams.enumerated() {
      let outcome = try await stream.outcome()
      #expect(outcome.tokens == alone[index] && outcome.promptTokens == prompts[index].count)
      // Nine whole pages are those of the first for all.
      #expect(outcome.cached == (index == 0 ? 0 : 576))
    }
    #expect(engine.statistics.prefilledTokens == prompts.reduce(0) { $0 + $1.count } - 7 * 576)
  }

  /// The others do not wait for pages of a request that is cancelled meanwhile.
  @Test func promptsGoOnWithoutTheFirst() async throws {
    let endless = try EndlessModel()
    let instructions = (0..<5000).map { ($0 * $0 + $0 / 9) % 8 }
    let prompts = (0..<3).map { instructions + [$0] }
    let expected = try await endless.engine().greedy(prompts[1], 4).tokens
    let engine = try endless.engine()
    var streams = engine.generate(
      together: prompts.map { GenerationRequest(prompt: $0, sampling: .greedy, maximumTokens: 4) })
    streams.removeFirst()
    let outcome = try await streams[0].outcome()
    #expect(outcome.tokens == expected)
    #expect(try await streams[1].outcome().tokens.count == 4)
  }

  /// Models with windows and states continue at checkpoints only.
  @Test(arguments: ["gemma3", "gpt-oss", "lfm2", "mamba2"])
  func promptsOfModelsWithCheckpointsArriveTogether(_ name: String) async throws {
    let fixture = ArchitectureFixture(name: name)
    func engine() throws -> InferenceEngine {
      try InferenceEngine(
        contentsOf: fixture.path, options: EngineOptions(threads: 1, contextSize: 128, keyValueType: .f32))
    }
    let prompts = (0..<5).map { index in (0..<80).map { ($0 * $0 + 3 * $0) % 80 + 1 } + [index + 1, 7, 8] }
    var alone: [[Int]] = []
    for prompt in prompts { alone.append(try await engine().greedy(prompt, 5).tokens) }
    let together = try engine()
    let streams = together.generate(
      together: prompts.map { GenerationRequest(prompt: $0, sampling: .greedy, maximumTokens: 5) })
    for (index, stream) in streams.enumerated() {
      let outcome = try await stream.outcome()
      #expect(outcome.tokens == alone[index] && outcome.cached == (index == 0 ? 0 : 80), "prompt \(index)")
    }
    // An engine that is released ends its streams.
    #expect(together.statistics.prefilledTokens > 0)
  }
}
