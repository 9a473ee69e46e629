// Conversions of vectors, written element by element: the compiler turns these into one instruction or two, while the
// generic initialisers and `clamped(lowerBound:upperBound:)` of the standard library become calls with loops.

extension SIMD8<Int32> {
  @inline(__always)
  init(widening v: SIMD8<Int16>) {
    self.init(Int32(v[0]), Int32(v[1]), Int32(v[2]), Int32(v[3]), Int32(v[4]), Int32(v[5]), Int32(v[6]), Int32(v[7]))
  }

  /// The elements, limited to 16 bits.
  @inline(__always)
  var saturated: SIMD8<Int16> {
    SIMD8<Int16>(narrowing: limited(-32768, 32767))
  }

  @inline(__always)
  func limited(_ low: Int32, _ high: Int32) -> Self {
    let (low, high) = (Self(repeating: low), Self(repeating: high))
    let raised = replacing(with: low, where: self .< low)
    return raised.replacing(with: high, where: raised .> high)
  }
}

extension SIMD8<Int16> {
  @inline(__always)
  init(narrowing v: SIMD8<Int32>) {
    func low(_ index: Int) -> Int16 { Int16(truncatingIfNeeded: v[index]) }
    self.init(low(0), low(1), low(2), low(3), low(4), low(5), low(6), low(7))
  }

  @inline(__always)
  init(widening v: SIMD8<UInt8>) {
    self.init(Int16(v[0]), Int16(v[1]), Int16(v[2]), Int16(v[3]), Int16(v[4]), Int16(v[5]), Int16(v[6]), Int16(v[7]))
  }
}

extension SIMD8<UInt16> {
  @inline(__always)
  init(widening v: SIMD8<UInt8>) {
    self.init(
      UInt16(v[0]), UInt16(v[1]), UInt16(v[2]), UInt16(v[3]), UInt16(v[4]), UInt16(v[5]), UInt16(v[6]), UInt16(v[7]))
  }
}

extension SIMD8<UInt8> {
  /// Limits the elements to bytes.
  @inline(__always)
  init(saturating v: SIMD8<Int16>) {
    // The upper limit comes first: only in this order is it one instruction.
    let (low, high) = (SIMD8<Int16>(repeating: 0), SIMD8<Int16>(repeating: 255))
    let lowered = v.replacing(with: high, where: v .> high)
    self.init(narrowing: lowered.replacing(with: low, where: lowered .< low))
  }

  /// Takes the low byte of each element.
  @inline(__always)
  init(narrowing v: SIMD8<Int16>) {
    func low(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: v[index]) }
    self.init(low(0), low(1), low(2), low(3), low(4), low(5), low(6), low(7))
  }

  /// Takes the low byte of each element.
  @inline(__always)
  init(narrowing v: SIMD8<UInt16>) {
    func low(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: v[index]) }
    self.init(low(0), low(1), low(2), low(3), low(4), low(5), low(6), low(7))
  }
}
