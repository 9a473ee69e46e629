import Foundation
import SwiftletGGUF
import Testing

@testable import SwiftletKernels

/// The packing of matrices in the background, its errors, and its end.
@Suite struct LazyPackingTests {
  private static let formats: [PackedFormat] = [.q4_k, .f16, .q8_0]

  private static func makeTensors(rows: Int = 229) throws -> [GGUFTensor] {
    var generator = SeededGenerator(seed: 41)
    return try tensors(
      of: formats.map { WeightMatrix(rows, 1024, $0.tensorType, $0.randomBytes(rows * 1024, &generator)) })
  }

  @Test func allMatricesArePackedInTheBackground() throws {
    let tensors = try Self.makeTensors()
    var arena = PanelArena()
    let packing = LazyPacking()
    let matrices = try tensors.map { try PackedMatrix($0, packing: packing, arena: &arena) }
    #expect(packing.remainingByteCount == matrices.reduce(0) { $0 + $1.byteCount })
    let collapser = packing.start(arena)
    packing.wait()
    let expected = try tensors.map { try PackedMatrix($0, pool: SharedPools.single).bytes }
    let haveSameBytes = matrices.map(\.bytes) == expected
    #expect(haveSameBytes && packing.remainingByteCount == 0 && packing.error == nil)
    collapser.wait()
    let areUnchanged = matrices.map(\.bytes) == expected
    #expect(areUnchanged)
  }

  @Test func allMatricesCanBePackedAtOnce() throws {
    let tensors = try Self.makeTensors()
    for isStarted in [false, true] {
      var arena = PanelArena()
      let packing = LazyPacking(threads: 3)
      let matrices = try tensors.map { try PackedMatrix($0, packing: packing, arena: &arena) }
      if isStarted { _ = packing.start(arena) }
      try packing.finish(SharedPools.all[2])
      let expected = try tensors.map { try PackedMatrix($0, pool: SharedPools.single).bytes }
      let haveSameBytes = matrices.map(\.bytes) == expected
      #expect(haveSameBytes && packing.remainingByteCount == 0)
    }
  }

  /// The ways in which a damaged block may be found.
  enum Finding: CaseIterable { case products, background, request }

  @Test(arguments: Finding.allCases)
  func theFirstBlockThatIsNotFiniteIsNamed(_ finding: Finding) throws {
    let (rows, columns) = (70, 64)
    let infinities: [(TensorType, [UInt8])] = [(.f32, [0, 0, 0x80, 0x7F]), (.q8_0, [0, 0x7C])]
    for (type, scale) in infinities {
      let blocksPerRow = columns / type.elementsPerBlock
      var bytes = [UInt8](repeating: 0, count: rows * blocksPerRow * type.bytesPerBlock)
      let sound = bytes
      let damaged = [69 * blocksPerRow + 1, 5 * blocksPerRow]
      for block in damaged {
        let start = block * type.bytesPerBlock
        bytes.replaceSubrange(start..<start + scale.count, with: scale)
      }
      let files = try tensors(of: [sound, bytes, bytes].map { WeightMatrix(rows, columns, type, $0) })
      var arena = PanelArena()
      let packing = LazyPacking()
      let matrices = try files.map { try PackedMatrix($0, packing: packing, arena: &arena) }
      #expect(packing.error == nil)
      switch finding {
      case .products:
        let kernels = Kernels(pool: SharedPools.all[1])
        let input = try Activations([[Float](repeating: 1, count: columns)])
        for (index, matrix) in matrices.enumerated() {
          _ = try products(kernels, Projection([matrix]), input, rows: 1)
          #expect((packing.error == nil) == (index == 0))
        }
      case .background:
        _ = packing.start(arena)
        packing.wait()
      case .request:
        let error = #expect(throws: KernelError.self) { try packing.finish(SharedPools.all[1]) }
        #expect(error == packing.error.map { KernelError.file($0) })
      }
      let error = try #require(packing.error)
      #expect(error.code == .notFinite && error.subject == .block(tensor: "tensor.1", index: damaged[1]))
      let eager = #expect(throws: KernelError.self) { try PackedMatrix(files[1], pool: SharedPools.single) }
      #expect(eager == .file(error))
      withExtendedLifetime(matrices) {}
    }
  }

