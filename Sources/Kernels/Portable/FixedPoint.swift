/// The block floating-point format of products with 16-bit weights: 16-bit integers with one factor per 64 columns.
///
///     w ≈ f · i,   x ≈ d · j,   Σ w·x ≈ f · d · Σ i·j
///
/// Both binary16 and bfloat16 weights, and the activations that they are multiplied by, are converted to this format.
/// Vector units multiply and add two pairs of 16-bit integers in place of one pair of 32-bit floats, and the sum is
/// exact: it fits into 32 bits because the Euclidean norms of both vectors are bounded, |i| by 2¹⁵ and |j| by 2¹⁶, and
/// a dot product does not exceed the product of the norms (Cauchy–Schwarz). Intermediate sums may wrap.
///
/// Factors of weights are powers of two. A bfloat16 weight is exact unless it is below about a twentieth of the root
/// mean square of its block, a binary16 weight if it is about as large as the root mean square; the error of others is
/// below 10⁻⁴ of it. Activations have arbitrary float factors, and an error of 4 · 10⁻⁵ of their root mean square: less
/// than half the error of rounding to binary16.
public enum FixedPoint {
  /// The number of columns per block, which share a factor; the last block of a row may have fewer.
  @inlinable @inline(__always) public static var blockColumns: Int { 64 }
  /// The number of columns per step of the inner loop.
  @inlinable @inline(__always) public static var stepColumns: Int { 2 }
  /// The size in bytes of the factors of one block of a panel, bfloat16 numbers.
  @inlinable @inline(__always) public static var factorByteCount: Int { 2 * Panel.rows }
  /// The size in bytes of the integers of one step of a panel; bytes 4·row to 4·row + 3 hold a row's pair.
  @inlinable @inline(__always) public static var stepByteCount: Int { 4 * Panel.rows }

  /// The number of columns per cache block of large products: 24 KiB of a group of activations.
  @inlinable @inline(__always) public static var cacheBlockColumns: Int { 16 * blockColumns }

  /// The number of steps for a number of columns.
  @inlinable @inline(__always)
  public static func steps(_ columns: Int) -> Int { (columns + stepColumns - 1) / stepColumns }
  /// The number of blocks for a number of columns.
  @inlinable @inline(__always)
  public static func blocks(_ columns: Int) -> Int { (columns + blockColumns - 1) / blockColumns }
  /// The number of 32-bit units per token: for each block the pairs of its steps, then its factor, a float.
  @inlinable @inline(__always)
  public static func units(_ columns: Int) -> Int { steps(columns) + blocks(columns) }
  /// The size in bytes of a panel: for each block the factors, then the steps.
  @inlinable @inline(__always)
  public static func panelByteCount(columns: Int) -> Int {
    blocks(columns) * factorByteCount + steps(columns) * stepByteCount
  }

  /// The largest norm of the integers of a weight block before rounding, which adds at most 4.
  @inline(__always) static var weightLength: Float { 32_752 }
  /// The largest norm of the integers of an activation block, which are at most 32,767 each.
  @inline(__always) static var activationLength: Float { 65_520 }
}

/// Packs adjacent 16-bit integers into 32-bit lanes, as the columns of a ``FixedPoint`` step are stored.
@inline(__always)
func pairs(_ lanes: SIMD16<Int32>) -> SIMD8<Int32> { lanes.evenHalf & 0xFFFF | lanes.oddHalf &<< 16 }
