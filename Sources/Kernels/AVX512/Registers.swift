#if arch(x86_64)
  import SwiftletIntrinsics

  // Registers of 16 lanes; a row tile is two panels, one in each register.

  typealias FloatVector = __m512
  typealias IntegerVector = __m512i

  /// The number of 32-bit lanes in a register.
  @inline(__always)
  var registerLanes: Int { 16 }

  /// The largest token tile: six tokens use twelve integer and twelve float accumulators, which leaves eight registers.
  typealias LargestTile = Pair<FourTokens, TwoTokens>

  /// A row tile of two panels, or of one panel twice.
  struct RowTile {
    static var rows: Int { 32 }
    private var first: UnsafeRawPointer
    private var second: UnsafeRawPointer

    /// Creates the row tile of two panels; `row` is 0.
    @inline(__always)
    init(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ row: Int) {
      (self.first, self.second) = (first, second)
    }

    @inline(__always)
    mutating func advance(by bytes: Int) { (first, second) = (first + bytes, second + bytes) }

    /// The address of the data of a register's rows at `offset`, with `bytesPerRow` bytes per row.
    @inline(__always)
    func address(_ register: Int, _ offset: Int, _ bytesPerRow: Int) -> UnsafeRawPointer {
      (register == 0 ? first : second) + offset
    }
  }

  /// Adds `value` to the bytes whose bits are set.
  @inline(__always)
  func addHighBits(to bytes: __m512i, _ value: Int, _ bits: UnsafeRawPointer) -> __m512i {
    _mm512_mask_add_epi8(bytes, bits.load(as: UInt64.self), bytes, _mm512_set1_epi8(CChar(value)))
  }

  @inline(__always)
  func zeroFloats() -> __m512 { _mm512_setzero_ps() }
  @inline(__always)
  func zeroIntegers() -> __m512i { _mm512_setzero_si512() }
  /// Broadcasts the float at `x` to all lanes.
  @inline(__always)
  func broadcastFloat(_ x: UnsafeRawPointer) -> __m512 { _mm512_set1_ps(x.load(as: Float.self)) }
  /// Broadcasts the four bytes at `x` to all lanes.
  @inline(__always)
  func broadcastIntegers(_ x: UnsafeRawPointer) -> __m512i { _mm512_set1_epi32(x.load(as: Int32.self)) }

  @inline(__always)
  func loadFloats(_ pointer: UnsafeRawPointer) -> __m512 { _mm512_loadu_ps(pointer) }
  @inline(__always)
  func loadHalves(_ pointer: UnsafeRawPointer) -> __m512 {
    _mm512_cvtph_ps(_mm256_loadu_si256(pointer.assumingMemoryBound(to: __m256i.self)))
  }
  @inline(__always)
  func loadBFloat16s(_ pointer: UnsafeRawPointer) -> __m512 {
    let bits = _mm256_loadu_si256(pointer.assumingMemoryBound(to: __m256i.self))
    return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bits), 16))
  }
  /// Loads signed bytes as floats.
  @inline(__always)
  func loadBytes(_ pointer: UnsafeRawPointer) -> __m512 {
    _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm_loadu_si128(pointer.assumingMemoryBound(to: __m128i.self))))
  }
  /// Loads the low or high nibbles of bytes as floats.
  @inline(__always)
  func loadNibbles(_ pointer: UnsafeRawPointer, high: Bool) -> __m512 {
    let bytes = _mm512_cvtepu8_epi32(_mm_loadu_si128(pointer.assumingMemoryBound(to: __m128i.self)))
    return _mm512_cvtepi32_ps(
      high ? _mm512_srli_epi32(bytes, 4) : _mm512_and_si512(bytes, _mm512_set1_epi32(15)))
  }
  /// Loads 2^(e − 128) for bytes e.
  @inline(__always)
  func loadExponents(_ pointer: UnsafeRawPointer) -> __m512 {
    let bytes = _mm512_cvtepu8_epi32(_mm_loadu_si128(pointer.assumingMemoryBound(to: __m128i.self)))
    return _mm512_mul_ps(_mm512_castsi512_ps(_mm512_slli_epi32(bytes, 23)), _mm512_set1_ps(0.5))
  }
  /// Loads halves of unsigned E4M3 numbers.
  @inline(__always)
  func loadMicroscales(_ pointer: UnsafeRawPointer) -> __m512 {
    // As binary16 numbers their exponents are too small by 15 − 7, and half is one less.
    let bytes = _mm256_cvtepu8_epi16(_mm_loadu_si128(pointer.assumingMemoryBound(to: __m128i.self)))
    return _mm512_mul_ps(_mm512_cvtph_ps(_mm256_slli_epi16(bytes, 7)), _mm512_set1_ps(128))
  }
  @inline(__always)
  func loadIntegers(_ pointer: UnsafeRawPointer) -> __m512i { _mm512_loadu_si512(pointer) }

  /// Stores the first `count` lanes, or all if `count` is larger.
  @inline(__always)
  func storeFloats(_ vector: __m512, _ count: Int, _ output: UnsafeMutablePointer<Float>) {
    _mm512_mask_storeu_ps(output, __mmask16(truncatingIfNeeded: count >= 16 ? 0xFFFF : 1 << count - 1), vector)
  }

  /// Broadcasts a number to all lanes.
  @inline(__always)
  func splat(_ x: Float) -> __m512 { _mm512_set1_ps(x) }
  @inline(__always)
  func elementwiseMax(_ x: __m512, _ y: __m512) -> __m512 { _mm512_max_ps(x, y) }
  @inline(__always)
  func elementwiseMin(_ x: __m512, _ y: __m512) -> __m512 { _mm512_min_ps(x, y) }
  @inline(__always)
  func maximumLane(_ x: __m512) -> Float { _mm512_reduce_max_ps(x) }
  /// Reduces the register to four lanes with the same maximum.
  @inline(__always)
  func fourMaxima(_ x: __m512) -> SIMD4<Float> {
    let eight = _mm256_max_ps(x.lowHalf, x.highHalf)
    return _mm_max_ps(eight.lowHalf, eight.highHalf)
  }
  @inline(__always)
  func magnitude(_ x: __m512) -> __m512 { _mm512_abs_ps(x) }
  /// Reduces the register to four lanes with the same sum, adding upper halves to lower halves.
  @inline(__always)
  func fourSums(_ x: __m512) -> SIMD4<Float> {
    let eight = _mm256_add_ps(x.lowHalf, x.highHalf)
    return _mm_add_ps(eight.lowHalf, eight.highHalf)
  }
  /// The sums of adjacent lanes, those of `x` first.
  @inline(__always)
  func pairSums(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> { _mm_hadd_ps(x, y) }
  /// Stores the low byte of each lane.
  @inline(__always)
  func storeLowBytes(_ x: __m512, _ address: UnsafeMutableRawPointer) {
    _mm_storeu_si128(address.assumingMemoryBound(to: __m128i.self), _mm512_cvtepi32_epi8(_mm512_castps_si512(x)))
  }
  @inline(__always)
  func firstLane(_ x: __m512) -> Float { _mm512_cvtss_f32(x) }
  @inline(__always)
  func quotient(_ x: __m512, _ y: __m512) -> __m512 { _mm512_div_ps(x, y) }
  /// Selects the lanes from `first` up to `end` from `x`, and the others from `other`.
  @inline(__always)
  func visible(_ x: __m512, _ first: Int, _ end: Int, _ other: __m512) -> __m512 {
    let lanes = (1 << min(max(end, 0), 16) - 1) & ~(1 << min(max(first, 0), 16) - 1)
    return _mm512_mask_blend_ps(__mmask16(truncatingIfNeeded: lanes), other, x)
  }
  /// Computes x · 2ⁿ for n in the low bits of floats, by adding to the exponents.
  @inline(__always)
  func scaled(_ x: __m512, byExponentsIn n: __m512) -> __m512 {
    _mm512_castsi512_ps(_mm512_add_epi32(_mm512_castps_si512(x), _mm512_slli_epi32(_mm512_castps_si512(n), 23)))
  }

  @inline(__always)
  func plus(_ x: __m512, _ y: __m512) -> __m512 { _mm512_add_ps(x, y) }
  @inline(__always)
  func product(_ x: __m512, _ y: __m512) -> __m512 { _mm512_mul_ps(x, y) }
  /// Computes x · y + z, rounded once.
  @inline(__always)
  func multiplyAdd(_ x: __m512, _ y: __m512, _ z: __m512) -> __m512 { _mm512_fmadd_ps(x, y, z) }
  @inline(__always)
  func negate(_ x: __m512) -> __m512 { _mm512_sub_ps(_mm512_setzero_ps(), x) }
  @inline(__always)
  func floats(_ x: __m512i) -> __m512 { _mm512_cvtepi32_ps(x) }

  @inline(__always)
  func sum(_ x: __m512i, _ y: __m512i) -> __m512i { _mm512_add_epi32(x, y) }
  @inline(__always)
  func difference(_ x: __m512i, _ y: __m512i) -> __m512i { _mm512_sub_epi32(x, y) }
  @inline(__always)
  func shiftedLeft(_ x: __m512i, _ bits: Int) -> __m512i { _mm512_slli_epi32(x, UInt32(truncatingIfNeeded: bits)) }
  /// Shifts 32-bit integers that fit 16 bits.
  @inline(__always)
  func shiftedLeft(narrow x: __m512i, _ bits: Int) -> __m512i { shiftedLeft(x, bits) }
  @inline(__always)
  func shiftedRight16(_ x: __m512i, _ bits: Int) -> __m512i { _mm512_srli_epi16(x, UInt32(truncatingIfNeeded: bits)) }
  /// Masks each byte with `mask`.
  @inline(__always)
  func masked(_ x: __m512i, _ mask: Int) -> __m512i { _mm512_and_si512(x, _mm512_set1_epi8(CChar(mask))) }
  @inline(__always)
  func bitwiseOr(_ x: __m512i, _ y: __m512i) -> __m512i { _mm512_or_si512(x, y) }
  /// Looks up each byte in a table of 16 bytes.
  @inline(__always)
  func lookUp(_ codes: __m512i, _ low: UInt64, _ high: UInt64) -> __m512i {
    let table = _mm_set_epi64x(Int64(bitPattern: high), Int64(bitPattern: low))
    return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(table), codes)
  }
#endif
