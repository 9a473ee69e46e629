import SwiftletGGUF
import Testing

@testable import SwiftletKernels

/// Weights survive packing.
@Suite struct PackingTests {
  /// The bits per weight of the formats that do not keep those of the file.
  private static let bits: [PackedFormat: Double] = [.q3_k: 3.5625, .q4_k: 4.625, .q5_k: 5.625, .iq4_xs: 4.3125]

  @Test(arguments: KernelTable.available, PackedFormat.allCases)
  func unitVectorsGiveTheColumns(_ table: KernelTable, _ format: PackedFormat) throws {
    let kernels = Kernels(pool: SharedPools.single, table: table)
    var generator = SeededGenerator(seed: 31)
    for rows in [1, 15, 16, 37, 200] {
      let columns = format.isInteger ? max(96, format.tensorType.elementsPerBlock) : 41
      let bytes = format.randomBytes(rows * columns, &generator)
      let tensor = try tensors(of: [WeightMatrix(rows, columns, format.tensorType, bytes)])[0]
      let weights = try tensor.floats()
      let packed = try PackedMatrix(tensor, pool: SharedPools.all[rows % 3])
      #expect(packed.rows == rows && packed.columns == columns && packed.format == format)
      let bits = Double(packed.byteCount * 8) / Double((rows + 31) / 32 * 32 * columns)
      #expect(bits <= Self.bits[format] ?? format.tensorType.bitsPerElement)
      let unit = (0..<columns).map { column in (0..<columns).map { $0 == column ? Float(1) : 0 } }
      let results = try products(kernels, Projection([packed]), Activations(unit), rows: columns)
      // 127 · (1/127) is not quite 1.
      let allowed = format.isInteger ? 1e-6 * (weights.map(\.magnitude).max() ?? 0) : 0
      let wrong = results.enumerated().flatMap { column, result in
        (0..<rows).filter { abs(result[$0] - weights[$0 * columns + column]) > allowed }.map { (column, $0) }
      }.prefix(5)
      #expect(wrong.isEmpty, "(column, row)")
    }
  }

  /// All numbers of the 16-bit formats, as a matrix of one column.
  @Test(arguments: KernelTable.available, [PackedFormat.f16, .bf16])
  func everySixteenBitNumberIsRead(_ table: KernelTable, _ format: PackedFormat) throws {
    // Infinities and NaNs of binary16 do not occur in weights.
    let numbers = (0...UInt16.max).map { format == .f16 && $0 & 0x7C00 == 0x7C00 ? 0 : $0 }
    let bytes = numbers.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let matrix = try projection(WeightMatrix(numbers.count, 1, format.tensorType, bytes))
    let kernels = Kernels(pool: SharedPools.single, table: table)
    let results = try products(kernels, matrix, Activations([[1]]), rows: 1)[0]
    let wrong = zip(numbers, results).filter { number, result in
      // The processor's dot products of bfloat16 take subnormal numbers as zeros.
      if table.name == "avx512bf16", format == .bf16, number & 0x7F80 == 0 { return result != 0 }
      let value = format == .f16 ? HalfPrecision.float(f16: number) : HalfPrecision.float(bf16: number)
      return result != value && !(result.isNaN && value.isNaN)
    }.prefix(5)
    #expect(wrong.isEmpty)
  }

  /// Where two are multiplied at once: what is between two numbers goes to the nearer one, in a tie to the even one; ends of the range and NaN stay.
  @Test(arguments: KernelTable.available)
  func activationsAreRoundedForPairsAlone(_ table: KernelTable) throws {
    var generator = SeededGenerator(seed: 31)
    let patterns: [UInt32] = [
      0, 0x8000_0000, 0x3F80_0000, 0x3F80_7FFF, 0x3F80_8000, 0x3F80_8001, 0x3F81_8000, 0xBF81_8000, 0x3FFF_FFFF,
      0x7F7F_7FFF, 0x7F7F_8000, 0x7F80_0000, 0xFF80_0000, 0x7FC0_0000, 0x7F80_0001, 0xFFFF_FFFF, 0x0080_0000,
    ]
    let values = patterns.map { Float(bitPattern: $0) } + generator.floats(1000, magnitude: 1e6)
    let matrix = try projection(WeightMatrix(1, 1, .bf16, [0x80, 0x3F]))
    let kernels = Kernels(pool: SharedPools.single, table: table)
    let results = try products(kernels, matrix, Activations(values.map { [$0] }), rows: values.count).map { $0[0] }
    let wrong = zip(values, results).filter { value, result in
      let expected = table.name == "avx512bf16" ? HalfPrecision.float(bf16: HalfPrecision.bf16(value)) : value
      return result != expected && !(result.isNaN && expected.isNaN)
    }.prefix(5)
    #expect(wrong.isEmpty)
  }

  @Test func onlyFormatsWithKernelsArePacked() throws {
    for type in TensorType.allCases { #expect((PackedFormat(type) == nil) == (type.blockFormat == nil)) }
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
