import SwiftletGGUF

/// Pools of the same random numbers, quantized to several formats on first use.
struct BlockPools {
  /// The Gaussian random numbers; their count is a power of two.
  let numbers: [Float]
  private var pools: [Key: [UInt8]] = [:]

  private struct Key: Hashable {
    var type: TensorType
    var columns: Int
  }

  init(numbers: [Float]) { self.numbers = numbers }

  /// Returns the numbers in a format, scaled for rows of `columns` elements; `nil` for types without kernels.
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
