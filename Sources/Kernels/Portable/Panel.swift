/// The layout of packed weights, which is the same for all instruction sets.
///
/// A *panel* is 16 rows of a matrix, interleaved so that one vector load reads the same columns of all 16 rows and each
/// lane belongs to one row for the whole product. There are no horizontal sums, and the order in which a row's terms
/// are added depends neither on the number of tokens nor on the number of threads.
///
/// Integer formats consist of blocks of 32 columns; see ``PanelLayout``. 32-bit floats are stored 16 per column, one
/// for each row, and 16-bit weights as ``FixedPoint``.
///
/// The panels of a matrix are stored in pairs that alternate load by load, so that a kernel that processes both reads
/// memory sequentially, one cache line after the other. Hardware prefetchers depend on that: on Zen 4 the same loads in
/// another order take up to twice as long. If the number of panels is odd, the last is paired with a panel of zeros.
public enum Panel {
  /// The number of rows per panel.
  @inlinable @inline(__always) public static var rows: Int { 16 }
  /// The number of rows per pair of panels.
  @inlinable @inline(__always) public static var pairRows: Int { 32 }
  /// The number of columns per block of an integer format.
  @inlinable @inline(__always) public static var blockColumns: Int { 32 }

  /// The byte offset within a pair of a row's `size` bytes that a single panel has at `offset`; `row` is 0 to 31.
  @inlinable @inline(__always)
  public static func offset(_ offset: Int, _ size: Int, row: Int) -> Int { 2 * offset + row * size }

  /// The byte offset within a pair of the byte that an even row and the next one share, for half a byte per row.
  @inlinable @inline(__always)
  public static func offset(halves offset: Int, row: Int) -> Int { 2 * offset + row / 2 }
}

/// A cursor into a pair of panels: an address in the column direction and a first row.
///
/// The address is that of shared factors, a block, or a step of columns.
struct PairCursor {
  private var start: UnsafeRawPointer
  private var row: Int

  /// Creates a cursor at the start of the pair that contains a row of the matrix.
  @inline(__always)
  init(_ panels: UnsafeRawPointer, _ panelByteCount: Int, row: Int) {
    start = panels + row / Panel.pairRows * 2 * panelByteCount
    self.row = row % Panel.pairRows
  }

  @inline(__always)
  mutating func advance(by bytes: Int) { start += bytes }

  /// A copy of the cursor, advanced by a number of bytes.
  @inline(__always)
  func advanced(by bytes: Int) -> PairCursor {
    var cursor = self
    cursor.advance(by: bytes)
    return cursor
  }

  /// A copy of the cursor whose first row is `rows` further down in the pair.
  @inline(__always)
  func advanced(rows: Int) -> PairCursor {
    var cursor = self
    cursor.row += rows
    return cursor
  }

  /// The address, `rows` rows further down, of data that a single panel has at `offset` with `size` bytes per row.
  @inline(__always)
  func address(_ rows: Int, _ offset: Int, _ size: Int) -> UnsafeRawPointer {
    start + Panel.offset(offset, size, row: row + rows)
  }

  /// The address of data with half a byte per row; the number of rows is even.
  @inline(__always)
  func address(_ rows: Int, halves offset: Int) -> UnsafeRawPointer {
    start + Panel.offset(halves: offset, row: row + rows)
  }
}

/// The layout of activations for the matrix kernels: tokens interleaved in groups, so that a token tile is one stream.
///
/// A group has 12 tokens; the last of a batch has the remainder. A group contains, for each block of 32 columns, the
/// ``ActivationBlock``s of its tokens; or, as floats, for each column the elements of its tokens; or ``FixedPoint``
/// data.
public enum ActivationGroup {
  /// The maximum number of tokens per group, a multiple of every token tile.
  public static var tokens: Int { 12 }
}

/// The cache blocking of products of many tokens with wide matrices.
public enum ColumnBlock {
  /// The number of columns per cache block of 32-bit floats: 24 KiB of a group of activations.
  public static var floatColumns: Int { 512 }
  /// The smallest number of tokens for which products are blocked.
  public static var tokenThreshold: Int { 2 * ActivationGroup.tokens }
}

/// The layout of a block of 32 activations quantised to 8 bits.
///
///     activation = d · q,   |q| ≤ 127
///
/// A block consists of 32 signed bytes q, the scale d as a 32-bit float, the negated sums of all q and of the first 16
/// as 32-bit integers, and d · Σ q as a 32-bit float. The sums compensate the offset of unsigned weights: it is
/// subtracted by a shift of −Σ q.
public enum ActivationBlock {
  /// The number of activations per block.
  public static var columns: Int { 32 }
  /// The size of a block in bytes.
  public static var byteCount: Int { 48 }
  /// The byte offset of the scale.
  public static var scaleOffset: Int { 32 }
  /// The byte offset of −Σ q.
  public static var negativeSumOffset: Int { 36 }
  /// The byte offset of −Σ q of the first half.
  public static var negativeHalfSumOffset: Int { 40 }
  /// The byte offset of d · Σ q.
  public static var scaledSumOffset: Int { 44 }
}

