import Foundation
import SwiftletGGUF
import Synchronization
import Testing

@testable import SwiftletKernels

/// Matrices that are packed on first use are those that are packed while loading, to the last bit.
@Suite struct LazyPanelsTests {
  private static let rowCounts = [1, 16, 32, 47, 229]
  private static let tokenCounts = [1, 3, 13, 40]

  /// A matrix packed now, and the same packed on first use.
  private struct Pair {
    let eager: PackedMatrix
    let lazy: PackedMatrix
    let packing: LazyPacking
    var panels: LazyPanels { get throws { try #require(lazy.lazyPanels) } }

    init(_ tensor: GGUFTensor, groups: Int = 0) throws {
      var arena = PanelArena()
      eager = try PackedMatrix(tensor, groups: groups, pool: SharedPools.single, arena: &arena)
      packing = LazyPacking()
      lazy = try PackedMatrix(tensor, groups: groups, packing: packing, arena: &arena)
    }
  }

  private static func tensor(_ rows: Int, _ columns: Int, _ format: PackedFormat) throws -> GGUFTensor {
    var generator = SeededGenerator(seed: 31)
    let bytes = format.randomBytes(rows * columns, &generator)
    return try tensors(of: [WeightMatrix(rows, columns, format.tensorType, bytes)])[0]
  }

  private static func inputs(_ count: Int, _ columns: Int) -> [[Float]] {
    var generator = SeededGenerator(seed: 32)
    return (0..<count).map { _ in generator.uneven(columns) }
  }

  @Test(arguments: KernelTable.available, PackedFormat.allCases)
  func productsAreThoseOfEagerPacking(_ table: KernelTable, _ format: PackedFormat) throws {
    for columns in [format.columns[0], format.columns[format.columns.count - 1], 1024] {
      for rows in Self.rowCounts {
        let tensor = try Self.tensor(rows, columns, format)
        for (pool, tokens) in zip(SharedPools.all + [SharedPools.all[1]], Self.tokenCounts) {
          let pair = try Pair(tensor)
          let kernels = Kernels(pool: pool, table: table)
          let input = try Activations(Self.inputs(tokens, columns))
          let expected = try patterns(products(kernels, Projection([pair.eager]), input, rows: tokens))
          let states = try pair.panels.states
          // From scratch memory, from the memory that was just packed, and from the packed matrix.
          for isDone in [false, true, true] {
            let found = try patterns(products(kernels, Projection([pair.lazy]), input, rows: tokens))
            let areSame = found == expected
            #expect(areSame, "\(tokens) tokens × (\(rows), \(columns)), \(pool.count) threads")
            #expect(states.isDone == isDone)
          }
          let haveSameBytes = pair.lazy.bytes == pair.eager.bytes
          #expect(haveSameBytes && pair.packing.error == nil && pair.packing.remainingByteCount == 0)
        }
      }
    }
  }

  @Test(arguments: [PackedFormat.q4_k, .f16, .f32, .q8_0])
  func expertsAreThoseOfEagerPacking(_ format: PackedFormat) throws {
    let (experts, rows, columns) = (5, 40, 256)
    let tensor = try Self.tensor(experts * rows, columns, format)
    let choices = (0..<7).map { row in [(expert: row % 3, weight: Float(0.5)), (expert: 4, weight: Float(0.25))] }
    let slots = ExpertSlots(choices, expertCount: experts)
    let count = ExpertSlots.maximumCount(rows: 7, usedExperts: 2, expertCount: experts)
    for pool in SharedPools.all {
      let pair = try Pair(tensor, groups: experts)
      let kernels = Kernels(pool: pool)
      let input = try Activations(rows: count, columns: columns)
      func result(_ matrix: PackedMatrix) throws -> [[UInt32]] {
        let projection = ExpertProjection([matrix], expertCount: experts)
        let output = try FloatRows(rows: count, columns: projection.rows)
        kernels.gather(try FloatRows(Self.inputs(7, columns)), slots, into: input, forms: projection.inputForms)
        kernels.multiply(projection, input, slots, into: output)
        return patterns(Array(output.all.prefix(slots.rows.count)))
      }
      let expected = try result(pair.eager)
      for _ in 0..<3 {
        let areSame = try result(pair.lazy) == expected
        #expect(areSame)
      }
      // Expert 3 was not chosen.
      let states = try pair.panels.states
      #expect(!states.isDone && !states.isReady(6) && !states.isReady(7) && states.remainingCount == 2)
      pair.lazy.prepareAll()
      let haveSameBytes = pair.lazy.bytes == pair.eager.bytes
      #expect(haveSameBytes && states.isDone)
    }
  }

  @Test func selectedRowsAreThoseOfEagerPacking() throws {
    let pair = try Pair(Self.tensor(229, 256, .q4_0))
    let kernels = Kernels(pool: SharedPools.all[1])
    let input = try Activations(Self.inputs(2, 256))
    func result(_ matrix: PackedMatrix, _ rows: [Int]) throws -> [[UInt32]] {
      let projection = Projection([matrix])
      var selection = RowSelection(of: projection)
      for row in rows { selection.insert(row) }
      kernels.prepare(input, rows: 2, forms: projection.inputForms)
      let output = try FloatRows([[Float]](repeating: [Float](repeating: 7, count: 229), count: 2))
      kernels.multiply(projection, selection, input, rows: 2, into: output)
      return patterns(output.all)
    }
    for rows in [[0], [0, 70], [70, 71, 228], Array(0..<229), Array(0..<229)] {
      let (found, expected) = (try result(pair.lazy, rows), try result(pair.eager, rows))
      #expect(found == expected)
    }
    let areDone = try pair.panels.states.isDone
    #expect(areDone)
  }

  /// Callers with pools of their own, and two that share a pool without threads, beside the background thread.
  @Test func manyThreadsAtOnceGetTheSameProducts() throws {
    for round in 0..<8 {
      var arena = PanelArena()
      let packing = LazyPacking()
      let tensors = try [PackedFormat.q4_k, .f16, .f32, .q8_0].map { try Self.tensor(997, 1024, $0) }
      let eager = try tensors.map { try PackedMatrix($0, pool: SharedPools.single) }
      let lazy = try tensors.map { try PackedMatrix($0, packing: packing, arena: &arena) }
      let expected = try Self.results(eager, SharedPools.single)
      if round % 2 == 0 { _ = packing.start(arena) }
      let pools = [SharedPools.single, SharedPools.single, WorkerPool(threads: 2), WorkerPool(threads: 3)]
      let failures = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: pools.count) { index in
        for pass in 0..<3 {
          let found = try? Self.results(lazy, pools[index])
          if found != expected { failures.withLock { $0.append("caller \(index), pass \(pass)") } }
        }
      }
      let found = failures.withLock { $0 }
      #expect(found.isEmpty)
      if round % 2 == 0 { packing.wait() }
      let areDone = lazy.allSatisfy { $0.lazyPanels?.states.isDone == true }
      let haveSameBytes = lazy.map(\.bytes) == eager.map(\.bytes)
      #expect(areDone && haveSameBytes)
    }
  }

  private static func results(_ matrices: [PackedMatrix], _ pool: WorkerPool) throws -> [[UInt32]] {
    let kernels = Kernels(pool: pool)
    let input = try Activations(inputs(2, 1024))
    return try matrices.flatMap { matrix in
      let projection = Projection([matrix])
      kernels.prepare(input, rows: 2, forms: projection.inputForms)
      let output = try FloatRows(rows: 2, columns: matrix.rows)
      kernels.multiply(projection, input, rows: 2, into: output)
      return patterns(output.all)
    }
  }

  @Test func aPairIsTransientThenClaimedThenReady() {
    let states = PairStates(count: 2)
    #expect(states.use(0) == .transient && states.use(0) == .claimed)
    // Another thread does not wait for the one that claimed it.
    #expect(states.use(0) == .transient && !states.claim(0) && !states.isReady(0))
    states.finish(0)
    #expect(states.use(0) == .ready && !states.claim(0) && states.remainingCount == 1 && !states.isDone)
    #expect(states.claim(1) && states.use(1) == .transient)
    states.finish(1)
    states.finish(1)
    #expect(states.isDone && states.remainingCount == 0)
  }
}
