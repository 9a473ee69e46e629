import Foundation
import SwiftletGGUF
import Synchronization
import Testing

@testable import SwiftletKernels

/// Damage anywhere in a file of packed weights is found when the weights are used, and changes no result.
@Suite struct PanelVerificationTests {
  /// Eight pairs of panels, of which loading verifies the first, the fifth and the last.
  private static let rows = 229
  private let model: CachedModel
  private let bytes: [UInt8]
  private let table: PackedCacheTable

  init() throws {
    model = try CachedModel([.q4_k, .f32, .q8_0], rows: Self.rows)
    try model.load()
    bytes = try model.cacheBytes()
    table = try PackedCacheTable(MappedFile(path: model.cachePath))
  }

  /// The products of three rows of numbers with a matrix.
  private func products(_ matrix: PackedMatrix, threads: Int = 1) throws -> [Float] {
    let kernels = Kernels(pool: threads == 1 ? SharedPools.single : WorkerPool(threads: threads))
    let projection = Projection([matrix])
    let input = try Activations(rows: 3, columns: matrix.columns)
    for row in 0..<3 { input.values[row: row] = (0..<matrix.columns).map { Float(($0 * 7 + row) % 11) - 5 } }
    kernels.prepare(input, rows: 3, forms: projection.inputForms)
    let output = try FloatRows(rows: 3, columns: matrix.rows)
    kernels.multiply(projection, input, rows: 3, into: output)
    return (0..<3).flatMap { output[row: $0] }
  }

  private func expected() throws -> [[Float]] {
    try GGUFFile(path: model.path).tensors.map { try products(PackedMatrix($0, pool: SharedPools.single)) }
  }

  @Test(arguments: [1, 2, 3, 5, 6], [1, 4])
  func aDamagedPairIsPackedAgainBeforeItIsUsed(_ pair: Int, _ threads: Int) throws {
    let expected = try expected()
    for (index, entry) in table.matrices.enumerated() {
      let size = entry.byteCount / 8
      for offset in [0, size / 2 + 1, size - 1] {
        var damaged = bytes
        damaged[entry.offset + pair * size + offset] ^= 0x40
        try model.replaceCache(damaged)
        let (matrices, report) = try model.matrices(writes: false)
        #expect(report.loadError == nil && report.mappedCount == 3 && report.damage.tensors.isEmpty)
        let found = try matrices.map { try products($0, threads: threads) }
        #expect(found == expected, "matrix \(index), byte \(offset)")
        #expect(report.damage.tensors == [entry.name])
        // The file is gone, and the next load writes it as it was.
        #expect(!FileManager.default.fileExists(atPath: model.cachePath))
        #expect(try model.load().report.outcome == "written")
        #expect(try model.cacheBytes() == bytes)
        // What was mapped stays as it is.
        #expect(try matrices.map { try products($0) } == expected)
      }
    }
  }

  @Test func everyPairMayBeDamaged() throws {
    var damaged = bytes
    for entry in table.matrices {
      let size = entry.byteCount / 8
      for pair in [1, 2, 3, 5, 6] {
        for offset in stride(from: pair * size, to: (pair + 1) * size, by: 2) { damaged[entry.offset + offset] = 0xEE }
      }
    }
    try model.replaceCache(damaged)
    let (matrices, report) = try model.matrices(writes: false)
    #expect(try matrices.map { try products($0, threads: 3) } == expected())
    #expect(Set(report.damage.tensors) == Set(table.matrices.map(\.name)))
  }

  @Test func theFirstDamageIsTold() throws {
    var damaged = bytes
    for entry in table.matrices { damaged[entry.offset + entry.byteCount / 8] ^= 1 }
    try model.replaceCache(damaged)
    let (matrices, report) = try model.matrices(writes: false)
    let told = Mutex<[String]>([])
    report.damage.onFirst { name in told.withLock { $0.append(name) } }
    #expect(told.withLock { $0 } == [])
    for matrix in matrices { _ = try products(matrix) }
    #expect(told.withLock { $0 } == ["matrix.0"])
    report.damage.onFirst { name in told.withLock { $0.append(name) } }
    #expect(told.withLock { $0 } == ["matrix.0", "matrix.0"])
  }

  @Test func onRequestAllIsVerifiedAtOnceAndReplaced() throws {
    let (_, whole) = try model.matrices(verification: .whileLoading)
    #expect(whole.outcome == "loaded")
    for (pair, entry) in zip([1, 3, 6], table.matrices) {
      var damaged = bytes
      damaged[entry.offset + pair * entry.byteCount / 8 + 9] ^= 2
      try model.replaceCache(damaged)
      let (matrices, report) = try model.matrices(verification: .whileLoading)
      #expect(report.loadError == .corruptContents(tensor: entry.name) && report.isWritten)
      #expect(try model.cacheBytes() == bytes)
      #expect(try matrices.map { try products($0) } == expected())
    }
  }

  @Test func damageIsNotLookedForWhereItsCostIsMeasured() throws {
    let entry = table.matrices[0]
    var damaged = bytes
    damaged[entry.offset + entry.byteCount / 8 + 3] ^= 0x40
    try model.replaceCache(damaged)
    let (matrices, report) = try model.matrices(verification: .never)
    #expect(try products(matrices[0]) != expected()[0] && report.damage.tensors.isEmpty)
    #expect(try model.cacheBytes() == damaged)
  }

  @Test func damageIsNotWrittenIntoANewFile() throws {
    // A file without the last matrix, so that the load writes it anew, with damage in the first one.
    let file = try GGUFFile(path: model.path)
    try FileManager.default.removeItem(atPath: model.cachePath)
    var cache = PackedCache(path: model.cachePath, for: file, pool: SharedPools.single)
    var arena = PanelArena()
    for tensor in file.tensors.dropLast() {
      _ = try cache.matrix(tensor, pool: SharedPools.single, arena: &arena)
    }
    cache.finish()
    var damaged = try model.cacheBytes()
    let first = try PackedCacheTable(MappedFile(path: model.cachePath)).matrices[0]
    damaged[first.offset + first.byteCount / 8 + 3] ^= 1
    try model.replaceCache(damaged)
    let (_, report) = try model.load()
    #expect(report.packedCount == 1 && report.isWritten && report.damage.tensors == ["matrix.0"])
    #expect(try model.cacheBytes() == bytes)
  }

  @Test(arguments: [(1, 33), (3, 20), (4, 32), (5, 77), (2, 1)])
  func groupsAreStackedWithPadding(_ groups: Int, _ rows: Int) throws {
    let total = try CachedModel([.f32, .q4_0], rows: groups * rows)
    for tensor in try GGUFFile(path: total.path).tensors {
      var arena = PanelArena()
      let stacked = try PackedMatrix(tensor, groups: groups, pool: SharedPools.single, arena: &arena)
      let padded = ExpertProjection.paddedRows(rows)
      #expect(stacked.rows == groups * padded)
      #expect(ExpertProjection([stacked], expertCount: groups).rows == padded)
      let plain = try products(PackedMatrix(tensor, pool: SharedPools.single))
      let found = try products(stacked)
      for row in 0..<3 {
        for group in 0..<groups {
          let start = row * stacked.rows + group * padded
          let expected = plain[row * groups * rows + group * rows..<row * groups * rows + (group + 1) * rows]
          #expect(found[start..<start + rows] == expected)
          #expect(found[start + rows..<start + padded].allSatisfy { $0 == 0 })
        }
      }
    }
  }
}
