/// The numbers that the codes 0, 1, 2, … of a format's elements stand for, in ascending order.
///
/// Quantisers search with it, in `Double`, so that the squares of all finite 32-bit floats can be added up.
struct Codebook {
  /// The number behind each code.
  let levels: [Double]
  /// The code of each half of a unit from the lowest level on: midpoints between integers are multiples of a half.
  private let codes: [UInt8]

  /// The integers of an ascending sequence.
  init(_ integers: some Sequence<Int>) {
    let levels = integers.map(Double.init)
    self.levels = levels
    codes = stride(from: levels[0], through: levels[levels.count - 1], by: 0.5).map { half in
      UInt8(zip(levels, levels.dropFirst()).count { ($0 + $1) / 2 <= half })
    }
  }

  /// The code of the level nearest to `value`, the higher of two.
  func nearest(_ value: Double) -> Int {
    Int(codes[Int(min(max(value - levels[0], 0) * 2, Double(codes.count - 1)))])
  }
}

/// The elements of a block for a search; what is not finite counts as 0, so that broken weights cannot trap.
func finiteElements(_ values: UnsafePointer<Float>, count: Int) -> [Double] {
  (0..<count).map { unsafe values[$0].isFinite ? Double(values[$0]) : 0 }
}

/// How much a squared error counts at each element, 1 on average; all alike where nothing is known.
func weights(_ importance: UnsafePointer<Float>, count: Int) -> [Double] {
  let numbers = unsafe finiteElements(importance, count: count).map { max($0, 0) }
  let mean = numbers.reduce(0, +) / Double(count)
  guard mean > 0 else { return Array(repeating: 1, count: count) }
  // Never nothing, so that elements which have not mattered so far do not become arbitrary.
  return numbers.map { $0 / mean + 1e-6 }
}

/// The binary16 pattern nearest to a scale, finite even if the scale is too large.
func storedScale(_ scale: Double) -> UInt16 {
  HalfPrecision.f16(Float(min(max(scale, -65504), 65504)))
}

/// The integers beside `quotient` that lie in `range`: the nearest and its two neighbours.
func integers(beside quotient: Double, in range: ClosedRange<Int>) -> ClosedRange<Int> {
  let middle = Int(min(max(quotient, Double(range.lowerBound)), Double(range.upperBound)).rounded())
  return max(middle - 1, range.lowerBound)...min(middle + 1, range.upperBound)
}
