import SwiftletGGUF

/// Blocks of the same random numbers in several formats, made when they are first asked for.
struct BlockPools {
  /// Gaussian numbers; a power of two of them.
  let numbers: [Float]
  private var pools: [Key: [UInt8]] = [:]

  private struct Key: Hashable {
    var type: TensorType
    var columns: Int
  }

  init(numbers: [Float]) { self.numbers = numbers }

  /// The numbers in a format, scaled for rows of a length; nil for types that cannot be computed with.
  mutating func pool(_ type: TensorType, columns: Int) -> [UInt8]? {
    let key = Key(type: type, columns: columns)
    if let pool = pools[key] { return pool }
    guard let format = type.writableFormat else { return nil }
    let scale = 1 / Float(columns).squareRoot()
    let pool = format.quantized(numbers.map { $0 * scale })
    pools[key] = pool
    return pool
  }
}
