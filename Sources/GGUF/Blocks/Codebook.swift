/// The levels of the codes 0, 1, 2, … of a format, in ascending order.
///
/// Quantisation searches use `Double`, so that sums of squares of finite 32-bit floats do not overflow.
struct Codebook {
  /// The level of each code.
  let levels: [Double]
  /// The lookup table of codes, with an entry per half unit from the lowest level on.
  ///
  /// The midpoints between integer levels are multiples of a half.
  private let codes: [UInt8]

  /// Creates a codebook from integer levels in ascending order.
  init(_ integers: some Sequence<Int>) {
    let levels = integers.map(Double.init)
    self.levels = levels
    codes = stride(from: levels[0], through: levels[levels.count - 1], by: 0.5).map { half in
      UInt8(zip(levels, levels.dropFirst()).count { ($0 + $1) / 2 <= half })
    }
  }

  /// Returns the code of the level nearest to `value`; ties go to the higher level.
  func nearest(_ value: Double) -> Int {
    Int(codes[Int(clamping: min(max(value - levels[0], 0) * 2, Double(codes.count - 1)))])
  }
}

/// Converts the elements of a block for a search; infinities and NaNs become 0, so that invalid weights do not trap.
func finiteElements(_ values: UnsafePointer<Float>, count: Int) -> [Double] {
  (0..<count).map { unsafe values[$0].isFinite ? Double(values[$0]) : 0 }
}

/// Normalises importance values to error weights with a mean of 1; all are 1 if no value is positive.
func weights(_ importance: UnsafePointer<Float>, count: Int) -> [Double] {
  let numbers = unsafe finiteElements(importance, count: count).map { max($0, 0) }
  let mean = numbers.reduce(0, +) / Double(count)
  guard mean > 0 else { return Array(repeating: 1, count: count) }
  // Never 0, so that elements without importance are still quantised sensibly.
  return numbers.map { $0 / mean + 1e-6 }
}

/// Converts a scale to the nearest finite binary16 pattern.
func storedScale(_ scale: Double) -> UInt16 {
  HalfPrecision.f16(Float(min(max(scale, -65504), 65504)))
}

/// Returns the integers of `range` near `quotient`: the nearest one and its two neighbours.
func integers(beside quotient: Double, in range: ClosedRange<Int>) -> ClosedRange<Int> {
  let middle = Int(clamping: min(max(quotient, Double(range.lowerBound)), Double(range.upperBound)).rounded())
  return max(middle - 1, range.lowerBound)...min(middle + 1, range.upperBound)
}
