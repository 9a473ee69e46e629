/// The coefficients of a macroblock: 16 blocks of luma, then 4 of each chroma plane (RFC 6386, section 13).
struct VP8Coefficients {
  /// The coefficients of 24 blocks, 16 each row by row, times their quantisers.
  private(set) var values = InlineArray<384, Int16>(repeating: 0)
  /// For each block, 0 if all are zero, 1 if all but the first are, else 2.
  private(set) var kinds = InlineArray<24, UInt8>(repeating: 0)

  /// The blocks with coefficients above or to the left of a macroblock: 4 of luma, 2 of each chroma plane, and the
  /// second-order block.
  typealias Context = InlineArray<9, Bool>

  /// True if there are no coefficients.
  private(set) var isEmpty = true

  /// Reads the coefficients and replaces the contexts.
  @_lifetime(bits: copy bits)
  mutating func read(
    _ bits: inout VP8Bits, _ macroblock: borrowing VP8Macroblock, _ quantizers: VP8Frame.Quantizers,
    _ probabilities: Span<UInt8>, above: inout Context, left: inout Context
  ) {
    clear()
    let isWhole = macroblock.luma != nil
    if isWhole {
      var block = InlineArray<16, Int16>(repeating: 0)
      let end = Self.read(
        &bits, probabilities, type: 1, context: (above[8] ? 1 : 0) + (left[8] ? 1 : 0), first: 0,
        quantizers.secondOrder
      ) { block[$0] = $1 }
      (above[8], left[8]) = (end > 0, end > 0)
      let first = VP8Transform.inverseWalshHadamard(block)
      for index in 0..<16 where first[index] != 0 {
        values[index * 16] = first[index]
        kinds[index] = 1
        isEmpty = false
      }
    }
    for row in 0..<4 {
      for column in 0..<4 {
        readBlock(
          row * 4 + column, &bits, probabilities, type: isWhole ? 0 : 3, first: isWhole ? 1 : 0, quantizers.luma,
          &above[column], &left[row])
      }
    }
    for plane in 0..<2 {
      for row in 0..<2 {
        for column in 0..<2 {
          readBlock(
            16 + plane * 4 + row * 2 + column, &bits, probabilities, type: 2, first: 0, quantizers.chroma,
            &above[4 + plane * 2 + column], &left[4 + plane * 2 + row])
        }
      }
    }
  }

  /// Removes all coefficients.
  mutating func clear() {
    if isEmpty { return }
    values = InlineArray(repeating: 0)
    kinds = InlineArray(repeating: 0)
    isEmpty = true
  }

  @inline(__always)
  @_lifetime(bits: copy bits)
  private mutating func readBlock(
    _ index: Int, _ bits: inout VP8Bits, _ probabilities: Span<UInt8>, type: Int, first: Int,
    _ quantizers: (dc: Int16, ac: Int16), _ above: inout Bool, _ left: inout Bool
  ) {
    let end = Self.read(
      &bits, probabilities, type: type, context: (above ? 1 : 0) + (left ? 1 : 0), first: first, quantizers
    ) { values[index &* 16 &+ $0] = $1 }
    (above, left) = (end > first, end > first)
    guard end > first else { return }
    isEmpty = false
    kinds[index] = end > 1 ? 2 : 1
  }

  private static let bands: InlineArray<17, Int> = [0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 0]
  private static let zigzag: InlineArray<16, Int> = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15]

  /// Reads the coefficients of a block and returns the place after the last one, at least `first`.
  @inline(__always)
  @_lifetime(bits: copy bits)
  private static func read(
    _ bits: inout VP8Bits, _ probabilities: Span<UInt8>, type: Int, context: Int, first: Int,
    _ quantizers: (dc: Int16, ac: Int16), _ store: (Int, Int16) -> Void
  ) -> Int {
    func start(_ place: Int, _ context: Int) -> Int { ((type &* 8 &+ bands[place]) &* 3 &+ context) &* 11 }
    var place = first
    var p = start(place, context)
    while place < 16 {
      guard bits.bit(probabilities[p]) else { return place }
      while !bits.bit(probabilities[p &+ 1]) {
        place &+= 1
        if place == 16 { return 16 }
        p = start(place, 0)
      }
      var value = 1
      if bits.bit(probabilities[p &+ 2]) {
        value = largeValue(&bits, probabilities.extracting(p..<p + 11))
        p = start(place &+ 1, 2)
      } else {
        p = start(place &+ 1, 1)
      }
      let quantizer = Int(place > 0 ? quantizers.ac : quantizers.dc)
      store(zigzag[place], Int16(truncatingIfNeeded: (bits.flag() ? -value : value) &* quantizer))
      place &+= 1
    }
    return 16
  }

  private static let extraBits: [[UInt8]] = [
    [173, 148, 140], [176, 155, 140, 135], [180, 157, 141, 134, 130],
    [254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129],
  ]

  /// Reads a value above 1 (RFC 6386, section 13.2).
  @_lifetime(bits: copy bits)
  private static func largeValue(_ bits: inout VP8Bits, _ p: Span<UInt8>) -> Int {
    if !bits.bit(p[3]) {
      if !bits.bit(p[4]) { return 2 }
      return bits.bit(p[5]) ? 4 : 3
    }
    if !bits.bit(p[6]) {
      if !bits.bit(p[7]) { return bits.bit(159) ? 6 : 5 }
      let high = bits.bit(165) ? 2 : 0
      return 7 + high + (bits.bit(145) ? 1 : 0)
    }
    let high = bits.bit(p[8]) ? 1 : 0
    let category = 2 * high + (bits.bit(p[9 + high]) ? 1 : 0)
    var extra = 0
    for probability in extraBits[category] { extra = extra << 1 | (bits.bit(probability) ? 1 : 0) }
    return 3 + (8 << category) + extra
  }
}
