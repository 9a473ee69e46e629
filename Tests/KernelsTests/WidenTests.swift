import SwiftletKernelsPortable
import Testing

@testable import SwiftletKernels

/// Products of many tokens with weights of 16 bits, which are widened for all of them.
@Suite struct WidenTests {
  /// A part of a block to more than two, with runs that are not whole, and rows that leave strips and pairs unfinished.
  private static let extents = [
    (1, 32), (33, 96), (130, FloatBlock.columns), (40, FloatBlock.columns + 33), (300, 2 * FloatBlock.columns + 7),
  ]

  @Test(arguments: KernelTable.available, [PackedFormat.f16, .bf16])
  func productsAreTheSameWithAndWithoutScratch(_ table: KernelTable, _ format: PackedFormat) throws {
    var generator = SeededGenerator(seed: 91)
    var (plain, widening) = (table, table)
    let multiply: KernelTable.Multiply = table.multiply
    plain.multiply = { format, panels, size, rows, columns, x, tokens, output, stride, near, far, _ in
      multiply(format, panels, size, rows, columns, x, tokens, output, stride, near, far, nil)
    }
    widening.multiply = { format, panels, size, rows, columns, x, tokens, output, stride, near, far, _ in
      let pairs = (rows + Panel.pairRows - 1) / Panel.pairRows
      withGuardedMemory(4 * FloatBlock.columns * Panel.pairRows * pairs) { memory in
        let scratch = memory.assumingMemoryBound(to: Float.self)
        multiply(format, panels, size, rows, columns, x, tokens, output, stride, near, far, scratch)
      }
    }
    for (rows, columns) in Self.extents {
      let weights = WeightMatrix(rows, columns, format.tensorType, format.randomBytes(rows * columns, &generator))
      let matrix = Projection([try PackedMatrix(tensors(of: [weights])[0], pool: SharedPools.single)])
      let input = try Activations((0..<61).map { _ in generator.uneven(columns) })
      for tokens in [23, 24, 37, 61] {
        let expected = try products(Kernels(pool: SharedPools.single, table: plain), matrix, input, rows: tokens)
        // A thread that is alone widens several pairs at once.
        for pool in SharedPools.all.prefix(2) {
          let found = try products(Kernels(pool: pool, table: widening), matrix, input, rows: tokens)
          #expect(patterns(found) == patterns(expected), "\(tokens) tokens × \(format) (\(rows), \(columns))")
        }
      }
    }
  }

  /// Every value of 16 bits that is a number meets the scalar oracle: 1 for one column and 0 for the others bring it out.
  @Test(arguments: KernelTable.available)
  func everyHalfIsItsValue(_ table: KernelTable) throws {
    try check(table, .f16, (UInt16.min...UInt16.max).filter { $0 & 0x7C00 != 0x7C00 }) {
      Float(Float16(bitPattern: $0))
    }
  }

  /// Subnormal numbers are left out: dot products of bfloat16 take them as zeros.
  @Test(arguments: KernelTable.available)
  func everyBrainFloatIsItsValue(_ table: KernelTable) throws {
    try check(table, .bf16, (UInt16.min...UInt16.max).filter { $0 & 0x7F80 != 0x7F80 && $0 & 0x7F80 != 0 }) {
      Float(bitPattern: UInt32($0) << 16)
    }
  }

  /// Lays the patterns out as rows of 32 columns and reads them one column a token.
  private func check(
    _ table: KernelTable, _ format: PackedFormat, _ patterns: [UInt16], _ value: (UInt16) -> Float
  ) throws {
    let columns = 32
    let rows = patterns.count / columns
    let used = patterns.prefix(rows * columns)
    let bytes = used.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let matrix = Projection([
      try PackedMatrix(
        tensors(of: [WeightMatrix(rows, columns, format.tensorType, bytes)])[0], pool: SharedPools.single)
    ])
    let input = try Activations((0..<columns).map { token in (0..<columns).map { $0 == token ? 1 : 0 } })
    let found = try products(Kernels(pool: SharedPools.all[1], table: table), matrix, input, rows: columns)
    for (index, pattern) in used.enumerated() {
      let product = found[index % columns][index / columns]
      #expect(product == value(pattern), "\(String(pattern, radix: 16)) became \(product)")
    }
  }
}
