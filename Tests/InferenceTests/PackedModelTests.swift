import Foundation
import SwiftletGGUF
import SwiftletInference
import SwiftletKernels
import TestSupport
import Testing

/// A model whose packed weights come from disk is the same model.
@Suite struct PackedModelTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func load(_ path: String, _ policy: PackedCachePolicy) throws -> (DecoderModel, PackedCacheReport) {
    let model = try DecoderModel(GGUFFile(path: path), pool: WorkerPool(threads: 2), packedCache: policy)
    return (model, try #require(model.packedCacheReport))
  }

  private func bits(_ model: DecoderModel, _ tokens: [Int]) throws -> [[UInt32]] {
    try logits(model, tokens).map { $0.map(\.bitPattern) }
  }

  /// Loads twice, and compares both with a load that knows no cache.
  private func checkLoads(_ path: String, _ policy: PackedCachePolicy, tokens: [Int] = [1, 5, 7, 2, 9, 3]) throws {
    let plain = try DecoderModel(GGUFFile(path: path), pool: WorkerPool(threads: 2))
    #expect(plain.packedCacheReport == nil)
    let expected = try bits(plain, tokens)
    let (packed, first) = try load(path, policy)
    #expect(first.outcome == "written" && first.mappedCount == 0)
    #expect(try bits(packed, tokens) == expected)
    let (mapped, second) = try load(path, policy)
    #expect(second.outcome == "loaded" && second.mappedCount == first.packedCount)
    #expect(mapped.weightByteCount == plain.weightByteCount)
    #expect(try bits(mapped, tokens) == expected)
  }

  @Test(arguments: ModelFixture.all)
  func logitsAreTheSameToTheLastBit(_ fixture: ModelFixture) throws {
    try checkLoads(fixture.path, .folder(folder.filePath("")), tokens: fixture.expected().tokens)
  }

  @Test func theModelThatShipsIsLoadedFromDisk() throws {
    let path = TestFiles.defaultModel
    try checkLoads(path, .folder(folder.filePath("")))
  }

  @Test func aLinkSharesTheFileOfItsModel() throws {
    let path = folder.filePath("model.gguf")
    try FileManager.default.copyItem(atPath: ModelFixture.grouped.path, toPath: path)
    try checkLoads(path, .besideModel)
    let link = folder.filePath("link.gguf")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let (_, report) = try load(link, .besideModel)
    #expect(report.outcome == "loaded")
    #expect(FileManager.default.fileExists(atPath: path + ".swiftlet-packed"))
    #expect(!FileManager.default.fileExists(atPath: link + ".swiftlet-packed"))
  }

  @Test func everyShardCounts() throws {
    let paths = try ModelVariant(ModelFixture(name: "mixed")).writeShards(3, to: folder)
    try checkLoads(paths[0], .besideModel)
    for (index, path) in paths.enumerated() {
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: path)
      let (_, report) = try load(paths[0], .besideModel)
      #expect(report.loadError == .modelMismatch(shard: index, difference: "modification time") && report.isWritten)
    }
    #expect(try load(paths[0], .besideModel).1.outcome == "loaded")
  }

  @Test func enginesKeepPackedWeightsOnlyIfTold() async throws {
    let path = folder.filePath("model.gguf")
    try FileManager.default.copyItem(atPath: ModelFixture.grouped.path, toPath: path)
    let options = [EngineOptions(threads: 1), EngineOptions(threads: 1, packedCache: .besideModel)]
    var outcomes: [Outcome] = []
    for option in [options[0], options[1], options[1]] {
      let engine = try InferenceEngine(contentsOf: path, options: option)
      outcomes.append(try await engine.greedy([1, 2, 3], 8))
      #expect((engine.model.packedCacheReport == nil) == (option.packedCache == .off))
      #expect(FileManager.default.fileExists(atPath: path + ".swiftlet-packed") == (option.packedCache != .off))
    }
    #expect(outcomes[0] == outcomes[1] && outcomes[1] == outcomes[2])
  }

  @Test func whatIsWrittenInTheBackgroundIsTheSameModel() async throws {
    let caches = PackedCacheFolder(path: folder.filePath("caches"), writing: .inBackground(ifPackingTakes: .zero))
    let options = EngineOptions(threads: 1, packedCache: .bounded(caches))
    let path = ModelFixture.grouped.path
    let engine = try InferenceEngine(contentsOf: path, options: options)
    let outcome = try await engine.greedy([1, 2, 3], 8)
    let writer = try #require(engine.model.packedCacheWriter)
    writer.wait()
    #expect(writer.error == nil)
    #expect(try await engine.greedy([1, 2, 3], 8).tokens == outcome.tokens)
    let (model, report) = try load(path, .bounded(caches))
    #expect(report.outcome == "loaded" && model.packedCacheWriter == nil)
    let plain = try DecoderModel(GGUFFile(path: path), pool: WorkerPool(threads: 2))
    #expect(try bits(model, [1, 2, 3]) == bits(plain, [1, 2, 3]))
    #expect(!FileManager.default.fileExists(atPath: path + ".swiftlet-packed"))
  }

  /// Damage of any kind: the weights are packed again, the file is replaced unless it may be another's, the logits
  /// stay.
  @Test(arguments: [0, 8, 16, 24, 32, 80, 88, 130, 200, 700, 1500])
  func damageLeadsToAnotherFile(_ offset: Int) throws {
    let path = folder.filePath("model.gguf")
    try FileManager.default.copyItem(atPath: ModelFixture.grouped.path, toPath: path)
    let (packed, report) = try load(path, .besideModel)
    let expected = try bits(packed, [1, 2, 3])
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: report.path)))
    var changed = whole
    changed[offset] ^= 0x40
    for bytes in [changed, Array(whole[..<offset])] {
      try Data(bytes).write(to: URL(fileURLWithPath: report.path), options: .atomic)
      let (model, second) = try load(path, .besideModel)
      // Without its magic number it could be any file, and is left alone.
      let isForeign = offset == 0 && !bytes.isEmpty
      #expect(second.loadError != nil && (second.outcome == "written") == !isForeign)
      #expect(try bits(model, [1, 2, 3]) == expected)
      #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: report.path))) == (isForeign ? bytes : whole))
    }
    #expect(try bits(packed, [1, 2, 3]) == expected)
  }
}
