#if arch(arm64)
  import SwiftletIntrinsics

  // Registers of 4 lanes; a row tile is half a panel, a quarter of it in each register. Intrinsics that the header
  // defines as macros, such as loads and shifts by constants, cannot be imported; Swift's vector operations compile to
  // the same instructions.

  typealias FloatVector = SIMD4<Float>
  typealias IntegerVector = SIMD4<Int32>

  /// The number of 32-bit lanes in a register.
  @inline(__always)
  var registerLanes: Int { 4 }

  /// The largest token tile: six tokens use twelve integer and twelve float accumulators, which leaves eight registers.
  typealias LargestTile = Pair<FourTokens, TwoTokens>

  /// A row tile of half a panel.
  struct RowTile {
    static var rows: Int { 8 }
    private var panel: UnsafeRawPointer
    private var row: Int

    /// Creates the row tile of 8 rows of the first panel, from `row`, which is 0 or 8.
    @inline(__always)
    init(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ row: Int) { (panel, self.row) = (first, row) }

    @inline(__always)
    mutating func advance(by bytes: Int) { panel += bytes }

    /// The address of the data of a register's rows at `offset`, with `bytesPerRow` bytes per row.
    @inline(__always)
    func address(_ register: Int, _ offset: Int, _ bytesPerRow: Int) -> UnsafeRawPointer {
      panel + row * bytesPerRow + (offset + 4 * register * bytesPerRow)
    }
  }

  /// Adds `value`, a single bit that is clear in all bytes, to the bytes whose bits are set.
  ///
  /// The bit of byte n of the register is bit n of 16: the word's bytes are broadcast, the bit is shifted to the
  /// position of `value`, and only that bit is inserted.
  @inline(__always)
  func addHighBits(to bytes: SIMD4<Int32>, _ value: Int, _ address: UnsafeRawPointer) -> SIMD4<Int32> {
    let sixteen = address.load(as: UInt16.self)
    let eighths = SIMD16<UInt8>(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1)
    let bits = vqtbl1q_u8(unsafeBitCast(SIMD8<UInt16>(repeating: sixteen), to: SIMD16<UInt8>.self), eighths)
    let distances = SIMD16<Int8>(0, -1, -2, -3, -4, -5, -6, -7, 0, -1, -2, -3, -4, -5, -6, -7)
    let moved = vshlq_u8(bits, distances &+ Int8(truncatingIfNeeded: value.trailingZeroBitCount))
    return integers(vbslq_u8(SIMD16<UInt8>(repeating: UInt8(truncatingIfNeeded: value)), moved, byteLanes(bytes)))
  }

  /// Reinterprets the lanes as 16 bytes.
  @inline(__always)
  private func byteLanes(_ x: SIMD4<Int32>) -> SIMD16<UInt8> { unsafeBitCast(x, to: SIMD16<UInt8>.self) }
  @inline(__always)
  private func integers(_ x: SIMD16<UInt8>) -> SIMD4<Int32> { unsafeBitCast(x, to: SIMD4<Int32>.self) }

  @inline(__always)
  func zeroFloats() -> SIMD4<Float> { SIMD4<Float>() }
  @inline(__always)
  func zeroIntegers() -> SIMD4<Int32> { SIMD4<Int32>() }
  /// Broadcasts the float at `x` to all lanes.
  @inline(__always)
  func broadcastFloat(_ x: UnsafeRawPointer) -> SIMD4<Float> { SIMD4<Float>(repeating: x.load(as: Float.self)) }
  /// Broadcasts the four bytes at `x` to all lanes.
  @inline(__always)
  func broadcastIntegers(_ x: UnsafeRawPointer) -> SIMD4<Int32> { SIMD4<Int32>(repeating: x.load(as: Int32.self)) }

  @inline(__always)
  func loadFloats(_ pointer: UnsafeRawPointer) -> SIMD4<Float> { pointer.loadUnaligned(as: SIMD4<Float>.self) }
  @inline(__always)
  func loadHalves(_ pointer: UnsafeRawPointer) -> SIMD4<Float> {
    vcvt_f32_f16(pointer.loadUnaligned(as: SIMD4<Float16>.self))
  }
  @inline(__always)
  func loadBFloat16s(_ pointer: UnsafeRawPointer) -> SIMD4<Float> {
    unsafeBitCast(vmovl_u16(pointer.loadUnaligned(as: SIMD4<UInt16>.self)) &<< 16, to: SIMD4<Float>.self)
  }
  /// Loads signed bytes as floats.
  @inline(__always)
  func loadBytes(_ pointer: UnsafeRawPointer) -> SIMD4<Float> {
    let bytes = unsafeBitCast(fourBytes(pointer), to: SIMD8<Int8>.self)
    return vcvtq_f32_s32(vmovl_s16(vmovl_s8(bytes).lowHalf))
  }
  /// Loads the low or high nibbles of bytes as floats.
  @inline(__always)
  func loadNibbles(_ pointer: UnsafeRawPointer, high: Bool) -> SIMD4<Float> {
    let bytes = wideBytes(pointer)
    return vcvtq_f32_u32(high ? bytes &>> 4 : bytes & 15)
  }
  /// Loads 2^(e − 128) for bytes e.
  @inline(__always)
  func loadExponents(_ pointer: UnsafeRawPointer) -> SIMD4<Float> {
    unsafeBitCast(wideBytes(pointer) &<< 23, to: SIMD4<Float>.self) * 0.5
  }
  /// Loads halves of unsigned E4M3 numbers.
  @inline(__always)
  func loadMicroscales(_ pointer: UnsafeRawPointer) -> SIMD4<Float> {
    // Exponents of floats are larger by 127 − 7, and half is one less.
    unsafeBitCast(wideBytes(pointer) &<< 20, to: SIMD4<Float>.self) * 0x1p119
  }
  @inline(__always)
  func loadIntegers(_ pointer: UnsafeRawPointer) -> SIMD4<Int32> { pointer.loadUnaligned(as: SIMD4<Int32>.self) }

  /// Loads unsigned bytes as 32-bit integers.
  @inline(__always)
  private func wideBytes(_ pointer: UnsafeRawPointer) -> SIMD4<UInt32> {
    vmovl_u16(vmovl_u8(unsafeBitCast(fourBytes(pointer), to: SIMD8<UInt8>.self)).lowHalf)
  }
  /// Loads four bytes into the first lane; memory may end after them.
  @inline(__always)
  private func fourBytes(_ pointer: UnsafeRawPointer) -> SIMD2<UInt32> {
    SIMD2<UInt32>(pointer.loadUnaligned(as: UInt32.self), 0)
  }

  /// Stores the first `count` lanes, or all if `count` is larger.
  @inline(__always)
  func storeFloats(_ vector: SIMD4<Float>, _ count: Int, _ output: UnsafeMutablePointer<Float>) {
    let target = UnsafeMutableRawPointer(output)
    guard count < 4 else { return target.storeBytes(of: vector, as: SIMD4<Float>.self) }
    if count > 1 { target.storeBytes(of: vector.lowHalf, as: SIMD2<Float>.self) }
    if count == 1 { output[0] = vector[0] } else if count == 3 { output[2] = vector[2] }
  }

  /// Broadcasts a number to all lanes.
  @inline(__always)
  func splat(_ x: Float) -> SIMD4<Float> { SIMD4(repeating: x) }
  @inline(__always)
  func elementwiseMax(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> { vmaxq_f32(x, y) }
  @inline(__always)
  func elementwiseMin(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> { vminq_f32(x, y) }
  @inline(__always)
  func maximumLane(_ x: SIMD4<Float>) -> Float { vmaxvq_f32(x) }
  /// Reduces the register to four lanes with the same maximum.
  @inline(__always)
  func fourMaxima(_ x: SIMD4<Float>) -> SIMD4<Float> { x }
  @inline(__always)
  func magnitude(_ x: SIMD4<Float>) -> SIMD4<Float> { vabsq_f32(x) }
  /// Reduces the register to four lanes with the same sum.
  @inline(__always)
  func fourSums(_ x: SIMD4<Float>) -> SIMD4<Float> { x }
  /// The sums of adjacent lanes, those of `x` first.
  @inline(__always)
  func pairSums(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> { vpaddq_f32(x, y) }
  /// Stores the low byte of each lane.
  @inline(__always)
  func storeLowBytes(_ x: SIMD4<Float>, _ address: UnsafeMutableRawPointer) {
    let words = vmovn_s32(unsafeBitCast(x, to: SIMD4<Int32>.self))
    let bytes = vmovn_s16(SIMD8(lowHalf: words, highHalf: words))
    address.storeBytes(of: unsafeBitCast(bytes, to: SIMD2<UInt32>.self)[0], as: UInt32.self)
  }
  @inline(__always)
  func firstLane(_ x: SIMD4<Float>) -> Float { x[0] }
  @inline(__always)
  func quotient(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> { vdivq_f32(x, y) }
  /// Selects the lanes from `first` up to `end` from `x`, and the others from `other`.
  @inline(__always)
  func visible(_ x: SIMD4<Float>, _ first: Int, _ end: Int, _ other: SIMD4<Float>) -> SIMD4<Float> {
    let lanes = SIMD4<Int32>(0, 1, 2, 3)
    return x.replacing(with: other, where: (lanes .< Int32(clamping: first)) .| (lanes .>= Int32(clamping: end)))
  }
  /// Computes x · 2ⁿ for n in the low bits of floats, by adding to the exponents.
  @inline(__always)
  func scaled(_ x: SIMD4<Float>, byExponentsIn n: SIMD4<Float>) -> SIMD4<Float> {
    unsafeBitCast(
      unsafeBitCast(x, to: SIMD4<Int32>.self) &+ unsafeBitCast(n, to: SIMD4<Int32>.self) &<< 23, to: SIMD4<Float>.self)
  }

  @inline(__always)
  func plus(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> { x + y }
  @inline(__always)
  func product(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> { x * y }
  /// Computes x · y + z, rounded once.
  @inline(__always)
  func multiplyAdd(_ x: SIMD4<Float>, _ y: SIMD4<Float>, _ z: SIMD4<Float>) -> SIMD4<Float> { vfmaq_f32(z, x, y) }
  @inline(__always)
  func negate(_ x: SIMD4<Float>) -> SIMD4<Float> { vnegq_f32(x) }
  @inline(__always)
  func floats(_ x: SIMD4<Int32>) -> SIMD4<Float> { vcvtq_f32_s32(x) }

  @inline(__always)
  func sum(_ x: SIMD4<Int32>, _ y: SIMD4<Int32>) -> SIMD4<Int32> { x &+ y }
  @inline(__always)
  func difference(_ x: SIMD4<Int32>, _ y: SIMD4<Int32>) -> SIMD4<Int32> { x &- y }
  @inline(__always)
  func shiftedLeft(_ x: SIMD4<Int32>, _ bits: Int) -> SIMD4<Int32> { x &<< Int32(truncatingIfNeeded: bits) }
  /// Shifts 32-bit integers that fit 16 bits.
  @inline(__always)
  func shiftedLeft(narrow x: SIMD4<Int32>, _ bits: Int) -> SIMD4<Int32> { shiftedLeft(x, bits) }
  // Callers mask out bits that a 16-bit shift moves in from the adjacent byte. Byte shifts move none in, so the mask is
  // often redundant.
  @inline(__always)
  func shiftedRight16(_ x: SIMD4<Int32>, _ bits: Int) -> SIMD4<Int32> {
    integers(byteLanes(x) &>> UInt8(truncatingIfNeeded: bits))
  }
  /// Masks each byte with `mask`.
  @inline(__always)
  func masked(_ x: SIMD4<Int32>, _ mask: Int) -> SIMD4<Int32> {
    integers(byteLanes(x) & UInt8(truncatingIfNeeded: mask))
  }
  @inline(__always)
  func bitwiseOr(_ x: SIMD4<Int32>, _ y: SIMD4<Int32>) -> SIMD4<Int32> { x | y }
  /// Looks up each byte in a table of 16 bytes.
  @inline(__always)
  func lookUp(_ codes: SIMD4<Int32>, _ low: UInt64, _ high: UInt64) -> SIMD4<Int32> {
    integers(vqtbl1q_u8(unsafeBitCast(SIMD2<UInt64>(low, high), to: SIMD16<UInt8>.self), byteLanes(codes)))
  }
#endif
