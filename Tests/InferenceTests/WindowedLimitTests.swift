import Foundation
import SwiftletGGUF
import SwiftletKernels
import Testing

@testable import SwiftletInference

/// Drafts, limits and prefix files of models with sliding-window layers.
@Suite(.timeLimit(.minutes(60))) struct WindowedLimitTests {
  private func tokens(_ count: Int, _ seed: Int) -> [Int] { WindowedModel.tokens(count, seed) }

  /// Draft tokens at the edges of pages and windows, accepted and rejected, from prompt lookup and from a draft model.
  @Test(arguments: ["starcoder2", "gemma2", "gemma3"], [false, true])
  func draftsChangeNoToken(_ name: String, _ isDrafted: Bool) async throws {
    let file = try WindowedModel(name)
    let (with, without) = (
      try file.engine(usesPromptLookup: !isDrafted, isDrafted: isDrafted), try file.engine()
    )
    var (drafted, accepted) = (0, 0)
    for seed in 0..<3 {
      let prompt = (0..<90 + seed).map { 5 + ($0 + $0 / 20) % (4 + seed) }
      let request = WindowedModel.request(prompt, 300, drawing: seed == 0 ? nil : UInt64(seed))
      let (found, expected) = (try await with.outcome(of: request), try await without.outcome(of: request))
      #expect(found.tokens == expected.tokens && expected.statistics.draftTokens == 0)
      drafted += found.statistics.draftTokens
      accepted += found.statistics.acceptedTokens
      let usage = try await with.cacheUsage()
      #expect(usage.usedPages == usage.cachedPages + usage.activePages)
    }
    #expect(accepted > 0 && (drafted > accepted || isDrafted))
    if let draft = with.draft, draft.pool.fullByteCount == 0 { #expect(draft.pool.usedPageCount <= 12) }
  }

  /// Requests that end in every way, in memory for hardly more than one.
  @Test(arguments: ["starcoder2", "gemma3", "gemma4"], [1, 2])
  func nothingIsLostWhenMemoryIsShort(_ name: String, _ threads: Int) async throws {
    let file = try WindowedModel(name)
    let pool = try DecoderConfiguration(GGUFFile(path: file.path)).cacheByteCount(.f32, positions: 260)
    let engine = try file.engine(cacheByteLimit: pool, threads: threads, usesPromptLookup: true)
    let cold = try file.engine()
    let requests = (0..<16).map { index in
      WindowedModel.request(tokens(60 + index % 2, index % 3) + tokens(9 * index, index), 10 + 3 * index)
    }
    let found = try await withThrowingTaskGroup(of: (Int, Outcome)?.self) { group in
      for (index, request) in requests.enumerated() {
        group.addTask {
          if index % 4 != 3 { return (index, try await engine.outcome(of: request)) }
          var count = 0
          for try await _ in engine.generate(request) {
            count += 1
            if count > index { break }
          }
          return nil
        }
      }
      for _ in 0..<30 {
        let usage = try await engine.cacheUsage()
        #expect(usage.usedPages == usage.activePages + usage.cachedPages)
        #expect(usage.usedByteCount <= pool && usage.byteLimit == pool)
      }
      return try await group.reduce(into: [Int: Outcome]()) { if let (index, outcome) = $1 { $0[index] = outcome } }
    }
    for (index, outcome) in found {
      await cold.clearCache()
      #expect(try await cold.outcome(of: requests[index]).tokens == outcome.tokens)
    }
    var usage = try await engine.cacheUsage()
    #expect(usage.evictions > 0)
    while usage.activePages > 0 { usage = try await engine.cacheUsage() }
    await engine.clearCache()
    #expect(engine.cachePool.usedByteCount == 0 && engine.cachePool.byteCount == 0)
  }

  @Test func onlyWhatCanNeverFitIsRefused() async throws {
    let (local, mixed) = (try WindowedModel("starcoder2"), try WindowedModel("olmo3"))
    let bytes = try [local, mixed].map {
      try DecoderConfiguration(GGUFFile(path: $0.path)).cacheByteCount(.f32, positions: 1500)
    }
    // However long: the window and a batch are all that is needed.
    let narrow = try local.engine(cacheByteLimit: bytes[0])
    for count in [1500, 4000] {
      #expect(try await narrow.outcome(of: WindowedModel.request(tokens(count, 1), 3)).tokens.count == 3)
    }
    let wide = try mixed.engine(cacheByteLimit: bytes[1])
    #expect(try await wide.outcome(of: WindowedModel.request(tokens(1500, 2), 3)).tokens.count == 3)
    // 24 pages of 64 positions.
    #expect(wide.contextSize == 1536 && narrow.contextSize == narrow.requestedContextSize)
    await #expect(
      throws: InferenceError.promptExceedsMemory(
        tokens: 1650, fitting: 1536, contextSize: wide.requestedContextSize)
    ) {
      try await wide.outcome(of: WindowedModel.request(tokens(1650, 2), 3))
    }
  }

  /// Once more what filled the memory: what is kept of it must not be in the way.
  @Test(arguments: ["starcoder2", "gemma3"])
  func aPromptThatJustFitsFitsAgain(_ name: String) async throws {
    let file = try WindowedModel(name)
    let bytes = try DecoderConfiguration(GGUFFile(path: file.path)).cacheByteCount(.f32, positions: 190)
    let engine = try file.engine(cacheByteLimit: bytes)
    let request = WindowedModel.request(tokens(190, 3), 2)
    let first = try await engine.outcome(of: request)
    for _ in 0..<3 { #expect(try await engine.outcome(of: request).tokens == first.tokens) }
  }

  @Test(arguments: ["phi3", "gemma3", "gpt-oss"])
  func aPrefixOnDiskHasWhatTheNextTokenSees(_ name: String) async throws {
    let (file, folder) = (try WindowedModel(name), try TemporaryFolder())
    let (path, prompt) = (folder.filePath("prefix"), tokens(500, 4))
    let writer = try file.engine()
    // Something that was read before leaves no window there.
    _ = try await writer.outcome(of: WindowedModel.request(prompt + tokens(300, 5), 2))
    #expect(try await writer.savePrefix(prompt, to: path) == 448)
    let (pool, reader) = (writer.cachePool, try file.engine())
    let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    #expect(size < 448 * 24 + 7 * pool.fullByteCount + 2 * pool.localByteCount)
    #expect(try await reader.loadPrefix(from: path) == Array(prompt[..<448]))
    let usage = try await reader.cacheUsage()
    #expect(usage.usedByteCount == 7 * pool.fullByteCount + pool.localByteCount)
    let request = WindowedModel.request(prompt, 100)
    let warm = try await reader.outcome(of: request)
    await writer.clearCache()
    let cold = try await writer.outcome(of: request)
    #expect(warm.cached == 448 && warm.tokens == cold.tokens)
  }

  @Test func theMemoryForAContextIsWhatLayersKeep() throws {
    func bytes(_ name: String, _ positions: Int) throws -> Int {
      let file = try WindowedModel(name)
      return try DecoderConfiguration(GGUFFile(path: file.path)).cacheByteCount(.f16, positions: positions)
    }
    #expect(try bytes("starcoder2", 100_000) == bytes("starcoder2", 1000))
    for name in WindowedModel.mixed {
      let pool = try WindowedModel(name).engine().cachePool
      #expect(try bytes(name, 64_000) - bytes(name, 6400) == 900 * pool.fullByteCount / 2)
    }
    #expect(try bytes("gemma3", 64) == 64 * WindowedModel("gemma3").engine().model.cacheBytesPerPosition(.f16))
  }
}
