import SwiftletGGUF
import SwiftletKernelInterface
import Testing

@testable import SwiftletKernels

/// Activations in 8 bits, and rows of the cache.
@Suite struct QuantizationTests {
  private static let rows: [[Float]] = {
    var generator = SeededGenerator(seed: 41)
    var rows: [[Float]] = []
    for blocks in [1, 2, 3, 8, 33] {
      rows.append(generator.floats(32 * blocks))
      rows.append(generator.uneven(32 * blocks))
    }
    for magnitude: Float in [0x1p-149, 0x1p-133, 1e-37, 0x1p-118, 0x1p-117, 1e-30, 1e-3, 1e5, 1e30, 3e38] {
      rows.append(generator.floats(64, magnitude: magnitude))
    }
    rows += [0, -0.0, 1, -127].map { [Float](repeating: $0, count: 32) }
    // The scale is 1 and every other value a tie.
    rows.append((0..<256).map { $0 % 32 == 0 ? 127 : (Float($0) - 128) / 2 })
    // One element sets the scale of its block, first or last.
    for position in [0, 31] { rows.append((0..<96).map { $0 % 32 == position ? -1000 : Float($0) * 0.37 }) }
    return rows
  }()

  @Test(arguments: KernelTable.available)
  func activationsAreRoundedToTheNearestInteger(_ table: KernelTable) throws {
    for (index, row) in Self.rows.enumerated() {
      let values = try FloatRows([row])
      let count = row.count / 32
      let quantized = withGuardedMemory(48 * count) { blocks in
        table.vectors.quantize(values.row(0), count: row.count, into: blocks, stride: 48)
        return QuantizedRow(blocks: blocks, count: count)
      }
      let isExact = quantized == QuantizedRow(row)
      #expect(isExact, "row \(index)")
    }
  }

  /// Each block is at least as near as with the maximum's 127th part for a scale, and all together much nearer.
  @Test func activationsLoseLessThanByRoundingAlone() {
    var generator = SeededGenerator(seed: 43)
    var (total, plainTotal) = (0.0, 0.0)
    for row in Self.rows + (0..<20).map({ _ in generator.floats(1024) }) where row.allSatisfy({ abs($0) < 2e38 }) {
      let (values, plain) = (QuantizedRow(row).values, Self.rounded(row))
      for start in stride(from: 0, to: row.count, by: 32) {
        let block = start..<start + 32
        let largest = block.map { Double(row[$0].magnitude) }.max() ?? 0
        guard largest > 1e-34 else { continue }
        let error = block.reduce(0) { $0 + ((values[$1] - Double(row[$1])) / largest).squared }
        let plainError = block.reduce(0) { $0 + ((Double(plain[$1]) - Double(row[$1])) / largest).squared }
        // Values next to a tie may be rounded to the other side.
        #expect(error <= 1.01 * plainError + 1e-9)
        total += error
        plainTotal += plainError
      }
    }
    #expect(total < 0.9 * plainTotal)
  }

  @Test(arguments: KernelTable.available, KeyValueType.allCases)
  func rowsOfTheCacheKeepTheirValues(_ table: KernelTable, _ type: KeyValueType) throws {
    for (index, row) in Self.rows.enumerated() {
      let expected =
        switch type {
        case .f32: row
        case .f16: row.map { HalfPrecision.float(f16: HalfPrecision.f16($0)) }
        case .q8_0: Self.rounded(row)
        }
      let isExact = try Self.store(row, table, type) == expected
      #expect(isExact, "row \(index)")
    }
  }

  @Test(arguments: KernelTable.available)
  func rowsOfHalvesRoundLikeTheReference(_ table: KernelTable) throws {
    var generator = SeededGenerator(seed: 42)
    // Random patterns, those around the positions where rounding changes, and the numbers that stay as they are.
    var bits = (0..<200_000).map { _ in UInt32.random(in: 0...(.max), using: &generator) }
    bits += (0..<200_000).map { _ in
      UInt32.random(in: 0x3200_0000...0x4800_0000, using: &generator) | (generator.next() & 1 == 0 ? 0 : 1 << 31)
    }
    for upper in stride(from: UInt32(0), through: 0xFFFF_0000, by: 0x1_0000) {
      bits += [0, 0x0FFF, 0x1000, 0x1001, 0x2FFF, 0x3000, 0xF000, 0xFFFF].map { upper | $0 }
    }
    bits += (0...UInt16.max).map { HalfPrecision.float(f16: $0).bitPattern }
    bits.removeFirst(bits.count % 32)
    let values = bits.map { Float(bitPattern: $0) }
    let rows = try FloatRows([values])
    let halves = withGuardedMemory(2 * values.count) { row in
      table.vectors.storeValue(rows.row(0), width: values.count, as: .f16, into: row)
      return values.indices.map { row.load(fromByteOffset: 2 * $0, as: UInt16.self) }
    }
    let wrong = values.indices.lazy.filter { index in
      let expected = HalfPrecision.f16(values[index])
      // NaNs need not keep their payload.
      return halves[index] != expected && !(values[index].isNaN && halves[index] & 0x7FFF > 0x7C00)
    }.prefix(5).map { (values[$0], halves[$0]) }
    #expect(wrong.isEmpty)
  }

  /// The values of 8-bit blocks: integers of magnitude 127 at most, the scale the maximum's 127th part.
  private static func rounded(_ row: [Float]) -> [Float] {
    stride(from: 0, to: row.count, by: 32).flatMap { start -> [Float] in
      let block = row[start..<start + 32]
      let largest = block.reduce(0) { max($0, $1.magnitude) }
      let inverse = largest >= 0x1p-118 ? 127 / largest : 0
      return block.map { ($0 * inverse).rounded(.toNearestOrEven) * (largest / 127) }
    }
  }

  /// The values of a row as a cache keeps it.
  private static func store(_ row: [Float], _ table: KernelTable, _ type: KeyValueType) throws -> [Float] {
    let values = try FloatRows([row])
    return withGuardedMemory(type.rowByteCount(row.count)) { stored in
      table.vectors.storeValue(values.row(0), width: row.count, as: type, into: stored)
      return type.floats(stored, count: row.count)
    }
  }
}

extension KeyValueType {
  /// The elements of a key of `count` elements in a lane of a panel.
  func key(_ panel: UnsafeRawPointer, lane: Int, count: Int) -> [Float] {
    (0..<count).map { column in
      switch self {
      case .f32: return panel.load(fromByteOffset: 4 * (16 * column + lane), as: Float.self)
      case .f16:
        return HalfPrecision.float(f16: panel.load(fromByteOffset: 2 * (16 * column + lane), as: UInt16.self))
      case .q8_0:
        let block = panel + column / 32 * 576
        let quant = block.load(fromByteOffset: 64 + 16 * (column % 32) + lane, as: Int8.self)
        return block.load(fromByteOffset: 4 * lane, as: Float.self) * Float(quant)
      }
    }
  }

  /// The values of a row of `count` elements.
  func floats(_ row: UnsafeRawPointer, count: Int) -> [Float] {
    switch self {
    case .f32: Array(UnsafeRawBufferPointer(start: row, count: 4 * count).bindMemory(to: Float.self))
    case .f16: (0..<count).map { HalfPrecision.float(f16: row.load(fromByteOffset: 2 * $0, as: UInt16.self)) }
    case .q8_0:
      (0..<count).map { column in
        let block = row + column / 32 * 36
        return block.load(as: Float.self) * Float(block.load(fromByteOffset: 4 + column % 32, as: Int8.self))
      }
    }
  }
}

extension Double {
  fileprivate var squared: Double { self * self }
}
