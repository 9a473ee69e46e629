/// The compressed header of a VP8 key frame (RFC 6386, sections 9.2 to 9.11 and 19.2).
struct VP8Frame {
  /// The quantisers of a segment.
  struct Quantizers {
    /// For the first and the other coefficients of luma, of the second-order luma block, and of chroma.
    let luma, secondOrder, chroma: (dc: Int16, ac: Int16)
  }

  /// The strength of the loop filter in a macroblock.
  struct Filter {
    /// The limit of the step at an edge inside the macroblock; 0 for no filter.
    let limit: Int32
    /// The limit of the steps beside an edge.
    let interior: Int32
    /// The step beside an edge above which only two samples are changed.
    let highVariance: Int32
  }

  /// The probabilities of the three decisions of the segment of a macroblock; nil if all are of segment 0.
  private(set) var segmentTree: (UInt8, UInt8, UInt8)?
  private(set) var quantizers: [Quantizers] = []
  /// True for the filter of only luma and two samples.
  private(set) var isSimpleFilter = false
  /// For each segment, the filters of macroblocks with one luma prediction and of those with sixteen.
  private(set) var filters: [(Filter, Filter)] = []
  /// The number of partitions of coefficients.
  private(set) var partitions = 1
  /// The probabilities of coefficient codes, ordered like ``VP8Tables/coefficients``.
  private(set) var coefficients = VP8Tables.coefficients
  /// The probability that a macroblock has coefficients; nil if all have.
  private(set) var skip: UInt8?

  /// Reads the header.
  @_lifetime(bits: copy bits)
  init(_ bits: inout VP8Bits) {
    // The colour space and the type of clamping make no difference to decoders that clamp.
    _ = bits.number(2)
    var segments = Segments()
    if bits.flag() { segmentTree = segments.read(&bits) }
    isSimpleFilter = bits.flag()
    let level = bits.number(6)
    let sharpness = bits.number(3)
    var deltas = (reference: 0, mode: 0)
    if bits.flag(), bits.flag() {
      for index in 0..<8 {
        let delta = bits.optionalSigned(6)
        if index == 0 { deltas.reference = delta }
        if index == 4 { deltas.mode = delta }
      }
    }
    partitions = 1 << bits.number(2)
    readQuantizers(&bits, segments)
    // Whether the probabilities are kept for the next frame.
    _ = bits.flag()
    for (index, probability) in VP8Tables.coefficientUpdates.enumerated() where bits.bit(probability) {
      coefficients[index] = UInt8(bits.number(8))
    }
    if bits.flag() { skip = UInt8(bits.number(8)) }
    filters = segments.filters.map { value in
      let base = segments.isAbsolute ? value : level + value
      let (one, sixteen) = (base + deltas.reference, base + deltas.reference + deltas.mode)
      // A level of 0 in the frame turns off the filter of all segments.
      return (Self.filter(level == 0 ? 0 : one, sharpness), Self.filter(level == 0 ? 0 : sixteen, sharpness))
    }
  }

  /// The values of the segments, relative to those of the frame or absolute.
  private struct Segments {
    var quantizers = [0, 0, 0, 0]
    var filters = [0, 0, 0, 0]
    var isAbsolute = false

    @_lifetime(bits: copy bits)
    mutating func read(_ bits: inout VP8Bits) -> (UInt8, UInt8, UInt8)? {
      let (hasMap, hasValues) = (bits.flag(), bits.flag())
      isAbsolute = true
      if hasValues {
        isAbsolute = bits.flag()
        for index in 0..<4 { quantizers[index] = bits.optionalSigned(7) }
        for index in 0..<4 { filters[index] = bits.optionalSigned(6) }
      }
      guard hasMap else { return nil }
      var tree: [UInt8] = []
      for _ in 0..<3 { tree.append(bits.flag() ? UInt8(bits.number(8)) : 255) }
      return (tree[0], tree[1], tree[2])
    }
  }

  @_lifetime(bits: copy bits)
  private mutating func readQuantizers(_ bits: inout VP8Bits, _ segments: Segments) {
    let base = bits.number(7)
    let lumaDC = bits.optionalSigned(4)
    let secondDC = bits.optionalSigned(4)
    let secondAC = bits.optionalSigned(4)
    let chromaDC = bits.optionalSigned(4)
    let chromaAC = bits.optionalSigned(4)
    func value(_ table: [Int16], _ index: Int, _ limit: Int = 127) -> Int16 { table[max(0, min(limit, index))] }
    let (dc, ac) = (VP8Tables.dcQuantizers, VP8Tables.acQuantizers)
    quantizers = segments.quantizers.map { segment in
      let index = segments.isAbsolute ? segment : base + segment
      return Quantizers(
        luma: (value(dc, index + lumaDC), value(ac, index)),
        secondOrder: (
          value(dc, index + secondDC) * 2, max(8, Int16(Int(value(ac, index + secondAC)) * 155 / 100))
        ),
        chroma: (value(dc, index + chromaDC, 117), value(ac, index + chromaAC)))
    }
  }

  private static func filter(_ level: Int, _ sharpness: Int) -> Filter {
    let level = max(0, min(63, level))
    guard level > 0 else { return Filter(limit: 0, interior: 0, highVariance: 0) }
    var interior = level
    if sharpness > 0 { interior = min(interior >> (sharpness > 4 ? 2 : 1), 9 - sharpness) }
    interior = max(1, interior)
    return Filter(
      limit: Int32(2 * level + interior), interior: Int32(interior),
      highVariance: level >= 40 ? 2 : level >= 15 ? 1 : 0)
  }
}
