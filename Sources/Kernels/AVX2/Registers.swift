#if arch(x86_64)
  import SwiftletIntrinsics

  // Registers of 8 lanes; a row tile is a panel, half of it in each register.

  typealias FloatVector = __m256
  typealias IntegerVector = __m256i

  /// The number of 32-bit lanes in a register.
  @inline(__always)
  var registerLanes: Int { 8 }

  /// The largest token tile that fits sixteen registers.
  typealias LargestTile = FourTokens

  /// A row tile of one panel.
  struct RowTile {
    static var rows: Int { 16 }
    private var panel: UnsafeRawPointer

    /// Creates the row tile of the first panel; `row` is 0.
    @inline(__always)
    init(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ row: Int) { panel = first }

    @inline(__always)
    mutating func advance(by bytes: Int) { panel += bytes }

    /// The address of the data of a register's rows at `offset`, with `bytesPerRow` bytes per row.
    @inline(__always)
    func address(_ register: Int, _ offset: Int, _ bytesPerRow: Int) -> UnsafeRawPointer {
      panel + (offset + 8 * register * bytesPerRow)
    }
  }

  /// Adds `value` to the bytes whose bits are set.
  ///
  /// The bit of byte n of the register is bit n of a word: the word's bytes are broadcast, and each bit is tested.
  @inline(__always)
  func addHighBits(to bytes: __m256i, _ value: Int, _ bits: UnsafeRawPointer) -> __m256i {
    let word = broadcastIntegers(bits)
    let eighths = _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303)
    let ones = _mm256_set1_epi64x(-0x7FBF_DFEF_F7FB_FDFF)  // 0x8040201008040201
    let isSet = _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(word, eighths), ones), ones)
    return _mm256_or_si256(bytes, masked(isSet, value))
  }

  @inline(__always)
  func zeroFloats() -> __m256 { _mm256_setzero_ps() }
  @inline(__always)
  func zeroIntegers() -> __m256i { _mm256_setzero_si256() }
  /// Broadcasts the float at `x` to all lanes.
  @inline(__always)
  func broadcastFloat(_ x: UnsafeRawPointer) -> __m256 { _mm256_set1_ps(x.load(as: Float.self)) }
  /// Broadcasts the four bytes at `x` to all lanes.
  @inline(__always)
  func broadcastIntegers(_ x: UnsafeRawPointer) -> __m256i { _mm256_set1_epi32(x.load(as: Int32.self)) }

  @inline(__always)
  func loadFloats(_ pointer: UnsafeRawPointer) -> __m256 {
    _mm256_loadu_ps(pointer.assumingMemoryBound(to: Float.self))
  }
  @inline(__always)
  func loadHalves(_ pointer: UnsafeRawPointer) -> __m256 {
    _mm256_cvtph_ps(_mm_loadu_si128(pointer.assumingMemoryBound(to: __m128i.self)))
  }
  @inline(__always)
  func loadBFloat16s(_ pointer: UnsafeRawPointer) -> __m256 {
    let bits = _mm_loadu_si128(pointer.assumingMemoryBound(to: __m128i.self))
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(bits), 16))
  }
  /// Loads signed bytes as floats.
  @inline(__always)
  func loadBytes(_ pointer: UnsafeRawPointer) -> __m256 {
    _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_loadl_epi64(pointer.assumingMemoryBound(to: __m128i.self))))
  }
  /// Loads the low or high nibbles of bytes as floats.
  @inline(__always)
  func loadNibbles(_ pointer: UnsafeRawPointer, high: Bool) -> __m256 {
    let bytes = _mm256_cvtepu8_epi32(_mm_loadl_epi64(pointer.assumingMemoryBound(to: __m128i.self)))
    return _mm256_cvtepi32_ps(
      high ? _mm256_srli_epi32(bytes, 4) : _mm256_and_si256(bytes, _mm256_set1_epi32(15)))
  }
  /// Loads 2^(e − 128) for bytes e.
  @inline(__always)
  func loadExponents(_ pointer: UnsafeRawPointer) -> __m256 {
    let bytes = _mm256_cvtepu8_epi32(_mm_loadl_epi64(pointer.assumingMemoryBound(to: __m128i.self)))
    return _mm256_mul_ps(_mm256_castsi256_ps(_mm256_slli_epi32(bytes, 23)), _mm256_set1_ps(0.5))
  }
  /// Loads halves of unsigned E4M3 numbers.
  @inline(__always)
  func loadMicroscales(_ pointer: UnsafeRawPointer) -> __m256 {
    // As binary16 numbers their exponents are too small by 15 − 7, and half is one less.
    let bytes = _mm_cvtepu8_epi16(_mm_loadl_epi64(pointer.assumingMemoryBound(to: __m128i.self)))
    return _mm256_mul_ps(_mm256_cvtph_ps(_mm_slli_epi16(bytes, 7)), _mm256_set1_ps(128))
  }
  @inline(__always)
  func loadIntegers(_ pointer: UnsafeRawPointer) -> __m256i {
    _mm256_loadu_si256(pointer.assumingMemoryBound(to: __m256i.self))
  }

  @inline(__always)
  func storeIntegers(_ vector: __m256i, _ pointer: UnsafeMutableRawPointer) {
    _mm256_storeu_si256(pointer.assumingMemoryBound(to: __m256i.self), vector)
  }

  /// Stores the first `count` lanes, or all if `count` is larger.
  @inline(__always)
  func storeFloats(_ vector: __m256, _ count: Int, _ output: UnsafeMutablePointer<Float>) {
    guard count < 8 else { return _mm256_storeu_ps(output, vector) }
    let lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)
    _mm256_maskstore_ps(output, _mm256_cmpgt_epi32(_mm256_set1_epi32(Int32(truncatingIfNeeded: count)), lanes), vector)
  }

  /// Broadcasts a number to all lanes.
  @inline(__always)
  func splat(_ x: Float) -> __m256 { _mm256_set1_ps(x) }
  @inline(__always)
  func elementwiseMax(_ x: __m256, _ y: __m256) -> __m256 { _mm256_max_ps(x, y) }
  @inline(__always)
  func elementwiseMin(_ x: __m256, _ y: __m256) -> __m256 { _mm256_min_ps(x, y) }
  @inline(__always)
  func maximumLane(_ x: __m256) -> Float {
    let four = fourMaxima(x)
    let two = _mm_max_ps(four, _mm_movehl_ps(four, four))
    return max(two[0], two[1])
  }
  /// Reduces the register to four lanes with the same maximum.
  @inline(__always)
  func fourMaxima(_ x: __m256) -> SIMD4<Float> { _mm_max_ps(x.lowHalf, x.highHalf) }
  @inline(__always)
  func magnitude(_ x: __m256) -> __m256 { _mm256_andnot_ps(_mm256_set1_ps(-0.0), x) }
  /// Reduces the register to four lanes with the same sum, adding upper halves to lower halves.
  @inline(__always)
  func fourSums(_ x: __m256) -> SIMD4<Float> { _mm_add_ps(x.lowHalf, x.highHalf) }
  /// The sums of adjacent lanes, those of `x` first.
  @inline(__always)
  func pairSums(_ x: SIMD4<Float>, _ y: SIMD4<Float>) -> SIMD4<Float> { _mm_hadd_ps(x, y) }
  /// Stores the low byte of each lane.
  @inline(__always)
  func storeLowBytes(_ x: __m256, _ address: UnsafeMutableRawPointer) {
    let bytes = _mm256_and_si256(_mm256_castps_si256(x), _mm256_set1_epi32(255))
    let words = _mm256_packus_epi32(bytes, bytes)
    let halves = _mm256_packus_epi16(words, words)
    let order = _mm256_setr_epi32(0, 4, 0, 4, 0, 4, 0, 4)
    let packed = _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(halves, order))
    _mm_storel_epi64(address.assumingMemoryBound(to: __m128i.self), packed)
  }
  @inline(__always)
  func firstLane(_ x: __m256) -> Float { _mm256_cvtss_f32(x) }
  @inline(__always)
  func quotient(_ x: __m256, _ y: __m256) -> __m256 { _mm256_div_ps(x, y) }
  /// Selects the lanes from `first` up to `end` from `x`, and the others from `other`.
  @inline(__always)
  func visible(_ x: __m256, _ first: Int, _ end: Int, _ other: __m256) -> __m256 {
    let lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)
    let isBeforeEnd = _mm256_cmpgt_epi32(_mm256_set1_epi32(Int32(clamping: end)), lanes)
    let isBeforeFirst = _mm256_cmpgt_epi32(_mm256_set1_epi32(Int32(clamping: first)), lanes)
    return _mm256_blendv_ps(other, x, _mm256_castsi256_ps(_mm256_andnot_si256(isBeforeFirst, isBeforeEnd)))
  }
  /// Computes x · 2ⁿ for n in the low bits of floats, by adding to the exponents.
  @inline(__always)
  func scaled(_ x: __m256, byExponentsIn n: __m256) -> __m256 {
    _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(x), _mm256_slli_epi32(_mm256_castps_si256(n), 23)))
  }

  @inline(__always)
  func plus(_ x: __m256, _ y: __m256) -> __m256 { _mm256_add_ps(x, y) }
  @inline(__always)
  func product(_ x: __m256, _ y: __m256) -> __m256 { _mm256_mul_ps(x, y) }
  /// Computes x · y + z, rounded once.
  @inline(__always)
  func multiplyAdd(_ x: __m256, _ y: __m256, _ z: __m256) -> __m256 { _mm256_fmadd_ps(x, y, z) }
  @inline(__always)
  func negate(_ x: __m256) -> __m256 { _mm256_sub_ps(_mm256_setzero_ps(), x) }
  @inline(__always)
  func floats(_ x: __m256i) -> __m256 { _mm256_cvtepi32_ps(x) }

  @inline(__always)
  func sum(_ x: __m256i, _ y: __m256i) -> __m256i { _mm256_add_epi32(x, y) }
  @inline(__always)
  func difference(_ x: __m256i, _ y: __m256i) -> __m256i { _mm256_sub_epi32(x, y) }
  @inline(__always)
  func shiftedLeft(_ x: __m256i, _ bits: Int) -> __m256i { _mm256_slli_epi32(x, Int32(truncatingIfNeeded: bits)) }
  /// Shifts 32-bit integers that fit 16 bits, by at most 14 bits.
  ///
  /// A product, because the compiler turns the shift of a broadcast into one in general registers and a transfer.
  @inline(__always)
  func shiftedLeft(narrow x: __m256i, _ bits: Int) -> __m256i {
    _mm256_madd_epi16(x, _mm256_set1_epi32(Int32(truncatingIfNeeded: 1 << bits)))
  }
  @inline(__always)
  func shiftedRight16(_ x: __m256i, _ bits: Int) -> __m256i { _mm256_srli_epi16(x, Int32(truncatingIfNeeded: bits)) }
  /// Masks each byte with `mask`.
  @inline(__always)
  func masked(_ x: __m256i, _ mask: Int) -> __m256i { _mm256_and_si256(x, _mm256_set1_epi8(CChar(mask))) }
  @inline(__always)
  func bitwiseOr(_ x: __m256i, _ y: __m256i) -> __m256i { _mm256_or_si256(x, y) }
  /// Looks up each byte in a table of 16 bytes.
  @inline(__always)
  func lookUp(_ codes: __m256i, _ low: UInt64, _ high: UInt64) -> __m256i {
    let table = _mm_set_epi64x(Int64(bitPattern: high), Int64(bitPattern: low))
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(table), codes)
  }
#endif
