import Foundation
import Swiftlet
import SwiftletServer
import Synchronization
import Testing

/// Loads that lack memory, and loads that take long.
@Suite(.serialized, .enabled(if: TestServer.isAvailable, "needs the default model"))
struct ModelMemoryTests {
  private static let lack = GGUFLanguageModelError.insufficientMemory(path: "c", reason: "scripted")

  private func statuses(_ pool: ModelPool) -> [ModelPool.Status] { pool.descriptions.map { $0.status } }

  @Test func idleModelsMakeRoomForALoadThatLacksMemory() async throws {
    try await ModelCopy.with { copy in
      try await ModelCopy.with { second in
        try await ModelCopy.with { third in
          let attempts = Counter()
          let models = [
            copy.served("a"), second.served("b"), third.served("busy"),
            copy.served("c") { if attempts.add() <= 1 { throw Self.lack } },
          ]
          let pool = ModelPool(models, configuration: ServerConfiguration())
          for model in models.prefix(3) { try await pool.use(model) { _ in } }
          // The one that was not used for longest goes; the one in use stays.
          try await pool.use(models[2]) { _ in
            try await pool.use(models[0]) { _ in }
            try await pool.use(models[3]) { _ in }
          }
          #expect(attempts.value == 2)
          #expect(statuses(pool) == [.loaded, .unloaded, .loaded, .loaded])
        }
      }
    }
  }

  @Test func aLoadThatLacksMemoryFailsWhenNoIdleModelIsLeft() async throws {
    try await ModelCopy.with { first in
      try await ModelCopy.with { second in
        let attempts = Counter()
        let failing = ServedModel(name: "c", path: nil) {
          attempts.add()
          throw Self.lack
        }
        let models = [first.served("a"), second.served("b"), failing]
        let pool = ModelPool(models, configuration: ServerConfiguration())
        for model in models.prefix(2) { try await pool.use(model) { _ in } }
        await #expect { try await pool.use(failing) { _ in } } throws: { ($0 as? RequestFailure)?.status == 500 }
        #expect(attempts.value == 3 && statuses(pool) == [.unloaded, .unloaded, .failed])
      }
    }
  }

  @Test func modelsOfEmbeddingsMakeRoomTooAndTheirFailuresAreRemembered() async throws {
    try await ModelCopy.with { copy in
      let (clock, attempts) = (SteppingClock(), Counter())
      var configuration = ServerConfiguration()
      configuration.clock = clock
      var failing = ServedModel(name: "c", path: nil) { throw Self.lack }
      failing.makeEmbedder = {
        attempts.add()
        throw EmbeddingModelError.insufficientMemory(path: "c", reason: "scripted")
      }
      let model = copy.served("a")
      let pool = ModelPool([model, failing], configuration: configuration)
      try await pool.use(model) { _ in }
      for expected in [2, 2, 3] {
        await #expect { try await pool.useEmbeddings(failing) { _ in } } throws: {
          ($0 as? RequestFailure)?.status == 500
        }
        #expect(attempts.value == expected && statuses(pool)[0] == .unloaded)
        clock.advance(by: .seconds(3))
      }
    }
  }

  @Test func theLimitOfMemoryCountsTheCacheThatAModelHasHad() async throws {
    try await ModelCopy.with { first in
      try await ModelCopy.with { second in
        let sizes = try await memory(of: first)
        var configuration = ServerConfiguration()
        // Both with one cache, and half of the other.
        configuration.memoryLimit = 2 * sizes.weights + sizes.cache + sizes.cache / 2
        let models = [first.served("a"), second.served("b")]
        let pool = ModelPool(models, configuration: configuration)
        try await use(models[0], pool)
        try await pool.use(models[1]) { _ in }
        #expect(statuses(pool) == [.loaded, .loaded])
        try await use(models[1], pool)
        pool.unload(models[0])
        try await pool.use(models[0]) { _ in }
        #expect(statuses(pool) == [.loaded, .unloaded])
      }
    }
  }

  /// Generates a token, for which the model takes pages of its cache.
  private func use(_ model: ServedModel, _ pool: ModelPool) async throws {
    try await pool.use(model) { _ = try await LanguageModelSession(model: $0).respond(to: "Go", options: Self.short) }
  }

  private static let short = GenerationOptions(maximumResponseTokens: 1)

  private func memory(of copy: ModelCopy) async throws -> (weights: Int, cache: Int) {
    let model = try copy.served("a").make()
    _ = try await LanguageModelSession(model: model).respond(to: "Go", options: Self.short)
    let statistics = model.statistics
    return (statistics.weightByteCount, statistics.cacheByteCount)
  }

  /// Requests that wait for a load take no places of answers.
  @Test func answersOfOtherModelsGoOnDuringALoad() async throws {
    try await ModelCopy.with { copy in
      try await ModelCopy.with { other in
        let gate = AnswerQueue()
        var slow = copy.served("slow")
        slow.makeEmbedder = {
          _ = try await gate.next()
          return try await EmbeddingModel(contentsOf: copy.url, pooling: .mean, packedCache: .off)
        }
        var configuration = ServerConfiguration()
        (configuration.parallelAnswers, configuration.maximumWaiting) = (1, 0)
        let server = ServerApplication(models: [other.served("quick"), slow], configuration: configuration)
        _ = try await server.chat("Go", #""max_tokens": 1"#)
        // Loads run one at a time, so the second request waits for the first one's.
        let embedding = Task { try await server.send("POST", "/v1/embeddings", #"{"model": "slow", "input": "a"}"#) }
        let chat = Task { try await server.chat("Go", #""model": "slow", "max_tokens": 1"#) }
        while try server.services.models.description(of: "slow").userCount < 2 {
          try await Task.sleep(for: .milliseconds(1))
        }
        for _ in 0..<3 {
          let answer = try await server.chat("Go", #""model": "quick", "max_tokens": 1"#)
          #expect(answer.status == 200)
        }
        gate.finish(.success(()))
        #expect(try await embedding.value.status == 200)
        #expect(try await chat.value.status == 200)
      }
    }
  }
}

/// A clock that stands still until a test moves it, and on which nobody sleeps.
private final class SteppingClock: ServerClock {
  private let state = Mutex(Duration.zero)

  var now: Duration { state.withLock { $0 } }

  func sleep(for time: Duration) async throws { await Task.yield() }

  func advance(by time: Duration) { state.withLock { $0 += time } }
}
