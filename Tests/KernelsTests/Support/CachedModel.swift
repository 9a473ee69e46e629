import Foundation
import SwiftletGGUF
import Testing

@testable import SwiftletKernels

/// A file with a few matrices and the cache of their packed form, in a folder that exists as long as their owner.
final class CachedModel: Sendable {
  let folder: String
  let formats: [PackedFormat]

  var path: String { folder + "/model.gguf" }
  var cachePath: String { folder + "/cache" }

  init(_ formats: [PackedFormat] = [.q4_0, .f16], rows: Int = 37) throws {
    folder = NSTemporaryDirectory() + "/packed-tests-" + UUID().uuidString
    self.formats = formats
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try writeModel(rows: rows)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes the model's file; another seed gives other weights of the same size.
  func writeModel(rows: Int = 37, seed: UInt64 = 5, name: String = "a") throws {
    var generator = SeededGenerator(seed: seed)
    var writer = GGUFWriter()
    writer.metadata["general.name"] = .text(name)
    for (index, format) in formats.enumerated() {
      let columns = max(64, format.tensorType.elementsPerBlock)
      writer.addTensor(
        "matrix.\(index)", format.tensorType, dimensions: [columns, rows],
        bytes: format.randomBytes(rows * columns, &generator))
    }
    try writer.write(to: path)
  }

  /// A load: the panels of all matrices, and what became of the cache, which is written if that is asked for.
  @discardableResult
  func load(from cachePath: String? = nil, writes: Bool = true) throws -> (panels: [[UInt8]], report: PackedCacheReport)
  {
    let (matrices, report) = try matrices(from: cachePath, writes: writes)
    return (matrices.map(\.bytes), report)
  }

  /// A load: all matrices, and what became of the cache.
  func matrices(
    from cachePath: String? = nil, writes: Bool = true, verification: PackedCacheVerification = .onFirstUse
  ) throws -> ([PackedMatrix], report: PackedCacheReport) {
    let file = try GGUFFile(path: path)
    var cache = PackedCache(
      path: cachePath ?? self.cachePath, for: file, pool: SharedPools.all[1], verification: verification)
    var arena = PanelArena()
    let matrices = try file.tensors.map { try cache.matrix($0, pool: SharedPools.all[1], arena: &arena) }
    if writes { cache.finish() }
    return (matrices, cache.report)
  }

  func cacheBytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: cachePath))) }

  /// Puts a file in the cache's place, which is how others replace it: readers keep what they have.
  func replaceCache(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: cachePath), options: .atomic) }

  /// Loads the cache with these bytes, checks that the weights do not change, and returns the load error.
  func refusal(_ bytes: [UInt8], panels: [[UInt8]]) throws -> PackedCacheError? {
    try replaceCache(bytes)
    let (found, report) = try load(writes: false)
    #expect(found == panels)
    #expect(report.mappedCount == (report.loadError == nil ? formats.count : 0))
    return report.loadError
  }
}

extension PackedMatrix {
  /// All panels.
  var bytes: [UInt8] { panels.withBytes(in: 0..<byteCount) { Array($0) } }
}
