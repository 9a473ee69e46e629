import Foundation
import SwiftletGGUF
import SwiftletKernels

/// Weight matrices of one format that together exceed every cache.
struct TestMatrices {
  static let rows = 8192
  static let columns = 2048

  /// The matrices, each separately allocated.
  let projections: [Projection]
  /// The size of one matrix in bytes.
  var byteCount: Int { projections[0].byteCount }

  /// Packs copies of a random matrix up to at least `totalBytes`.
  init(format: PackedFormat, totalBytes: Int, pool: WorkerPool) throws {
    let tensor = try Self.tensor(format)
    let first = try PackedMatrix(tensor, pool: pool)
    let count = max(1, (totalBytes + first.byteCount - 1) / first.byteCount)
    projections =
      try [Projection([first])] + (1..<count).map { _ in Projection([try PackedMatrix(tensor, pool: pool)]) }
  }

  /// Creates a random tensor in a temporary file that is unlinked while mapped.
  private static func tensor(_ format: PackedFormat) throws -> GGUFTensor {
    guard let type = TensorType(name: format.rawValue), type.blockFormat != nil else {
      throw BenchmarkError.noTestData(format: format.rawValue, reason: "no block format of that name")
    }
    // Speed does not depend on the values and quantising is slow, so a few rows are repeated.
    let distinctRows = 4
    var numbers = RandomNumbers(seed: 1)
    let piece =
      type.writableFormat?.quantized(numbers.floats(distinctRows * columns))
      ?? randomBlocks(type, elements: distinctRows * columns, &numbers)
    var writer = GGUFWriter()
    writer.addTensor("weight", type, dimensions: [columns, rows]) { sink throws(GGUFError) in
      for _ in 0..<rows / distinctRows { try sink.write(piece) }
    }
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("kernels-\(UUID().uuidString).gguf").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try writer.write(to: path)
    return try GGUFFile(path: path).tensor("weight")
  }

  /// Creates blocks of random bits in which every number is finite.
  private static func randomBlocks(_ type: TensorType, elements: Int, _ numbers: inout RandomNumbers) -> [UInt8] {
    (0..<elements / type.elementsPerBlock * type.bytesPerBlock).map { _ in
      // The highest bit of the exponent of a binary16 number, wherever there is one.
      UInt8(truncatingIfNeeded: numbers.next()) & ~0x40
    }
  }
}
