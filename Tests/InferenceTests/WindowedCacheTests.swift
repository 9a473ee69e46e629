import Foundation
import SwiftletGGUF
import SwiftletKernels
import Testing

@testable import SwiftletInference

/// Keys and values of layers with windows are given back when all windows are past them, and that changes no result.
@Suite(.timeLimit(.minutes(60))) struct WindowedCacheTests {
  private let page = KeyValuePool.positionsPerPage

  private func tokens(_ count: Int, _ seed: Int) -> [Int] { WindowedModel.tokens(count, seed) }

  /// In chunks of any size, with rejected draft tokens behind them: to the last bit.
  @Test(arguments: WindowedModel.local + WindowedModel.mixed)
  func logitsAreThoseOfACacheThatKeepsAll(_ name: String) throws {
    let (file, tokens) = (try WindowedModel(name), tokens(330, 1))
    let threads = WorkerPool(threads: 1)
    let model = try DecoderModel(GGUFFile(path: file.path), pool: threads)
    let all = try logits(model, tokens, chunk: 110)
    let decoder = try Decoder(model, pool: threads, maximumRows: 128, maximumLogits: 128)
    let pool = model.makePool(type: .f32)
    let cache = KeyValueCache(pool: pool, capacity: tokens.count)
    var (generator, start, batch) = (SplitMix64(seed: 2), 0, DecoderBatch())
    while start < tokens.count {
      let end = min(tokens.count, start + ([1, 1, 1, 30, 100].randomElement(using: &generator) ?? 1))
      let room = min(tokens.count, end + Int.random(in: 0...12, using: &generator))
      cache.releaseLocal(before: pool.firstVisible(from: start))
      try cache.reserve(for: start..<room)
      let (runs, first) = ((room + page - 1) / page, pool.firstVisible(from: start) / page)
      #expect(pool.usedByteCount == runs * pool.fullByteCount + (runs - first) * pool.localByteCount)
      batch.removeAll()
      for position in start..<room {
        let token = position < end ? tokens[position] : (tokens[position] + 1) % 80
        batch.append(token, at: position, of: cache, needsLogits: true)
      }
      decoder.forward(&batch)
      #expect((0..<end - start).allSatisfy { decoder.logits[row: $0] == all[start + $0] }, "from \(start) on")
      start = end
    }
    #expect(pool.usedPageCount < 2 * ((tokens.count + page - 1) / page))
  }

  @Test(arguments: WindowedModel.local)
  func memoryOfAWindowModelStaysConstant(_ name: String) async throws {
    let engine = try WindowedModel(name).engine()
    var used: [Int] = []
    for try await event in engine.generate(WindowedModel.request(tokens(700, 3), 900)) {
      if case .token = event { used.append(engine.cachePool.usedPageCount) }
    }
    #expect(engine.cachePool.fullByteCount == 0 && used.count == 900)
    // Three of the sequence, as its window may begin anywhere, and two behind the prompt.
    #expect(used.allSatisfy { $0 <= 5 }, "\(used.max() ?? 0) pages")
    #expect(try await engine.cacheUsage().usedPages <= 5)
  }

  /// Neither does it grow from turn to turn.
  @Test(arguments: WindowedModel.local)
  func aConversationGoesOnInTheSameMemory(_ name: String) async throws {
    let (file, engine) = (try WindowedModel(name), try WindowedModel(name).engine())
    let cold = try file.engine()
    var (conversation, known) = (tokens(200, 4), 0)
    for turn in 0..<6 {
      let outcome = try await engine.outcome(of: WindowedModel.request(conversation, 150))
      #expect(outcome.cached == known)
      await cold.clearCache()
      #expect(try await cold.outcome(of: WindowedModel.request(conversation, 150)).tokens == outcome.tokens)
      // The last token of an answer was chosen, but never run.
      known = conversation.count + outcome.tokens.count - 1
      conversation += outcome.tokens + tokens(20, turn)
      #expect(try await engine.cacheUsage().usedPages <= 6)
    }
  }

  @Test(arguments: WindowedModel.mixed)
  func onlyLayersThatSeeAllGrow(_ name: String) async throws {
    let engine = try WindowedModel(name).engine()
    let pool = engine.cachePool
    #expect(pool.fullByteCount > 0 && pool.localByteCount > 0)
    for count in [30, 64, 65, 200, 576] {
      await engine.clearCache()
      #expect(try await engine.cacheUsage().usedByteCount == 0)
      _ = try await engine.outcome(of: WindowedModel.request(tokens(count, 5), 0))
      let usage = try await engine.cacheUsage()
      // Kept behind the prompt, and behind its last whole page.
      let (runs, first) = ((count + page - 1) / page, pool.firstRetained(after: count / page * page) / page)
      #expect(usage.usedByteCount == runs * pool.fullByteCount + (runs - first) * pool.localByteCount)
      #expect(usage.usedPages == 2 * runs - first && usage.cachedPages == usage.usedPages)
    }
  }

  /// Whatever is left of what was read before.
  @Test(arguments: ["starcoder2", "gemma3", "gemma4", "gpt-oss"])
  func whatIsFoundChangesNoToken(_ name: String) async throws {
    let file = try WindowedModel(name)
    let (warm, cold) = (try file.engine(), try file.engine())
    var generator = SplitMix64(seed: 6)
    var (known, cached) = ([[Int]](), [Int]())
    for round in 0..<18 {
      let model = known.randomElement(using: &generator) ?? []
      let start = model.prefix(min(500, Int.random(in: 0...model.count, using: &generator)))
      let prompt = start + tokens(Int.random(in: 1...150, using: &generator), round)
      let count = [0, 1, 7, 100].randomElement(using: &generator) ?? 0
      let found = try await warm.outcome(of: WindowedModel.request(Array(prompt), count))
      await cold.clearCache()
      let expected = try await cold.outcome(of: WindowedModel.request(Array(prompt), count))
      #expect(found.tokens == expected.tokens && expected.cached == 0, "round \(round)")
      cached.append(found.cached ?? 0)
      known.append(prompt + found.tokens)
      let usage = try await warm.cacheUsage()
      #expect(usage.usedPages == usage.cachedPages + usage.activePages)
    }
    #expect(cached.contains { $0 > 0 } && cached.contains(0))
  }

  @Test(arguments: ["starcoder2", "olmo3"])
  func instructionsThatWereOnlyReadServeAll(_ name: String) async throws {
    let (engine, cold) = (try WindowedModel(name).engine(), try WindowedModel(name).engine())
    let instructions = tokens(300, 7)
    _ = try await engine.outcome(of: WindowedModel.request(instructions, 0))
    for seed in 8..<12 {
      let request = WindowedModel.request(instructions + tokens(100, seed), 60)
      let found = try await engine.outcome(of: request)
      await cold.clearCache()
      let expected = try await cold.outcome(of: request)
      #expect(found.cached == 300 && expected.tokens == found.tokens)
    }
  }

  /// A stated length of the shared prefix saves the second request its prefill.
  @Test(arguments: ["starcoder2", "olmo3", "falcon-h1-norm"])
  func whatARequestSaysIsSharedServesTheNext(_ name: String) async throws {
    let (engine, cold) = (try WindowedModel(name).engine(), try WindowedModel(name).engine())
    #expect(engine.requiresPrefixCheckpoints)
    for (seed, cached) in [(1, 0), (2, 300), (3, 300)] {
      var request = WindowedModel.request(tokens(300, 13) + [80 + seed] + tokens(200, seed), 9)
      request.sharedPrefixLength = 300
      let found = try await engine.outcome(of: request)
      await cold.clearCache()
      let expected = try await cold.outcome(of: request)
      #expect(found.cached == cached && expected.tokens == found.tokens)
    }
  }

  /// The second prompt shows where the first is left, when its window is past it; the third begins there.
  @Test(arguments: ["starcoder2", "olmo3"])
  func whatPromptsShareIsKeptWhereTheyPart(_ name: String) async throws {
    let (engine, cold) = (try WindowedModel(name).engine(), try WindowedModel(name).engine())
    for (seed, cached) in [(1, 0), (2, 0), (3, 300), (4, 300)] {
      let request = WindowedModel.request(tokens(300, 13) + [80 + seed] + tokens(200, seed), 9)
      let found = try await engine.outcome(of: request)
      await cold.clearCache()
      let expected = try await cold.outcome(of: request)
      #expect(found.cached == cached && expected.tokens == found.tokens)
    }
  }

  /// As long as it is in a running request's window, it is found there.
  @Test func whatARequestStillSeesIsSharedWhileItRuns() async throws {
    let engine = try WindowedModel("gemma3").engine()
    let prompt = tokens(140, 14)
    var stream = engine.generate(WindowedModel.request(prompt, 3000)).makeAsyncIterator()
    while let event = try await stream.next() { if case .token = event { break } }
    let other = try await engine.outcome(of: WindowedModel.request(prompt, 2))
    #expect(other.cached ?? 0 >= 128)
    #expect(try await stream.next() != nil)
  }

  /// A repeated request continues behind the prompt's last whole page.
  @Test(arguments: ["phi3", "cohere2"])
  func anotherAnswerBeginsBehindThePrompt(_ name: String) async throws {
    let engine = try WindowedModel(name).engine()
    let request = WindowedModel.request(tokens(333, 15), 300)
    let first = try await engine.outcome(of: request)
    #expect(first.cached == 0)
    for _ in 0..<3 {
      let other = try await engine.outcome(of: request)
      #expect(other.cached ?? 0 >= 320 && other.tokens == first.tokens)
    }
    // Also where a turn is so short that its page is one of the turn before.
    await engine.clearCache()
    let answer = try await engine.outcome(of: WindowedModel.request(tokens(333, 15), 5)).tokens
    let next = WindowedModel.request(tokens(333, 15) + answer + tokens(3, 16), 300)
    let second = try await engine.outcome(of: next)
    #expect(second.cached == 337)
    for _ in 0..<3 {
      let other = try await engine.outcome(of: next)
      #expect(other.cached ?? 0 >= 320 && other.tokens == second.tokens)
    }
  }
}
