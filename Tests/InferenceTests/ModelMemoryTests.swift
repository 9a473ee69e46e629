import SwiftletGGUF
import SwiftletKernels
import TestSupport
import Testing

@testable import SwiftletInference

/// Weights that do not fit the memory are refused before they are packed.
@Suite struct ModelMemoryTests {
  private func load(_ available: Int, _ cache: PackedCachePolicy = .off, _ loading: WeightLoading) throws {
    let file = try GGUFFile(path: ModelFixture.grouped.path)
    _ = try DecoderWeights(
      file, DecoderConfiguration(file), for: .generation, pool: WorkerPool(threads: 1), cache: cache, loading: loading,
      available: available, progress: { _ in })
  }

  private func memory(_ available: Int, _ cache: PackedCachePolicy = .off) throws -> ModelMemory {
    let file = try GGUFFile(path: ModelFixture.grouped.path)
    return try ModelMemory(file, DecoderConfiguration(file), packedCache: cache, available: available)
  }

  @Test(arguments: [WeightLoading.eager, .lazy]) func packedWeightsNeedMemory(_ loading: WeightLoading) throws {
    let all = try memory(.max)
    #expect(try all.packedByteCount == ModelFixture.grouped.model().weightByteCount && all.cacheByteCount > 0)
    let needed = all.packedByteCount + all.cacheByteCount
    try load(needed, .off, loading)
    let error = #expect(throws: InferenceError.self) { try load(needed - 1, .off, loading) }
    #expect(try error == .weightsExceedMemory(memory(needed - 1)))
    let text = error?.description ?? ""
    #expect(text.contains(ModelMemory.text(all.packedByteCount)))
    #expect(text.contains(ModelMemory.text(needed - 1)) && !text.contains("--"))
  }

  @Test func mappedWeightsNeedNone() throws {
    let folder = try TemporaryFolder()
    let cache = PackedCachePolicy.folder(folder.filePath(""))
    #expect(throws: InferenceError.self) { try memory(0, cache).check() }
    try load(.max, cache, .eager)
    try load(0, cache, .eager)
    try load(0, cache, .lazy)
    try memory(0, cache).check()
    #expect(try memory(1000, cache).unusedByteCount == 1000)
  }

  @Test func theContextIsWhatTheMemoryHolds() throws {
    let model = try DecoderConfiguration(GGUFFile(path: ModelFixture.grouped.path))
    let options = EngineOptions(contextSize: 100, keyValueType: .f32)
    let page = model.cacheByteCount(.f32, positions: 64)
    #expect(options.fittingContextSize(of: model, available: 2 * page) == 64)
    #expect(options.fittingContextSize(of: model, available: 4 * page) == 100)
    // A page is always allowed.
    #expect(options.fittingContextSize(of: model, available: -5) == 64)
  }

  /// The cache of a draft model of the same shape takes half of the memory, and is not larger than that of the model.
  @Test func aDraftModelTakesItsPart() throws {
    let model = try DecoderConfiguration(GGUFFile(path: ModelFixture.grouped.path))
    let options = EngineOptions(contextSize: 128, keyValueType: .f32)
    let page = model.cacheByteCount(.f32, positions: 64)
    #expect(options.fittingContextSize(of: model, available: 4 * page) == 128)
    #expect(options.fittingContextSize(of: model, draft: model, available: 4 * page) == 64)
    #expect(options.fittingContextSize(of: model, draft: model, available: 8 * page) == 128)
    let limits = options.cacheByteLimits(of: model, draft: model, available: 1_000_002)
    #expect(limits.model + limits.draft == 500_001 && abs(limits.model - limits.draft) <= 1)
    #expect(options.cacheByteLimits(of: model, draft: nil, available: 1_000_000) == (500_000, 0))
  }

  @Test(arguments: [(0, "0.0 MB"), (1, "0.1 MB"), (9_600_000, "9.6 MB"), (143_200_001, "143.3 MB")])
  func needsAreRoundedUp(_ bytes: Int, _ text: String) { #expect(ModelMemory.text(bytes) == text) }
}
