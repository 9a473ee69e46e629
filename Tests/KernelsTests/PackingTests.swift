import SwiftletGGUF
import Testing

@testable import SwiftletKernels

/// Weights survive packing.
@Suite struct PackingTests {
  /// The bits per weight of the formats that do not keep those of the file.
  private static let bits: [PackedFormat: Double] = [
    .f16: 16.25, .bf16: 16.25, .q3_k: 3.5625, .q4_k: 4.625, .q5_k: 5.625, .iq4_xs: 4.3125,
    .iq1_s: 3.3125, .iq1_m: 3.3125, .iq2_xxs: 3.3125, .iq2_xs: 3.3125, .iq2_s: 3.3125, .iq3_xxs: 4.3125,
    .iq3_s: 4.3125, .tq1_0: 2.0625,
  ]

  @Test(arguments: KernelTable.available, PackedFormat.allCases)
  func unitVectorsGiveTheColumns(_ table: KernelTable, _ format: PackedFormat) throws {
    let kernels = Kernels(pool: SharedPools.single, table: table)
    var generator = SeededGenerator(seed: 31)
    for rows in [1, 15, 16, 37, 200] {
      let block = format.tensorType.elementsPerBlock
      let columns = format.isInteger ? (95 + block) / block * block : format.isFixedPoint ? 256 : 41
      let bytes = format.randomBytes(rows * columns, &generator)
      let tensor = try tensors(of: [WeightMatrix(rows, columns, format.tensorType, bytes)])[0]
      let weights = format.weights(try tensor.floats(), columns: columns)
      let packed = try PackedMatrix(tensor, pool: SharedPools.all[rows % 3])
      #expect(packed.rows == rows && packed.columns == columns && packed.format == format)
      let bits = Double(packed.byteCount * 8) / Double((rows + 31) / 32 * 32 * columns)
      #expect(bits == format.bitsPerWeight)
      let unit = (0..<columns).map { column in (0..<columns).map { $0 == column ? Float(1) : 0 } }
      let results = try products(kernels, Projection([packed]), Activations(unit), rows: columns)
      // 127 · (1/127) is not quite 1.
      let allowed = format == .f32 ? 0 : 1e-6 * (weights.map(\.magnitude).max() ?? 0)
      let wrong = results.enumerated().flatMap { column, result in
        (0..<rows).filter { abs(Double(result[$0]) - weights[$0 * columns + column]) > allowed }.map { (column, $0) }
      }.prefix(5)
      #expect(wrong.isEmpty, "(column, row)")
    }
  }

  @Test(arguments: PackedFormat.allCases)
  func weightsTakeAboutTheBitsOfTheFile(_ format: PackedFormat) {
    let expected = Self.bits[format] ?? format.tensorType.bitsPerElement
    #expect(format.bitsPerWeight == expected)
  }

  /// All numbers of the 16-bit formats, as a matrix of one column.
  @Test(arguments: KernelTable.available, [PackedFormat.f16, .bf16])
  func everySixteenBitNumberIsRead(_ table: KernelTable, _ format: PackedFormat) throws {
    // Infinities and NaNs are refused.
    let exponent: UInt16 = format == .f16 ? 0x7C00 : 0x7F80
    let numbers = (0...UInt16.max).map { $0 & exponent == exponent ? 0 : $0 }
    let bytes = numbers.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let matrix = try projection(WeightMatrix(numbers.count, 1, format.tensorType, bytes))
    let kernels = Kernels(pool: SharedPools.single, table: table)
    let results = try products(kernels, matrix, Activations([[1]]), rows: 1)[0]
    let wrong = zip(numbers, results).filter { number, result in
      let value = format == .f16 ? HalfPrecision.float(f16: number) : HalfPrecision.float(bf16: number)
      // The smallest are multiples of the smallest factor, whose product with the activations' is subnormal.
      let isSmall = value.magnitude < 0x1p-100
      return abs(result - value) > (isSmall ? 0x1.01p-127 + 0x1p-8 * value.magnitude : 1e-6 * value.magnitude)
    }.prefix(5)
    #expect(wrong.isEmpty)
  }

  @Test func onlyFormatsWithKernelsArePacked() throws {
    for type in TensorType.allCases {
      // The name identifies the layout in packed caches.
      let format = PackedFormat(type)?.rawValue
      #expect(format == (type.blockFormat == nil ? nil : type.name.lowercased()))
    }
    let bytes = [UInt8](repeating: 0, count: 292)
    let tensor = try tensors(of: [WeightMatrix(1, 256, .q8_K, bytes)])[0]
    let error = #expect(throws: KernelError.self) { try PackedMatrix(tensor, pool: SharedPools.single) }
    let formats = PackedFormat.allCases.map { $0.rawValue.uppercased() }
    #expect(error == .unsupportedType(tensor: "tensor.0", found: "Q8_K", supported: formats))
    #expect(
      error?.description
        == "tensor tensor.0: found type Q8_K, expected one of \(formats.joined(separator: ", "))")
  }

  @Test func refusedMemoryIsReported() {
    let error = #expect(throws: KernelError.self) { try FloatRows(rows: 1 << 28, columns: 1 << 28) }
    #expect(error == .outOfMemory(bytes: 1 << 58, purpose: "268435456 × 268435456 activations"))
    #expect(error?.description.contains("the system refused 288230376151711744 bytes") == true)
  }
}
