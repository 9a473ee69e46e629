import SwiftletGGUF
import Testing

@testable import SwiftletKernels

/// Weights that are NaN or infinite, found while they are packed.
@Suite struct NonFinitePackingTests {
  /// The byte offsets in a block of numbers, with a pattern for each that is NaN or infinite.
  private static func damages(_ type: TensorType) -> [[(offset: Int, byte: UInt8)]] {
    func half(_ offset: Int, _ high: UInt8) -> [(offset: Int, byte: UInt8)] { [(offset, 0), (offset + 1, high)] }
    func halves(_ offset: Int) -> [[(offset: Int, byte: UInt8)]] { [0x7C, 0xFC, 0x7E].map { half(offset, $0) } }
    return switch type {
    case .f32: [[(2, 0x80), (3, 0x7F)], [(2, 0x80), (3, 0xFF)], [(2, 0xC0), (3, 0x7F)]]
    case .bf16: [[(0, 0x80), (1, 0x7F)], [(0, 0x80), (1, 0xFF)], [(0, 0xC0), (1, 0x7F)]]
    case .f16, .q4_0, .q5_0, .q8_0, .iq4_NL, .iq4_XS: halves(0)
    case .q4_1, .q5_1, .q4_K, .q5_K: halves(0) + halves(2)
    case .q2_K: halves(80) + halves(82)
    case .q3_K: halves(108)
    case .q6_K: halves(208)
    case .mxfp4: [[(0, 255)]]
    case .tq1_0: halves(52)
    case .tq2_0: halves(64)
    case .iq1_M: [[(55, 0x70), (53, 0xC0)]]
    case .nvfp4: []
    default: halves(0)
    }
  }

  @Test(arguments: TensorType.computable)
  func theFirstBlockIsNamed(_ type: TensorType) throws {
    let (rows, columns) = (70, type.elementsPerBlock == 1 ? 67 : 512)
    let blocksPerRow = columns / type.elementsPerBlock
    let sound = [UInt8](repeating: 0, count: rows * blocksPerRow * type.bytesPerBlock)
    _ = try PackedMatrix(try tensors(of: [WeightMatrix(rows, columns, type, sound)])[0], pool: SharedPools.single)
    for damage in Self.damages(type) {
      for blocks in [[0], [rows * blocksPerRow - 1], [5 * blocksPerRow + 1, 40 * blocksPerRow]] {
        var bytes = sound
        for block in blocks { for (offset, byte) in damage { bytes[block * type.bytesPerBlock + offset] = byte } }
        let tensor = try tensors(of: [WeightMatrix(rows, columns, type, bytes)])[0]
        for pool in SharedPools.all {
          let error = #expect(throws: KernelError.self) { try PackedMatrix(tensor, pool: pool) }
          guard case .file(let found)? = error else { continue }
          #expect(found.code == .notFinite && found.subject == .block(tensor: "tensor.0", index: blocks[0]))
          #expect(found.offset == tensor.range.lowerBound + blocks[0] * type.bytesPerBlock)
        }
      }
    }
  }

  @Test func onlyFullExponentsAreRefused() {
    for bits in UInt16.min...UInt16.max {
      for row in 0..<4 {
        var (half, brain) = (FiniteCheck(), FiniteCheck())
        half.add(f16: Self.values(1, but: bits, of: row))
        brain.add(bf16: Self.values(1, but: bits, of: row))
        #expect(half.isFinite == HalfPrecision.float(f16: bits).isFinite)
        #expect(brain.isFinite == HalfPrecision.float(bf16: bits).isFinite)
      }
    }
    for exponent in UInt8.min...UInt8.max {
      for row in 0..<4 {
        var check = FiniteCheck()
        check.add(exponents: Self.values(254, but: exponent, of: row))
        #expect(check.isFinite == (exponent != 255))
      }
    }
    for value in [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude, 0, -1, .leastNonzeroMagnitude] {
      for lane in 0..<8 {
        var check = FiniteCheck()
        var lanes = SIMD8<UInt32>()
        lanes[lane] = value.bitPattern
        check.add(floats: lanes.lowHalf, lanes.highHalf)
        check.add(floats: SIMD4(), SIMD4())
        #expect(check.isFinite == value.isFinite)
      }
    }
  }

  /// The values of four rows that are equal but for one.
  private static func values<Value>(_ others: Value, but value: Value, of row: Int) -> RowValues<Value> {
    RowValues(
      first: row == 0 ? value : others, second: row == 1 ? value : others, third: row == 2 ? value : others,
      fourth: row == 3 ? value : others)
  }
}
