import Foundation
import SwiftletGGUF
import SwiftletKernels

/// The integers of a block, its scale and its minimum, in the formats that have them.
struct IntegerBlock {
  var quants: [Int]
  var scale: Float
  var minimum: Float

  /// The bytes of the block in a file.
  func bytes(_ format: PackedFormat) -> [UInt8] {
    var bytes = Self.bytes(of: HalfPrecision.f16(scale))
    if format.hasMinimum { bytes += Self.bytes(of: HalfPrecision.f16(minimum)) }
    if format == .q8_0 { return bytes + quants.map { UInt8(bitPattern: Int8($0)) } }
    let unsigned = quants.map { UInt32($0 - format.quants.lowerBound) }
    if format == .q5_0 || format == .q5_1 {
      bytes += Self.bytes(of: unsigned.indices.reduce(UInt32(0)) { $0 | (unsigned[$1] >> 4) << UInt32($1) })
    }
    for index in 0..<16 {
      let (low, high) = (unsigned[index] & 15, unsigned[index + 16] & 15)
      bytes.append(UInt8(low | high << 4))
    }
    return bytes
  }

  private static func bytes<Number: FixedWidthInteger>(of number: Number) -> [UInt8] {
    (0..<MemoryLayout<Number>.size).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

extension PackedFormat {
  static let integers = allCases.filter(\.isInteger)
  /// The formats whose blocks ``IntegerBlock`` writes.
  static let simple: [PackedFormat] = [.q4_0, .q4_1, .q5_0, .q5_1, .q8_0]

  var hasMinimum: Bool { self == .q4_1 || self == .q5_1 }

  /// The integers that a weight can have.
  var quants: ClosedRange<Int> {
    switch self {
    case .q4_0: -8...7
    case .q4_1: 0...15
    case .q5_0: -16...15
    case .q5_1: 0...31
    default: -128...127
    }
  }

  var tensorType: TensorType {
    TensorType.allCases.first { $0.name.lowercased() == rawValue } ?? .f32
  }

  /// The numbers that products with weights of the format see in the place of activations.
  func activations(_ input: [Float]) -> [Double] {
    if isInteger { return QuantizedRow(input).values }
    return isFixedPoint ? FixedPointRow(activations: input).values : input.map(Double.init)
  }

  /// The numbers that products see in the place of rows of weights.
  func weights(_ values: [Float], columns: Int) -> [Double] {
    guard isFixedPoint else { return values.map(Double.init) }
    return stride(from: 0, to: values.count, by: columns).flatMap { start in
      FixedPointRow(weights: Array(values[start..<start + columns])).values
    }
  }

  /// Columns that a matrix of the format may have.
  var columns: [Int] {
    switch tensorType.elementsPerBlock {
    case 256: [256, 512, 1024]
    case 64: [64, 192, 256, 1024]
    default: [32, 64, 96, 256, 1024] + (isInteger ? [] : [1, 7, 40, 1031])
    }
  }

  /// The byte offsets of binary16 numbers in a block, where they are two bytes.
  var halves: [Int] {
    switch self {
    case .f32, .f16, .bf16, .mxfp4, .nvfp4, .iq1_m: []
    case .q4_0, .q5_0, .q8_0, .iq4_nl, .iq4_xs: [0]
    case .iq1_s, .iq2_xxs, .iq2_xs, .iq2_s, .iq3_xxs, .iq3_s: [0]
    case .tq1_0: [52]
    case .tq2_0: [64]
    case .q4_1, .q5_1, .q4_k, .q5_k: [0, 2]
    case .q2_k: [80, 82]
    case .q3_k: [108]
    case .q6_k: [208]
    }
  }

  /// Blocks of random integers with scales of many magnitudes, or random elements of a float format.
  func randomBytes(_ elements: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    guard isInteger else { return tensorType.writableFormat?.quantized(generator.uneven(elements)) ?? [] }
    let size = tensorType.bytesPerBlock
    var bytes = generator.bytes(elements / tensorType.elementsPerBlock * size)
    for start in stride(from: 0, to: bytes.count, by: size) {
      // The upper byte of a binary16 number: exponents that give magnitudes from 2⁻¹⁰ to 1, either sign.
      for offset in halves.map({ start + $0 + 1 }) {
        bytes[offset] = bytes[offset] & 0x83 | bytes[offset - 1] & 0x1C | 0x20
      }
      if self == .mxfp4 { bytes[start] = bytes[start] & 15 | 120 }
      // The highest nibble has the sign and the upper bits of the exponent.
      if self == .iq1_m { bytes[start + 55] = bytes[start + 55] & 0x9F | 0x20 }
    }
    return bytes
  }

  /// Blocks of scale 1 whose other bytes are all the same.
  func uniformBytes(_ elements: Int, _ byte: UInt8) -> [UInt8] {
    let size = tensorType.bytesPerBlock
    var block = [UInt8](repeating: byte, count: size)
    for offset in halves { (block[offset], block[offset + 1]) = (0, 0x3C) }
    if self == .mxfp4 { block[0] = 128 }
    if self == .nvfp4 { for group in 0..<4 { block[group] = 0x40 } }
    if self == .iq1_m {
      for (index, nibble) in [0, 0, 0xC0, 0x30].enumerated() {
        block[49 + 2 * index] = block[49 + 2 * index] & 15 | UInt8(nibble)
      }
    }
    return (0..<elements / tensorType.elementsPerBlock).flatMap { _ in block }
  }
}

/// A matrix in the bytes of its format, to be written to a file.
struct WeightMatrix {
  var rows: Int
  var columns: Int
  var type: TensorType
  var bytes: [UInt8]

  init(_ rows: Int, _ columns: Int, _ type: TensorType, _ bytes: [UInt8]) {
    (self.rows, self.columns, self.type, self.bytes) = (rows, columns, type, bytes)
  }

  /// A matrix of the given blocks, row by row.
  init(rows: Int, _ format: PackedFormat, _ blocks: [IntegerBlock]) {
    self.init(rows, blocks.count * 32 / rows, format.tensorType, blocks.flatMap { $0.bytes(format) })
  }
}

/// Writes matrices to a GGUF file, opens it, and removes it from its folder.
func tensors(of matrices: [WeightMatrix]) throws -> [GGUFTensor] {
  let path = NSTemporaryDirectory() + "/kernels-tests-" + UUID().uuidString
  var writer = GGUFWriter()
  for (index, matrix) in matrices.enumerated() {
    writer.addTensor("tensor.\(index)", matrix.type, dimensions: [matrix.columns, matrix.rows], bytes: matrix.bytes)
  }
  try writer.write(to: path)
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try GGUFFile(path: path).tensors
}

/// A projection of one matrix.
func projection(_ matrix: WeightMatrix) throws -> Projection {
  Projection([try PackedMatrix(try tensors(of: [matrix])[0], pool: SharedPools.single)])
}
