import Foundation
import SwiftletGGUF
import SwiftletKernels
import TestSupport
import Testing

@testable import SwiftletInference

/// A model whose weights are packed on first use is the same model.
@Suite struct LazyLoadingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A copy of a fixture's file, whose weights no other test has in memory.
  private func copy(_ path: String, as name: String = "copy.gguf") throws -> String {
    let copy = folder.filePath(name)
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    return copy
  }

  private func load(
    _ path: String, _ loading: WeightLoading, threads: Int = 2, draft: String? = nil
  ) throws -> InferenceEngine {
    try InferenceEngine(
      contentsOf: path,
      options: EngineOptions(threads: threads, keyValueType: .f32, weightLoading: loading, draftPath: draft))
  }

  /// Writes a fixture with a weight that is NaN.
  private func damagedModel(_ tensor: String = "blk.1.ffn_down.weight") throws -> String {
    var variant = try ModelVariant(.grouped)
    variant.change(tensor) { $0.bytes.replaceSubrange(37 * 4..<38 * 4, with: F32.quantized([.nan])) }
    return try variant.write(to: folder)
  }

  private func bits(_ model: DecoderModel, _ tokens: [Int], threads: Int = 1, chunk: Int = .max) throws -> [[UInt32]] {
    try logits(model, tokens, chunk: chunk, threads: threads).map { $0.map(\.bitPattern) }
  }

  private static let paths =
    ModelFixture.all.map(\.path)
    + ["qwen3moe", "deepseek2", "lfm2", "mamba2", "gemma3n", "gpt-oss-mxfp4"].map {
      ArchitectureFixture(name: $0).path
    }

  @Test(arguments: paths)
  func logitsAreThoseOfEagerLoading(_ path: String) throws {
    let file = try GGUFFile(path: path)
    let eager = try DecoderModel(file, pool: WorkerPool(threads: 2))
    #expect(eager.packing == nil)
    let tokens = (0..<18).map { $0 * $0 % eager.configuration.vocabularyCount }
    for (threads, chunk) in [(1, Int.max), (3, 4), (2, 1)] {
      let expected = try bits(eager, tokens, chunk: chunk)
      let model = try DecoderModel(file, pool: WorkerPool(threads: 2), loading: .lazy)
      #expect(model.weightByteCount == eager.weightByteCount)
      for _ in 0..<3 {
        let areSame = try bits(model, tokens, threads: threads, chunk: chunk) == expected
        #expect(areSame, "\(threads) threads, \(chunk) tokens a batch")
      }
      try model.checkWeights()
      let packing = try #require(model.packing)
      packing.wait()
      #expect(packing.remainingByteCount == 0)
      let areSame = try bits(model, tokens, threads: threads, chunk: chunk) == expected
      #expect(areSame)
    }
  }

  @Test(arguments: [ModelFixture.grouped, ModelFixture(name: "mixed"), ModelFixture(name: "f16")])
  func generationIsThatOfEagerLoading(_ fixture: ModelFixture) async throws {
    let prompts = (0..<6).map { number in (0..<5 + 9 * number).map { ($0 * 31 + number) % 250 } }
    func answers(_ path: String, _ loading: WeightLoading) async throws -> [Outcome] {
      let engine = try load(path, loading)
      return try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
        for (index, prompt) in prompts.enumerated() { group.addTask { (index, try await engine.greedy(prompt, 12)) } }
        var outcomes: [Int: Outcome] = [:]
        for try await (index, outcome) in group { outcomes[index] = outcome }
        return prompts.indices.compactMap { outcomes[$0] }
      }
    }
    let expected = try await answers(fixture.path, .eager)
    let found = try await answers(copy(fixture.path), .lazy)
    #expect(found == expected && found.count == prompts.count)
  }

  @Test(arguments: ["blk.1.ffn_down.weight", "blk.0.attn_q.weight", "token_embd.weight"])
  func aDamagedWeightEndsTheFirstRequestAndAllOthers(_ tensor: String) async throws {
    let path = try damagedModel(tensor)
    let loading = #expect(throws: InferenceError.self) { try load(path, .eager) }
    let expected = try #require(loading)
    let engine = try load(path, .lazy)
    for prompt in [[3, 4, 5], [3, 4, 5, 6], [0]] {
      let error = await #expect(throws: InferenceError.self) { try await engine.greedy(prompt, 4) }
      #expect(error == expected)
    }
    // Those that wait for the same step, too.
    await withTaskGroup(of: InferenceError?.self) { group in
      for token in 1..<5 {
        group.addTask {
          do {
            _ = try await engine.greedy([token, 9], 3)
            return nil
          } catch { return error as? InferenceError }
        }
      }
      for await error in group { #expect(error == expected) }
    }
    let check = #expect(throws: InferenceError.self) { try engine.model.checkWeights() }
    #expect(check == expected)
  }

  /// Norms and other small tensors are read, and checked, in any case.
  @Test func aDamagedNormIsFoundWhileLoading() throws {
    let path = try damagedModel("blk.0.attn_norm.weight")
    let errors = WeightLoading.allCases.map { loading in
      #expect(throws: InferenceError.self) { try load(path, loading) }
    }
    #expect(errors[0] == errors[1])
  }

  @Test func aDamagedDraftModelEndsRequestsToo() async throws {
    let path = try copy(ModelFixture.grouped.path)
    let draft = try damagedModel()
    let engine = try load(path, .lazy, draft: draft)
    try #require(engine.draft?.model.packing).wait()
    let error = await #expect(throws: InferenceError.self) { try await engine.greedy([3, 4, 5], 8) }
    guard case .file(let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.code == .notFinite && found.file == draft)
  }

  @Test func anEagerEnginePacksWhatALazyOneHasNot() async throws {
    let path = try copy(ModelFixture.grouped.path)
    let lazy = try load(path, .lazy)
    let eager = try load(path, .eager)
    #expect(eager.model.packing === lazy.model.packing)
    let packing = try #require(eager.model.packing)
    #expect(packing.remainingByteCount == 0)
    let (first, second) = (try await lazy.greedy([1, 2, 3], 8), try await eager.greedy([1, 2, 3], 8))
    #expect(first == second)
    let damaged = try damagedModel()
    let kept = try load(damaged, .lazy)
    #expect(throws: InferenceError.self) { try load(damaged, .eager) }
    withExtendedLifetime(kept) {}
  }

  @Test func aModelMayBeDroppedAtOnce() async throws {
    let path = try copy(TestFiles.defaultModel)
    for round in 0..<6 {
      var packing: LazyPacking?
      do {
        let engine = try load(path, .lazy)
        packing = engine.model.packing
        if round % 2 == 1 { _ = try await engine.greedy([1, 2, 3], round) }
      }
      let left = try #require(packing)
      left.wait()
      // The engine's thread has the weights a moment longer.
      while left.remainingByteCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }
  }

  @Test func whatIsWrittenInTheBackgroundIsTheSameModel() async throws {
    let caches = PackedCacheFolder(path: folder.filePath("caches"), writing: .inBackground(ifPackingTakes: .zero))
    let path = try copy(ModelFixture.grouped.path)
    let file = try GGUFFile(path: path)
    let lazy = try DecoderModel(file, pool: WorkerPool(threads: 2), packedCache: .bounded(caches), loading: .lazy)
    let expected = try bits(lazy, [1, 2, 3])
    try #require(lazy.packing).wait()
    let writer = try #require(lazy.packedCacheWriter)
    writer.wait()
    #expect(writer.error == nil)
    let mapped = try DecoderModel(file, pool: WorkerPool(threads: 2), packedCache: .bounded(caches), loading: .lazy)
    #expect(mapped.packedCacheReport?.outcome == "loaded" && mapped.packedCacheWriter == nil)
    let found = try bits(mapped, [1, 2, 3])
    #expect(found == expected)
  }

  @Test func aCacheThatIsWrittenWhileLoadingNeedsAllWeights() throws {
    let path = try copy(ModelFixture.grouped.path)
    let model = try DecoderModel(
      GGUFFile(path: path), pool: WorkerPool(threads: 2), packedCache: .besideModel, loading: .lazy)
    #expect(model.packing == nil && model.packedCacheReport?.outcome == "written")
  }
}
