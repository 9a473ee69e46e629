import SwiftletGGUF
import SwiftletInference

/// Blocks of random bits, with scales that make elements as large as asked for: also of formats that the package cannot
/// write.
struct RandomBlocks {
  let type: TensorType
  private(set) var bytes: [UInt8]

  init(_ type: TensorType, count: Int, deviation: Float, _ random: inout SplitMix64) {
    self.type = type
    bytes = []
    bytes.reserveCapacity(count * type.bytesPerBlock)
    while bytes.count < count * type.bytesPerBlock {
      withUnsafeBytes(of: random.next()) { bytes += $0.prefix(count * type.bytesPerBlock - bytes.count) }
    }
    if type == .nvfp4 {
      // Its scales are numbers of 8 bits, four a block: here those from 2⁻⁷ to 2⁻⁵.
      for block in 0..<count {
        for byte in 0..<4 { bytes[block * type.bytesPerBlock + byte] = 0x08 + bytes[block * type.bytesPerBlock] % 16 }
      }
      return
    }
    for block in 0..<count { setScale(1, block) }
    let sample = min(count, 64)
    let values = bytes.withUnsafeBytes {
      type.blockFormat?.dequantized(
        UnsafeRawBufferPointer(rebasing: $0.prefix(sample * type.bytesPerBlock)), count: sample * type.elementsPerBlock)
        ?? []
    }
    let square = values.reduce(0) { $0 + $1 * $1 } / Float(max(values.count, 1))
    for block in 0..<count { setScale(deviation / square.squareRoot(), block) }
  }

  /// Sets the number that all elements of a block are multiplied with.
  private mutating func setScale(_ scale: Float, _ block: Int) {
    let (start, bits) = (block * type.bytesPerBlock, HalfPrecision.f16(scale))
    switch type {
    case .iq1_M:
      // In the upper halves of the bytes behind each pair of scales.
      for word in 0..<4 {
        let offset = start + 49 + 2 * word
        bytes[offset] = bytes[offset] & 15 | UInt8(bits >> (4 * UInt16(word)) & 15) << 4
      }
    case .tq1_0, .tq2_0:
      (bytes[start + type.bytesPerBlock - 2], bytes[start + type.bytesPerBlock - 1]) = (
        UInt8(bits & 255), UInt8(bits >> 8)
      )
    default: (bytes[start], bytes[start + 1]) = (UInt8(bits & 255), UInt8(bits >> 8))
    }
  }
}
