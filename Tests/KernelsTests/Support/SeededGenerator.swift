/// The SplitMix64 generator: the same numbers on every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Floats in −`magnitude`…`magnitude`, multiples of `magnitude` · 2⁻²³.
  mutating func floats(_ count: Int, magnitude: Float = 1) -> [Float] {
    (0..<count).map { _ in Float(Int64(bitPattern: next()) >> 40) * 0x1p-23 * magnitude }
  }

  /// Floats whose magnitudes differ by many powers of two.
  mutating func uneven(_ count: Int) -> [Float] {
    let magnitudes: [Float] = [1, 0x1p-1, 0x1p-2, 0x1p-3, 0x1p-4, 0x1p-5, 0x1p-6, 0x1p-7]
    return floats(count).map { $0 * magnitudes[Int(next() >> 61)] }
  }

  /// Integers in −`limit`…`limit`.
  mutating func integers(_ count: Int, limit: Int) -> [Int] {
    (0..<count).map { _ in Int(next() >> 33) % (2 * limit + 1) - limit }
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<(count + 7) / 8).map { _ in next() }.withUnsafeBytes { Array($0.prefix(count)) }
  }
}
