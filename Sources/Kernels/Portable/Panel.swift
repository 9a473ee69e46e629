/// Packed weights: what every matrix kernel, whatever its instruction set, reads.
///
/// A *panel* is 16 rows of a matrix, interleaved so that one vector load brings the same columns of all 16 rows and a
/// lane belongs to one row for the whole product: no horizontal sums, and the order in which a row's terms are added
/// depends neither on the number of tokens nor on the number of threads.
///
/// Integer formats come in blocks of 32 columns; see ``PanelLayout``. 32-bit floats come 16 a column, one for each row, and
/// weights of 16 bits as ``FixedPoint``.
///
/// The panels of a matrix lie in pairs, what one load brings of the one and of the other in turns: a kernel that takes
/// both at once reads memory from end to end, one cache line after the other. Only then does a processor see far ahead
/// where a stream goes: on Zen 4 the same loads in another order take up to twice as long. A last panel without a partner
/// has one of zeros.
public enum Panel {
  /// The number of rows of a panel.
  @inlinable @inline(__always) public static var rows: Int { 16 }
  /// The number of rows of a pair.
  @inlinable @inline(__always) public static var pairRows: Int { 32 }
  /// The number of columns of a block.
  @inlinable @inline(__always) public static var blockColumns: Int { 32 }

  /// Where a pair has what a row, 0 to 31, has `size` bytes of, if a panel alone has them for its rows at `offset`.
  @inlinable @inline(__always)
  public static func offset(_ offset: Int, _ size: Int, row: Int) -> Int { 2 * offset + row * size }

  /// The same for half a byte a row: where the byte is that an even row and the next one share.
  @inlinable @inline(__always)
  public static func offset(halves offset: Int, row: Int) -> Int { 2 * offset + row / 2 }
}

/// The rows of a pair from one on, in a part of the pair: the factors that blocks share, a block, or a step of some columns.
struct PairPart {
  private var start: UnsafeRawPointer
  private var row: Int

  /// The first part of the pair that has a row of a matrix.
  @inline(__always)
  init(_ panels: UnsafeRawPointer, _ panelByteCount: Int, row: Int) {
    start = panels + row / Panel.pairRows * 2 * panelByteCount
    self.row = row % Panel.pairRows
  }

  @inline(__always)
  mutating func advance(by bytes: Int) { start += bytes }

  /// What lies so many bytes behind this part.
  @inline(__always)
  func advanced(by bytes: Int) -> PairPart {
    var part = self
    part.advance(by: bytes)
    return part
  }

  /// The same part from a later row of the pair on.
  @inline(__always)
  func advanced(rows: Int) -> PairPart {
    var part = self
    part.row += rows
    return part
  }

  /// Where so many rows further the bytes begin that a panel alone has at `offset`, `size` of them for a row.
  @inline(__always)
  func place(_ rows: Int, _ offset: Int, _ size: Int) -> UnsafeRawPointer {
    start + Panel.offset(offset, size, row: row + rows)
  }

  /// The same for half a byte a row, of an even number of rows.
  @inline(__always)
  func place(_ rows: Int, halves offset: Int) -> UnsafeRawPointer {
    start + Panel.offset(halves: offset, row: row + rows)
  }
}

/// Activations as the matrix kernels read them: tokens side by side in groups, so that a tile of tokens is one stream.
///
/// A group has 12 tokens, the last of a batch what is left. Within a group lie, for each block of 32 columns, the
/// blocks of its tokens; or, as floats, for each column the elements of its tokens; or what ``FixedPoint`` has.
public enum ActivationGroup {
  /// The largest number of tokens in a group: a multiple of every tile.
  public static var tokens: Int { 12 }
}

/// How products of many tokens with wide weights are cut up, for the caches.
public enum ColumnBlock {
  /// The columns of 32-bit floats that tokens and rows meet in at once: 24 KiB of a group of activations.
  public static var floatColumns: Int { 512 }
  /// From how many tokens on.
  public static var manyTokens: Int { 2 * ActivationGroup.tokens }
}

