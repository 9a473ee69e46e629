import Foundation
import SwiftletGGUF
import Testing

@testable import SwiftletKernels

/// Packed weights that are written in the background.
@Suite struct PackedCacheWriterTests {
  private let model: CachedModel
  private var path: String { model.folder + "/caches" }

  init() throws { model = try CachedModel([.q4_k, .q8_0], rows: 229) }

  private func caches(_ path: String? = nil, from minimum: Duration = .zero) -> PackedCacheFolder {
    PackedCacheFolder(path: path ?? self.path, writing: .inBackground(ifPackingTakes: minimum))
  }

  private func load(_ folder: PackedCacheFolder) throws -> (matrices: [PackedMatrix], cache: PackedCache) {
    let file = try GGUFFile(path: model.path)
    var cache = try #require(PackedCache(.bounded(folder), for: file, pool: SharedPools.single))
    var arena = PanelArena()
    let matrices = try file.tensors.map { try cache.matrix($0, pool: SharedPools.single, arena: &arena) }
    cache.finish()
    return (matrices, cache)
  }

  @Test func theNextLoadFindsWhatIsWritten() throws {
    let (packed, first) = try load(caches())
    try withExtendedLifetime(packed) {
      let writer = try #require(first.writer)
      writer.wait()
      #expect(writer.error == nil && first.report.writeError == nil)
    }
    let (mapped, second) = try load(caches())
    #expect(second.report.outcome == "loaded" && second.writer == nil)
    #expect(mapped.map(\.bytes) == packed.map(\.bytes))
    // The same file as one that is written while loading.
    let bytes = try Data(contentsOf: URL(filePath: second.report.path))
    try model.load()
    #expect(try model.cacheBytes() == [UInt8](bytes))
  }

  @Test func packingThatTakesNoTimeIsNotWorthAFile() throws {
    let (_, cache) = try load(caches(from: .seconds(1000)))
    #expect(cache.writer == nil && cache.report.outcome == "unwritten")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func modelsLoadWhereNothingCanBeWritten() throws {
    let expected = try model.load(writes: false).panels
    for target in [model.path + "/caches", "/proc/caches"] {
      let (matrices, cache) = try load(caches(target))
      #expect(matrices.map(\.bytes) == expected)
      // The user did not ask for the cache, so its failure is not reported.
      #expect(cache.report.writeError == nil)
      try withExtendedLifetime(matrices) {
        let writer = try #require(cache.writer)
        writer.wait()
        #expect(writer.error != nil)
      }
    }
  }

  /// Holds the lock of the folder, so that a writer waits.
  private func holdingLock(_ body: () throws -> Void) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let descriptor = open(path, O_RDONLY)
    try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
    defer { close(descriptor) }
    try body()
  }

  @Test(arguments: [true, false]) func anUnloadedModelIsWrittenOnlyIfItIsKept(_ keeps: Bool) throws {
    var folder = caches()
    folder.keepsMatrices = keeps
    var writer: PackedCacheWriter?
    try holdingLock {
      writer = try load(folder).cache.writer
      #expect(PackedCacheWriter.progress != nil)
    }
    let started = try #require(writer)
    started.wait()
    #expect(folder.files.count == (keeps ? 1 : 0))
    #expect(started.error == (keeps ? nil : .cannotWrite(found: "a model that was unloaded")))
    let (_, next) = try load(caches(from: .seconds(1000)))
    #expect(next.report.outcome == (keeps ? "loaded" : "unwritten"))
  }

  @Test func theSecondOfTwoWritersLeavesTheFileOfTheFirst() throws {
    var folder = caches()
    folder.keepsMatrices = true
    var writers: [PackedCacheWriter] = []
    try holdingLock {
      for _ in 0..<2 { writers.append(try #require(load(folder).cache.writer)) }
    }
    for writer in writers { writer.wait() }
    #expect(writers.allSatisfy { $0.error == nil })
    #expect(folder.files.count == 1)
    #expect(try load(folder).cache.report.outcome == "loaded")
  }

  /// However short the packing takes: otherwise the damaged file would stay for ever.
  @Test func aDamagedFileIsReplaced() throws {
    var folder = caches()
    folder.keepsMatrices = true
    let (packed, first) = try load(folder)
    first.writer?.wait()
    let file = try #require(folder.files.first)
    let bytes = try Data(contentsOf: URL(filePath: file.path))
    folder.writing = .inBackground(ifPackingTakes: .seconds(1000))
    // Magic number, byte order, version, size, table, panels of the first matrix.
    let changes = [0, 7, 8, 16, 24, 32, 100, 4096].map { offset in
      var damaged = bytes
      damaged[offset] ^= 1
      return damaged
    }
    let lengths = [0, 1, 8, 87, 88, 1000, 4096, bytes.count - 1].map { bytes[..<$0] }
    for damaged in changes + lengths {
      try damaged.write(to: URL(filePath: file.path), options: .atomic)
      let (matrices, cache) = try load(folder)
      #expect(matrices.map(\.bytes) == packed.map(\.bytes))
      let error = try #require(cache.report.loadError)
      #expect(error.isAboutContents && cache.report.isRemoved, "\(error)")
      cache.writer?.wait()
      let written = try Data(contentsOf: URL(filePath: file.path))
      #expect(written == bytes, "\(error)")
      let next = try load(folder).cache.report
      #expect(next.loadError == nil && next.outcome == "loaded" && !next.isRemoved)
    }
  }

  /// Weights that are packed later are written then.
  @Test func aDamagedFileIsReplacedAfterPackingOnFirstUse() throws {
    var folder = caches()
    folder.keepsMatrices = true
    let (packed, first) = try load(folder)
    first.writer?.wait()
    let file = try #require(folder.files.first)
    let bytes = try Data(contentsOf: URL(filePath: file.path))
    folder.writing = .inBackground(ifPackingTakes: .seconds(1000))
    try bytes.dropLast(9).write(to: URL(filePath: file.path), options: .atomic)
    let model = try GGUFFile(path: self.model.path)
    var cache = try #require(PackedCache(.bounded(folder), for: model, pool: SharedPools.single))
    let packing = LazyPacking()
    var arena = PanelArena()
    let matrices = try model.tensors.map {
      try cache.matrix($0, pool: SharedPools.single, arena: &arena, packing: packing)
    }
    try withExtendedLifetime(matrices) {
      _ = packing.start(arena, writing: cache)
      packing.wait()
      try #require(packing.cacheWriter).wait()
    }
    #expect(try Data(contentsOf: URL(filePath: file.path)) == bytes)
    #expect(matrices.map(\.bytes) == packed.map(\.bytes))
  }
}