  @Test func matricesMayGoAwayWhileTheyArePacked() throws {
    let tensors = try Self.makeTensors(rows: 4000)
    for round in 0..<12 {
      let packing = LazyPacking()
      var matrices = try Self.start(tensors, packing)
      weak let watched = matrices[0]
      if round % 3 > 0 { usleep(UInt32(500 * round)) }
      matrices = []
      packing.wait()
      #expect(watched == nil && packing.remainingByteCount == 0)
    }
  }

  /// Starts packing tensors in the background.
  private static func start(_ tensors: [GGUFTensor], _ packing: LazyPacking) throws -> [PackedMatrix] {
    var arena = PanelArena()
    let matrices = try tensors.map { try PackedMatrix($0, packing: packing, arena: &arena) }
    _ = packing.start(arena)
    return matrices
  }

  @Test func theCacheIsWrittenWhenAllIsPacked() throws {
    let model = try CachedModel([.q4_k, .q8_0], rows: 229)
    let folder = PackedCacheFolder(
      path: model.folder + "/caches", writing: .inBackground(ifPackingTakes: .zero))
    let file = try GGUFFile(path: model.path)
    func load() throws -> (matrices: [PackedMatrix], cache: PackedCache, packing: LazyPacking) {
      var cache = try #require(PackedCache(.bounded(folder), for: file, pool: SharedPools.single))
      #expect(!cache.isWrittenWhileLoading)
      var arena = PanelArena()
      let packing = LazyPacking()
      let matrices = try file.tensors.map {
        try cache.matrix($0, pool: SharedPools.single, arena: &arena, packing: packing)
      }
      _ = packing.start(arena, writing: cache)
      packing.wait()
      return (matrices, cache, packing)
    }
    let first = try load()
    let writer = try #require(first.packing.cacheWriter)
    try withExtendedLifetime(first.matrices) {
      writer.wait()
      #expect(writer.error == nil && first.cache.report.outcome == "unwritten")
    }
    let second = try load()
    #expect(second.cache.report.outcome == "loaded" && second.packing.cacheWriter == nil)
    let haveSameBytes = second.matrices.map(\.bytes) == first.matrices.map(\.bytes)
    #expect(haveSameBytes)
    // Which is the file that eager loading writes.
    try model.load()
    let bytes = try Data(contentsOf: URL(filePath: second.cache.report.path))
    let written = try model.cacheBytes()
    #expect(written == [UInt8](bytes))
  }

  @Test func damagedWeightsAreNotWrittenToACache() throws {
    let model = try CachedModel([.f32], rows: 40)
    let tensor = try GGUFFile(path: model.path).tensors[0]
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: model.path)))
    bytes.replaceSubrange(tensor.range.lowerBound..<tensor.range.lowerBound + 4, with: [0, 0, 0xC0, 0x7F])
    try Data(bytes).write(to: URL(filePath: model.path), options: .atomic)
    let file = try GGUFFile(path: model.path)
    let folder = PackedCacheFolder(path: model.folder + "/caches", writing: .inBackground(ifPackingTakes: .zero))
    var cache = try #require(PackedCache(.bounded(folder), for: file, pool: SharedPools.single))
    var arena = PanelArena()
    let packing = LazyPacking()
    let matrix = try cache.matrix(file.tensors[0], pool: SharedPools.single, arena: &arena, packing: packing)
    _ = packing.start(arena, writing: cache)
    packing.wait()
    withExtendedLifetime(matrix) {}
    #expect(packing.error != nil && packing.cacheWriter == nil && folder.files.isEmpty)
  }
}
