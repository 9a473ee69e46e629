/// 16-bit integers with a factor for each 64 columns: what weights of 16 bits, binary16 or bfloat16, and the activations
/// that meet them are computed in.
///
///     w ≈ f · i,   x ≈ d · j,   Σ w·x ≈ f · d · Σ i·j
///
/// This is block floating point. Processors multiply and add two pairs of 16-bit integers where they do one of 32-bit
/// floats, and the sum is exact: it fits in 32 bits because the lengths of both vectors are bounded, |i| by 2¹⁵ and |j|
/// by 2¹⁶, and a scalar product is no more than the product of the lengths (Cauchy–Schwarz). In between it may wrap.
///
/// Factors of weights are powers of two. A bfloat16 weight stays exact unless it is less than a twentieth or so of the root
/// mean square of its block, a binary16 one if it is about as large as that; what others lose is below 10⁻⁴ of it.
/// Activations, whose factors are any floats, lose 4 · 10⁻⁵ of theirs: less than half of what rounding to binary16 takes.
public enum FixedPoint {
  /// The number of columns that have a factor in common; the last block of a row may have fewer.
  @inlinable @inline(__always) public static var blockColumns: Int { 64 }
  /// The number of columns that one step multiplies.
  @inlinable @inline(__always) public static var stepColumns: Int { 2 }
  /// The size of a panel's factors of a block, bfloat16 numbers.
  @inlinable @inline(__always) public static var factorByteCount: Int { 2 * Panel.rows }
  /// The size of a panel's integers of a step: bytes 4·row to 4·row + 3 are a row's two.
  @inlinable @inline(__always) public static var stepByteCount: Int { 4 * Panel.rows }

  /// The columns that many tokens and rows meet in at once: 24 KiB of a group of activations.
  @inlinable @inline(__always) public static var columnsAtOnce: Int { 16 * blockColumns }

  /// The number of steps of so many columns.
  @inlinable @inline(__always)
  public static func steps(_ columns: Int) -> Int { (columns + stepColumns - 1) / stepColumns }
  /// The number of blocks of so many columns.
  @inlinable @inline(__always)
  public static func blocks(_ columns: Int) -> Int { (columns + blockColumns - 1) / blockColumns }
  /// The 32-bit units that a token's activations take: for each block the pairs of its steps, then the factor, a float.
  @inlinable @inline(__always)
  public static func units(_ columns: Int) -> Int { steps(columns) + blocks(columns) }
  /// The size of a panel, which has for each block the factors, then the steps.
  @inlinable @inline(__always)
  public static func panelByteCount(columns: Int) -> Int {
    blocks(columns) * factorByteCount + steps(columns) * stepByteCount
  }

  /// The length that the integers of a block of weights have at most before they are rounded, which adds 4 at most.
  @inline(__always) static var weightLength: Float { 32_752 }
  /// The same of activations, whose integers are 32,767 at most.
  @inline(__always) static var activationLength: Float { 65_520 }
}

// MARK: Activations

/// Brings `count` columns of `rows` rows, `stride` floats apart, into a group of ``ActivationGroup``: for each step the
/// pairs of all rows side by side, and behind the steps of a block the factors.
///
/// A block that has anything else than finite numbers has a factor that is none.
@inline(never)
public func fixActivations(
  _ values: UnsafePointer<Float>, _ stride: Int, _ rows: Int, _ count: Int, _ group: UnsafeMutablePointer<Float>
) {
  var target = UnsafeMutableRawPointer(group)
  for start in Swift.stride(from: 0, to: count, by: FixedPoint.blockColumns) {
    let here = min(FixedPoint.blockColumns, count - start)
    let steps = FixedPoint.steps(here)
    for row in 0..<rows {
      let factor = fixActivationBlock(values + (row * stride + start), here, target + 4 * row, 4 * rows)
      target.storeBytes(of: factor, toByteOffset: 4 * (steps * rows + row), as: Float.self)
    }
    target += 4 * rows * (steps + 1)
  }
}

/// Writes the pairs of a row's block, so many bytes apart, and returns its factor.
@inline(__always)
private func fixActivationBlock(
  _ values: UnsafePointer<Float>, _ count: Int, _ target: UnsafeMutableRawPointer, _ stride: Int
) -> Float {
  var lanes = SIMD16<Float>()
  forEachSixteen(values, count) { _, _, x in
    let magnitudes = absolute(x)
    lanes.replace(with: magnitudes, where: magnitudes .> lanes)
  }
  let largest = lanes.max()
  // Relative to the maximum, so that no product leaves the range; below 2⁻¹¹⁸ its inverse would.
  let inverse = largest < 0x1p-118 ? 0 : 1 / largest
  var squares = SIMD16<Float>()
  forEachSixteen(values, count) { _, _, x in
    let x = x * inverse
    squares += x * x
  }
  let square = total(squares)
  // Rounded, so that the largest is exact, and with it a block of one value.
  let factor = min(32_767, FixedPoint.activationLength / square.squareRoot()).rounded(.down)
  forEachSixteen(values, count) { column, used, x in
    let pairs = pairs(integers(small: x * inverse * (inverse == 0 ? 0 : factor)))
    for pair in 0..<FixedPoint.steps(used) {
      target.storeBytes(of: pairs[pair], toByteOffset: (column / 2 + pair) * stride, as: Int32.self)
    }
  }
  guard largest <= .greatestFiniteMagnitude, square <= .greatestFiniteMagnitude else { return .nan }
  return inverse == 0 ? 0 : largest / factor
}

/// Calls `body` with 16 values after the other: the place of the first, how many they are, and zeros behind the last.
@inline(__always)
private func forEachSixteen(
  _ values: UnsafePointer<Float>, _ count: Int, _ body: (_ first: Int, _ used: Int, _ x: SIMD16<Float>) -> Void
) {
  let whole = count / 16 * 16
  for first in stride(from: 0, to: whole, by: 16) { body(first, 16, vector(values + first)) }
  guard whole < count else { return }
  var rest = SIMD16<Float>()
  for lane in 0..<count - whole { rest[lane] = values[whole + lane] }
  body(whole, count - whole, rest)
}

/// Neighbouring lanes' low halves, as pairs.
@inline(__always)
private func pairs(_ lanes: SIMD16<Int32>) -> SIMD8<Int32> { lanes.evenHalf & 0xFFFF | lanes.oddHalf &<< 16 }

@inline(__always)
private func absolute(_ lanes: SIMD16<Float>) -> SIMD16<Float> {
  unsafeBitCast(unsafeBitCast(lanes, to: SIMD16<UInt32>.self) & 0x7FFF_FFFF, to: SIMD16<Float>.self)
}
