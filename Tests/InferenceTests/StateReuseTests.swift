import SwiftletKernels
import Testing

@testable import SwiftletInference

/// Prompts that begin alike share what was read of them also where layers have states.
@Suite(.timeLimit(.minutes(60))) struct StateReuseTests {
  static let fixtures = ["lfm2", "qwen35", "granitehybrid", "falcon-h1-norm", "mamba2"].map {
    ArchitectureFixture(name: $0)
  }

  private func engine(_ fixture: ArchitectureFixture, cacheByteLimit: Int? = nil) throws -> InferenceEngine {
    try InferenceEngine(
      contentsOf: fixture.path,
      options: EngineOptions(threads: 1, contextSize: 128, keyValueType: .f32, cacheByteLimit: cacheByteLimit))
  }

  /// Tokens that no two places have in a row.
  private func tokens(_ count: Int, _ seed: Int) -> [Int] { (0..<count).map { ($0 * $0 + seed * (3 + $0)) % 80 + 1 } }

  private func expectSame(
    _ found: Outcome, as prompt: [Int], _ count: Int, _ fixture: ArchitectureFixture, cached: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let cold = try await engine(fixture).greedy(prompt, count)
    #expect(found.tokens == cold.tokens && found.cached == cached, sourceLocation: sourceLocation)
  }

  @Test(arguments: fixtures)
  func instructionsThatWereOnlyReadServeAll(_ fixture: ArchitectureFixture) async throws {
    let (engine, instructions) = (try engine(fixture), tokens(37, 1))
    #expect(try await engine.greedy(instructions, 0).cached == 0)
    for seed in 2..<5 {
      let prompt = instructions + tokens(10, seed)
      try await expectSame(engine.greedy(prompt, 4), as: prompt, 4, fixture, cached: 37)
    }
    // The same prompt continues from there again.
    let again = instructions + tokens(10, 3)
    try await expectSame(engine.greedy(again, 4), as: again, 4, fixture, cached: 37)
  }

  /// The second prompt shows where the first is left, the third begins there.
  @Test(arguments: fixtures)
  func statesAreKeptWherePromptsPart(_ fixture: ArchitectureFixture) async throws {
    let (engine, common) = (try engine(fixture), tokens(70, 1))
    for (seed, cached) in [(2, 0), (3, 0), (4, 70), (5, 70)] {
      let prompt = common + [80 + seed] + tokens(10, seed)
      try await expectSame(engine.greedy(prompt, 4), as: prompt, 4, fixture, cached: cached)
    }
  }

  @Test(arguments: fixtures)
  func aConversationGoesOn(_ fixture: ArchitectureFixture) async throws {
    let engine = try engine(fixture)
    var conversation = tokens(20, 6)
    for turn in 0..<4 {
      let outcome = try await engine.greedy(conversation, 6)
      // The last token of an answer was chosen, but never run.
      try await expectSame(outcome, as: conversation, 6, fixture, cached: turn == 0 ? 0 : conversation.count - 5)
      conversation += outcome.tokens + tokens(4, turn)
    }
  }

  /// With room for hardly more than one sequence everything is right, if not warm.
  @Test(arguments: fixtures)
  func littleMemoryChangesNoToken(_ fixture: ArchitectureFixture) async throws {
    let model = try fixture.model()
    let page = model.makePool(type: .f32).pageByteCount
    let limit = 3 * page + model.configuration.stateByteCount
    let engine = try engine(fixture, cacheByteLimit: limit)
    let prompts = (0..<6).map { tokens(66, 1) + tokens(8 + $0, $0 % 3 + 2) }
    let outcomes = try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
      for (index, prompt) in prompts.enumerated() { group.addTask { (index, try await engine.greedy(prompt, 5)) } }
      return try await group.reduce(into: [Int: Outcome]()) { $0[$1.0] = $1.1 }
    }
    for (index, prompt) in prompts.enumerated() {
      #expect(try await self.engine(fixture).greedy(prompt, 5).tokens == outcomes[index]?.tokens)
    }
    let pool = engine.cachePool
    #expect(pool.usedPageCount * page + pool.usedStatesCount * model.configuration.stateByteCount <= limit)
  }
}
