import SwiftletKernelsPortable
import Testing

@testable import SwiftletKernels

/// Weights of 16 bits as floats.
@Suite struct WidenTests {
  private static let counts = [32, 96, 32 * 33, 32 * 512]

  @Test(arguments: KernelTable.available)
  func halvesAreTheirValues(_ table: KernelTable) {
    // Every pattern but infinities and NaNs, subnormal ones and both zeros among them.
    let finite = (UInt16.min...UInt16.max).filter { $0 & 0x7C00 != 0x7C00 }
    check(table, PanelFormat.f16, finite) { Float(Float16(bitPattern: $0)) }
  }

  @Test(arguments: KernelTable.available)
  func brainFloatsAreTheirValues(_ table: KernelTable) {
    check(table, PanelFormat.bf16, Array(UInt16.min...UInt16.max)) { Float(bitPattern: UInt32($0) << 16) }
  }

  @Test(arguments: KernelTable.available)
  func productsWithWidenedPanelsAreTheSame(_ table: KernelTable) throws {
    var generator = SeededGenerator(seed: 91)
    var plain = table
    plain.widenedFormats = []
    for format in table.widenedFormats {
      for (rows, columns) in [(1, 32), (33, 96), (130, 544), (257, 1056)] {
        let weights = WeightMatrix(
          rows, columns, format.tensorType, format.randomBytes(rows * columns, &generator))
        let matrix = Projection([try PackedMatrix(tensors(of: [weights])[0], pool: SharedPools.single)])
        let input = try Activations((0..<40).map { _ in generator.uneven(columns) })
        for tokens in [23, 24, 37, 40] {
          let found = try products(Kernels(pool: SharedPools.all[1], table: table), matrix, input, rows: tokens)
          let expected = try products(Kernels(pool: SharedPools.single, table: plain), matrix, input, rows: tokens)
          #expect(patterns(found) == patterns(expected), "\(tokens) tokens × \(format) (\(rows), \(columns))")
        }
      }
    }
  }

  /// Widens patterns in random order, of several counts, and compares them with the value of each.
  private func check(_ table: KernelTable, _ format: UInt8, _ allowed: [UInt16], _ value: (UInt16) -> Float) {
    var generator = SeededGenerator(seed: 90)
    for count in Self.counts {
      let bits = (0..<count).map { _ in allowed[Int(generator.next() % UInt64(allowed.count))] }
      let found = withGuardedMemory(4 * count) { memory in
        let floats = memory.bindMemory(to: Float.self, capacity: count)
        withGuardedMemory(2 * count) { weights in
          for (index, pattern) in bits.enumerated() {
            weights.storeBytes(of: pattern, toByteOffset: 2 * index, as: UInt16.self)
          }
          table.widen(format, weights, count, floats)
        }
        return (0..<count).map { floats[$0].bitPattern }
      }
      #expect(found == bits.map { value($0).bitPattern })
    }
  }
}