/// The address of a token's first block or element, and the stride in bytes to the next one.
///
/// `size` is the size of a block or element in bytes, `count` their number per token.
@inline(__always)
func tokenAddress(
  _ activations: UnsafeRawPointer, _ token: Int, of tokens: Int, _ count: Int, _ size: Int
) -> (start: UnsafeRawPointer, stride: Int) {
  let first = token / ActivationGroup.tokens * ActivationGroup.tokens
  return (
    activations + (first * count + token - first) * size, min(ActivationGroup.tokens, tokens - first) * size
  )
}

// The standard library converts between integer widths lane by lane and out of line, hence the next three functions.

@inline(__always)
func widened(_ lanes: SIMD16<UInt16>) -> SIMD16<UInt32> {
  let pairs = unsafeBitCast(lanes, to: SIMD8<UInt32>.self)
  var result = SIMD16<UInt32>()
  result.evenHalf = pairs & 0xFFFF
  result.oddHalf = pairs &>> 16
  return result
}

@inline(__always)
func widened(_ lanes: SIMD16<Int8>) -> SIMD16<Int32> {
  let pairs = unsafeBitCast(lanes, to: SIMD8<Int16>.self)
  var words = SIMD16<Int16>()
  words.evenHalf = (pairs &<< 8) &>> 8
  words.oddHalf = pairs &>> 8
  let doubles = unsafeBitCast(words, to: SIMD8<Int32>.self)
  var result = SIMD16<Int32>()
  result.evenHalf = (doubles &<< 16) &>> 16
  result.oddHalf = doubles &>> 16
  return result
}

/// Stores the low bytes of 16 integers.
@inline(__always)
func storeBytes(_ lanes: SIMD16<Int32>, _ target: UnsafeMutableRawPointer) {
  for lane in 0..<16 { target.storeBytes(of: Int8(truncatingIfNeeded: lanes[lane]), toByteOffset: lane, as: Int8.self) }
}

/// Sums 16 floats as a tree, in an order that is the same on every instruction set.
@inline(__always)
func total(_ lanes: SIMD16<Float>) -> Float {
  let eight = lanes.lowHalf + lanes.highHalf
  let four = eight.lowHalf + eight.highHalf
  let two = four.lowHalf + four.highHalf
  return two[0] + two[1]
}

/// The elementwise maximum of magnitudes; a NaN in the second operand is ignored.
@inline(__always)
func larger(of x: SIMD16<Float>, _ y: SIMD16<Float>) -> SIMD16<Float> {
  let (x, y) = (magnitudes(x), magnitudes(y))
  return x.replacing(with: y, where: y .> x)
}

@inline(__always)
private func magnitudes(_ lanes: SIMD16<Float>) -> SIMD16<Float> {
  unsafeBitCast(unsafeBitCast(lanes, to: SIMD16<UInt32>.self) & 0x7FFF_FFFF, to: SIMD16<Float>.self)
}

/// The maximum of all lanes, reduced as a tree.
@inline(__always)
func greatest(in lanes: SIMD16<Float>) -> Float {
  let eight = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .> lanes.lowHalf)
  let four = eight.lowHalf.replacing(with: eight.highHalf, where: eight.highHalf .> eight.lowHalf)
  return max(max(four[0], four[1]), max(four[2], four[3]))
}

/// Converts 16 binary16 patterns to floats, exactly except for infinities and NaNs, which do not occur in scales.
@inline(__always)
func floats(f16 bits: SIMD16<UInt16>) -> SIMD16<Float> {
  let wide = widened(bits)
  let magnitude = unsafeBitCast((wide & 0x7FFF) &<< 13, to: SIMD16<Float>.self) * 0x1p112
  return unsafeBitCast(
    unsafeBitCast(magnitude, to: SIMD16<UInt32>.self) | (wide & 0x8000) &<< 16, to: SIMD16<Float>.self)
}

/// Converts 16 bfloat16 patterns to floats.
@inline(__always)
func floats(bf16 bits: SIMD16<UInt16>) -> SIMD16<Float> {
  unsafeBitCast(widened(bits) &<< 16, to: SIMD16<Float>.self)
}

/// Converts 16 integers of magnitude below 2^22 to floats.
///
/// The integers are added to the bit pattern of 1.5 · 2^23, whose low mantissa bits they become. The standard library
/// converts lane by lane.
@inline(__always)
func floats(small integers: SIMD16<Int32>) -> SIMD16<Float> {
  unsafeBitCast(integers &+ 0x4B40_0000, to: SIMD16<Float>.self) - 12_582_912
}

/// Rounds 16 floats of magnitude below 2^22 to the nearest integers, ties to even.
@inline(__always)
func integers(small values: SIMD16<Float>) -> SIMD16<Int32> {
  unsafeBitCast(values + 12_582_912, to: SIMD16<Int32>.self) &- 0x4B40_0000
}