/// 32 activations in 8 bits: 32 signed bytes q, the scale d as a 32-bit float, the negative sums of all q and of the
/// first 16 as 32-bit integers, and d · Σ q as a 32-bit float.
///
///     activation = d · q,   |q| ≤ 127
///
/// The sums are what weights without a sign need: a shift of −Σ q takes their offset off.
public enum ActivationBlock {
  /// The number of activations in a block.
  public static var columns: Int { 32 }
  /// The size of a block in bytes.
  public static var byteCount: Int { 48 }
  /// Where the scale is.
  public static var scaleOffset: Int { 32 }
  /// Where −Σ q is.
  public static var negativeSumOffset: Int { 36 }
  /// Where −Σ q of the first half is.
  public static var negativeHalfSumOffset: Int { 40 }
  /// Where d · Σ q is.
  public static var scaledSumOffset: Int { 44 }
}

/// The place of a token's first block, or element, and the distance to the next.
///
/// `size` is that of a block or an element, `count` their number in a token.
@inline(__always)
func tokenPlace(
  _ activations: UnsafeRawPointer, _ token: Int, of tokens: Int, _ count: Int, _ size: Int
) -> (start: UnsafeRawPointer, stride: Int) {
  let first = token / ActivationGroup.tokens * ActivationGroup.tokens
  return (
    activations + (first * count + token - first) * size, min(ActivationGroup.tokens, tokens - first) * size
  )
}

// The standard library converts between integer widths lane by lane, out of line: hence the next three.

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

/// The sum of 16 floats, as a tree: the same on every instruction set, unlike an order left to the compiler.
@inline(__always)
func total(_ lanes: SIMD16<Float>) -> Float {
  let eight = lanes.lowHalf + lanes.highHalf
  let four = eight.lowHalf + eight.highHalf
  let two = four.lowHalf + four.highHalf
  return two[0] + two[1]
}

/// The larger magnitudes, lane by lane; what is no number counts as 0 in the second.
@inline(__always)
func larger(of x: SIMD16<Float>, _ y: SIMD16<Float>) -> SIMD16<Float> {
  let (x, y) = (magnitudes(x), magnitudes(y))
  return x.replacing(with: y, where: y .> x)
}

@inline(__always)
private func magnitudes(_ lanes: SIMD16<Float>) -> SIMD16<Float> {
  unsafeBitCast(unsafeBitCast(lanes, to: SIMD16<UInt32>.self) & 0x7FFF_FFFF, to: SIMD16<Float>.self)
}

/// The greatest lane, as a tree.
@inline(__always)
func greatest(in lanes: SIMD16<Float>) -> Float {
  let eight = lanes.lowHalf.replacing(with: lanes.highHalf, where: lanes.highHalf .> lanes.lowHalf)
  let four = eight.lowHalf.replacing(with: eight.highHalf, where: eight.highHalf .> eight.lowHalf)
  return max(max(four[0], four[1]), max(four[2], four[3]))
}

/// The values of 16 binary16 patterns, exact but for infinities and NaNs, which scales never are.
@inline(__always)
func floats(f16 bits: SIMD16<UInt16>) -> SIMD16<Float> {
  let wide = widened(bits)
  let magnitude = unsafeBitCast((wide & 0x7FFF) &<< 13, to: SIMD16<Float>.self) * 0x1p112
  return unsafeBitCast(
    unsafeBitCast(magnitude, to: SIMD16<UInt32>.self) | (wide & 0x8000) &<< 16, to: SIMD16<Float>.self)
}

/// The values of 16 bfloat16 patterns.
@inline(__always)
func floats(bf16 bits: SIMD16<UInt16>) -> SIMD16<Float> {
  unsafeBitCast(widened(bits) &<< 16, to: SIMD16<Float>.self)
}

/// 16 integers of magnitude below 2^22 as floats: added to the bits of 1.5 · 2^23 they are its low mantissa bits.
///
/// The standard library's conversion goes lane by lane.
@inline(__always)
func floats(small integers: SIMD16<Int32>) -> SIMD16<Float> {
  unsafeBitCast(integers &+ 0x4B40_0000, to: SIMD16<Float>.self) - 12_582_912
}

/// The nearest integers, ties to even, of 16 floats of magnitude below 2^22.
@inline(__always)
func integers(small values: SIMD16<Float>) -> SIMD16<Int32> {
  unsafeBitCast(values + 12_582_912, to: SIMD16<Int32>.self) &- 0x4B40_0000
}
