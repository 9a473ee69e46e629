/// A SplitMix64 random number generator with a fixed seed.
struct RandomNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }

  /// Returns random numbers from −1 to 1.
  mutating func floats(_ count: Int) -> [Float] { (0..<count).map { _ in Float.random(in: -1...1, using: &self) } }
}
