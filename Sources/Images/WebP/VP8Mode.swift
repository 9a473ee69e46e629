/// The predictions of blocks; the first four exist for 16 × 16 and 8 × 8 blocks, too.
enum VP8Mode: UInt8 {
  /// The mean of the row above and the column to the left.
  case dc
  /// Left + above − the corner ("TrueMotion").
  case trueMotion
  case vertical
  case horizontal
  case rightDown
  case verticalRight
  case leftDown
  case verticalLeft
  case horizontalDown
  case horizontalUp
}

/// The header of a macroblock (RFC 6386, section 19.3).
struct VP8Macroblock {
  var segment = 0
  /// True if the header says that there are no coefficients.
  var isSkipped = false
  /// The prediction of the whole of luma; nil if each 4 × 4 block has one of its own.
  var luma: VP8Mode?
  var blocks = InlineArray<16, VP8Mode>(repeating: .dc)
  var chroma = VP8Mode.dc

  /// Reads a header, with the modes of the blocks above and to the left, which are replaced by those of this one.
  @_lifetime(bits: copy bits)
  init(
    _ bits: inout VP8Bits, _ frame: borrowing VP8Frame, above: inout MutableSpan<VP8Mode>,
    left: inout InlineArray<4, VP8Mode>
  ) {
    if let tree = frame.segmentTree {
      segment = bits.bit(tree.0) ? (bits.bit(tree.2) ? 3 : 2) : (bits.bit(tree.1) ? 1 : 0)
    }
    if let skip = frame.skip { isSkipped = bits.bit(skip) }
    if bits.bit(145) {
      let mode: VP8Mode =
        bits.bit(156) ? (bits.bit(128) ? .trueMotion : .horizontal) : (bits.bit(163) ? .vertical : .dc)
      luma = mode
      for index in 0..<4 { (above[index], left[index]) = (mode, mode) }
    } else {
      let probabilities = VP8Tables.modes
      for row in 0..<4 {
        var mode = left[row]
        for column in 0..<4 {
          let start = (Int(above[column].rawValue) * 10 + Int(mode.rawValue)) * 9
          mode = Self.mode(&bits, probabilities.span.extracting(start..<start + 9))
          above[column] = mode
          blocks[row * 4 + column] = mode
        }
        left[row] = mode
      }
    }
    chroma =
      !bits.bit(142) ? .dc : !bits.bit(114) ? .vertical : bits.bit(183) ? .trueMotion : .horizontal
  }

  /// Reads the mode of a 4 × 4 block (RFC 6386, section 11.2).
  @_lifetime(bits: copy bits)
  private static func mode(_ bits: inout VP8Bits, _ p: Span<UInt8>) -> VP8Mode {
    if !bits.bit(p[0]) { return .dc }
    if !bits.bit(p[1]) { return .trueMotion }
    if !bits.bit(p[2]) { return .vertical }
    if !bits.bit(p[3]) {
      if !bits.bit(p[4]) { return .horizontal }
      return bits.bit(p[5]) ? .verticalRight : .rightDown
    }
    if !bits.bit(p[6]) { return .leftDown }
    if !bits.bit(p[7]) { return .verticalLeft }
    return bits.bit(p[8]) ? .horizontalUp : .horizontalDown
  }
}
