#if arch(x86_64)
  import SwiftletIntrinsics

  /// 16 floats, one for each row of a panel, in two registers.
  struct FloatLanes {
    var low: __m256
    var high: __m256

    @inline(__always)
    init(_ low: __m256, _ high: __m256) { (self.low, self.high) = (low, high) }

    /// All zero.
    @inline(__always)
    init() { self.init(_mm256_setzero_ps(), _mm256_setzero_ps()) }

    /// 16 floats in memory.
    @inline(__always)
    init(at pointer: UnsafeRawPointer) {
      let floats = pointer.assumingMemoryBound(to: Float.self)
      self.init(_mm256_loadu_ps(floats), _mm256_loadu_ps(floats + 8))
    }

    /// 16 binary16 numbers in memory.
    @inline(__always)
    init(f16 pointer: UnsafeRawPointer) {
      let halves = pointer.assumingMemoryBound(to: __m128i.self)
      self.init(_mm256_cvtph_ps(_mm_loadu_si128(halves)), _mm256_cvtph_ps(_mm_loadu_si128(halves + 1)))
    }

    /// 16 bfloat16 numbers in memory.
    @inline(__always)
    init(bf16 pointer: UnsafeRawPointer) {
      let halves = pointer.assumingMemoryBound(to: __m128i.self)
      let low = _mm256_slli_epi32(_mm256_cvtepu16_epi32(_mm_loadu_si128(halves)), 16)
      let high = _mm256_slli_epi32(_mm256_cvtepu16_epi32(_mm_loadu_si128(halves + 1)), 16)
      self.init(_mm256_castsi256_ps(low), _mm256_castsi256_ps(high))
    }

    /// 16 signed bytes in memory.
    @inline(__always)
    init(bytes pointer: UnsafeRawPointer) {
      let bytes = _mm_loadu_si128(pointer.assumingMemoryBound(to: __m128i.self))
      let high = _mm_unpackhi_epi64(bytes, bytes)
      self.init(
        _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(bytes)), _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(high)))
    }

    /// Each lane times the same number.
    @inline(__always)
    func times(_ factor: __m256) -> FloatLanes { FloatLanes(_mm256_mul_ps(low, factor), _mm256_mul_ps(high, factor)) }

    /// Adds the lanes of `other`.
    @inline(__always)
    mutating func add(_ other: FloatLanes) {
      (low, high) = (_mm256_add_ps(low, other.low), _mm256_add_ps(high, other.high))
    }

    /// Adds the products of the lanes of `x` and `y`, rounded once.
    @inline(__always)
    mutating func addProduct(_ x: FloatLanes, _ y: FloatLanes) {
      (low, high) = (_mm256_fmadd_ps(x.low, y.low, low), _mm256_fmadd_ps(x.high, y.high, high))
    }

    /// Adds the products of the lanes of `x` with the same number, rounded once.
    @inline(__always)
    mutating func addProduct(_ x: FloatLanes, _ factor: __m256) { addProduct(x, FloatLanes(factor, factor)) }

    /// Writes all lanes.
    @inline(__always)
    func store(_ output: UnsafeMutablePointer<Float>) {
      _mm256_storeu_ps(output, low)
      _mm256_storeu_ps(output + 8, high)
    }
  }

  /// The integers of 16 rows, 8 rows in each of two registers.
  struct IntegerLanes {
    var low: __m256i
    var high: __m256i

    @inline(__always)
    init(_ low: __m256i, _ high: __m256i) { (self.low, self.high) = (low, high) }

    /// All zero.
    @inline(__always)
    init() { self.init(_mm256_setzero_si256(), _mm256_setzero_si256()) }

    /// Adds the 16-bit integers of `other`.
    @inline(__always)
    mutating func add16(_ other: IntegerLanes) {
      (low, high) = (_mm256_add_epi16(low, other.low), _mm256_add_epi16(high, other.high))
    }

    /// Adds the sums of neighbouring 16-bit integers of `other` to 32-bit integers.
    @inline(__always)
    mutating func addPairs(of other: IntegerLanes) {
      let ones = _mm256_set1_epi16(1)
      low = _mm256_add_epi32(low, _mm256_madd_epi16(other.low, ones))
      high = _mm256_add_epi32(high, _mm256_madd_epi16(other.high, ones))
    }

    /// Takes the same 32-bit integers off both halves.
    @inline(__always)
    mutating func subtract32(_ other: __m256i) {
      (low, high) = (_mm256_sub_epi32(low, other), _mm256_sub_epi32(high, other))
    }

    /// As floats, of 32-bit integers.
    @inline(__always)
    var floats: FloatLanes { FloatLanes(_mm256_cvtepi32_ps(low), _mm256_cvtepi32_ps(high)) }
  }

  /// Four bytes of activations in each lane.
  @inline(__always)
  func broadcast(_ x: UnsafeRawPointer) -> __m256i { _mm256_set1_epi32(x.load(as: Int32.self)) }

  /// A float in each lane.
  @inline(__always)
  func broadcastFloat(_ x: UnsafeRawPointer) -> __m256 { _mm256_set1_ps(x.load(as: Float.self)) }
#endif
