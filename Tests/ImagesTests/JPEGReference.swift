import Foundation

/// The inverse discrete cosine transform of ITU T.81, A.3.3, in double precision.
enum JPEGReference {
  /// Returns a sample of a block of 64 coefficients.
  static func sample(_ block: [Int16], _ x: Int, _ y: Int) -> Double {
    var sum = 0.0
    for v in 0..<8 {
      for u in 0..<8 where block[v * 8 + u] != 0 {
        let scale = (u == 0 ? 0.5.squareRoot() : 1) * (v == 0 ? 0.5.squareRoot() : 1) / 4
        let angles = cos(Double((2 * x + 1) * u) * .pi / 16) * cos(Double((2 * y + 1) * v) * .pi / 16)
        sum += scale * Double(block[v * 8 + u]) * angles
      }
    }
    return sum
  }
}
