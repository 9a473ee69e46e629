import SwiftletGGUF
import Testing

@testable import SwiftletKernels

/// Products where arithmetic of too few bits would show.
@Suite struct MatrixExtremesTests {
  private static let columns = 1024

  /// Weights and activations are integers and their scales 1 and next to 1.
  @Test(arguments: KernelTable.available, PackedFormat.simple)
  func sumsOfIntegersAreExact(_ table: KernelTable, _ format: PackedFormat) throws {
    let kernels = Kernels(pool: SharedPools.single, table: table)
    var generator = SeededGenerator(seed: 21)
    let weights = Self.integerRows(format, &generator)
    let blocks = weights.map { row in
      (0..<Self.columns / 32).map { block in
        let quants = Array(row[32 * block..<32 * block + 32])
        // A block of zero scale and minimum is 0, whatever its integers are.
        return IntegerBlock(
          quants: quants, scale: block % 7 == 6 ? 0 : 1,
          minimum: !format.hasMinimum || block % 7 == 6 ? 0 : Float(block % 7 - 3))
      }
    }
    let inputs = Self.activationRows(&generator)
    let matrix = try projection(WeightMatrix(rows: weights.count, format, blocks.flatMap { $0 }))
    let results = try products(kernels, matrix, Activations(inputs.map { $0.map(Float.init) }), rows: inputs.count)
    for (input, result) in zip(inputs, results) {
      let scales = QuantizedRow(input.map(Float.init)).scales
      for (row, value) in zip(blocks, result) {
        // In double precision every term is exact but for the scale, which is next to 1.
        var (sum, magnitude) = (0.0, 0.0)
        for (index, block) in row.enumerated() {
          let x = input[32 * index..<32 * index + 32]
          let dot = zip(block.quants, x).reduce(0) { $0 + $1.0 * $1.1 }
          let term = Double(Int(block.scale) * dot + Int(block.minimum) * x.reduce(0, +)) * Double(scales[index])
          sum += term
          magnitude += abs(term)
        }
        // Rounding is all that may differ, once for each block: nothing of the size of a product.
        #expect(abs(Double(value) - sum) <= 1e-6 * magnitude + 1e-3)
      }
    }
  }

  /// Rows of integers: constant and alternating ends of the range, single outliers, then random ones.
  private static func integerRows(_ format: PackedFormat, _ generator: inout SeededGenerator) -> [[Int]] {
    let (low, high) = (format.quants.lowerBound, format.quants.upperBound)
    var rows = [
      [Int](repeating: low, count: columns), [Int](repeating: high, count: columns),
      [Int](repeating: low < 0 ? 0 : low + 1, count: columns),
    ]
    for period in [1, 2, 4, 8, 16] { rows.append((0..<columns).map { $0 / period % 2 == 0 ? low : high }) }
    for position in [0, 31, 32, 1023] { rows.append((0..<columns).map { $0 == position ? high : max(low, 0) }) }
    while rows.count < 37 { rows.append((0..<columns).map { _ in .random(in: format.quants, using: &generator) }) }
    return rows
  }

  /// Rows of integers with a magnitude of 127 in each block, which makes the scale 1, and a row of zeros.
  private static func activationRows(_ generator: inout SeededGenerator) -> [[Int]] {
    var rows = [127, -127, 0].map { [Int](repeating: $0, count: columns) }
    for period in [1, 2, 4, 8, 16] { rows.append((0..<columns).map { $0 / period % 2 == 0 ? 127 : -127 }) }
    while rows.count < 14 {
      var row = generator.integers(columns, limit: 127)
      for block in 0..<columns / 32 { row[32 * block + .random(in: 0..<32, using: &generator)] = block % 2 * 254 - 127 }
      rows.append(row)
    }
    return rows
  }

  /// The largest scales, the least, subnormal ones and their neighbours, negative ones, 0.
  @Test(arguments: KernelTable.available, PackedFormat.simple)
  func scalesMayBeAnyFiniteNumber(_ table: KernelTable, _ format: PackedFormat) throws {
    let kernels = Kernels(pool: SharedPools.single, table: table)
    let scales: [Float] = [0x1p-24, 0x1.ff8p-15, 0x1p-14, 65504, -65504, -0x1p-24, 0]
    var generator = SeededGenerator(seed: 22)
    let blocks = (0..<17 * 3).map { index in
      IntegerBlock(
        quants: (0..<32).map { _ in .random(in: format.quants, using: &generator) },
        scale: scales[index % scales.count], minimum: scales[index / 3 % scales.count])
    }
    let tensor = try tensors(of: [WeightMatrix(rows: 17, format, blocks)])[0]
    let weights = try tensor.floats().map(Double.init)
    let inputs = [1e-34, 1e-30, 1e-6, 1, 1e6, 1e29].map { generator.floats(96, magnitude: $0) }
    let matrix = Projection([try PackedMatrix(tensor, pool: kernels.pool)])
    let results = try products(kernels, matrix, Activations(inputs), rows: inputs.count)
    for (input, result) in zip(inputs, results) {
      let x = QuantizedRow(input).values
      for (row, value) in result.enumerated() {
        #expect(Sum(Array(weights[96 * row..<96 * row + 96]), x, count: 96).error(of: value) <= 1e-6)
      }
    }
  }

  /// Codes, scales and minimums at the ends of their ranges: 16-bit sums must not overflow.
  @Test(arguments: KernelTable.available, PackedFormat.integers)
  func extremeCodesDoNotOverflow(_ table: KernelTable, _ format: PackedFormat) throws {
    let kernels = Kernels(pool: SharedPools.single, table: table)
    var generator = SeededGenerator(seed: 24)
    let inputs = Self.activationRows(&generator)
    let floats = inputs.map { $0.map(Float.init) }
    for byte: UInt8 in [0, 0xFF, 0x0F, 0xF0, 0x55, 0xAA, 0x7F, 0x80] {
      let tensor = try tensors(
        of: [WeightMatrix(3, Self.columns, format.tensorType, format.uniformBytes(3 * Self.columns, byte))])[0]
      let weights = try tensor.floats().map(Double.init)
      let matrix = Projection([try PackedMatrix(tensor, pool: kernels.pool)])
      let results = try products(kernels, matrix, Activations(floats), rows: floats.count)
      for (input, result) in zip(floats, results) {
        let sum = Sum(Array(weights.prefix(Self.columns)), input.map(Double.init), count: Self.columns)
        // Scales and minimums may cancel each other, but for their rounding.
        let magnitude = sum.magnitude + input.reduce(0) { $0 + Double(abs($1)) }
        #expect(result.allSatisfy { abs(Double($0) - sum.value) <= 1e-6 * magnitude }, "bytes \(byte)")
      }
    }
  }

  /// Activations next to the end of a float's range count as zeros.
  @Test(arguments: KernelTable.available, PackedFormat.integers)
  func vanishingActivationsDoNoHarm(_ table: KernelTable, _ format: PackedFormat) throws {
    let kernels = Kernels(pool: SharedPools.single, table: table)
    var generator = SeededGenerator(seed: 23)
    let matrix = try projection(WeightMatrix(16, 256, format.tensorType, format.randomBytes(16 * 256, &generator)))
    let inputs = [0, .leastNonzeroMagnitude, 0x1p-140, .leastNormalMagnitude, 1e-37, 1e-36].map { magnitude in
      [Float](repeating: magnitude, count: 31) + [-magnitude] + [Float](repeating: -magnitude, count: 224)
    }
    for result in try products(kernels, matrix, Activations(inputs), rows: inputs.count) {
      #expect(result.allSatisfy { abs($0) < 1e-28 })
    }
  }
}
