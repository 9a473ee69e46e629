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

/// Neighbouring integers of 16 bits side by side in a lane each, as ``FixedPoint`` has the columns of a step.
@inline(__always)
func pairs(_ lanes: SIMD16<Int32>) -> SIMD8<Int32> { lanes.evenHalf & 0xFFFF | lanes.oddHalf &<< 16 }
