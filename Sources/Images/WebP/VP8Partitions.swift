/// The readers of the partitions of coefficients, of which there are 1, 2, 4 or 8.
struct VP8Partitions: ~Escapable {
  private let bytes: Span<UInt8>
  private let ranges: [Range<Int>]
  private var states: [VP8Bits.State]

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, _ ranges: [Range<Int>]) {
    (self.bytes, self.ranges) = (bytes, ranges)
    states = ranges.map { _ in VP8Bits.State() }
  }

  /// Reads the coefficients of a macroblock from a partition.
  @_lifetime(self: copy self)
  mutating func read(
    _ index: Int, _ coefficients: inout VP8Coefficients, _ macroblock: borrowing VP8Macroblock,
    _ quantizers: VP8Frame.Quantizers, _ probabilities: Span<UInt8>, above: inout VP8Coefficients.Context,
    left: inout VP8Coefficients.Context
  ) {
    var bits = VP8Bits(bytes.extracting(ranges[index]), states[index])
    coefficients.read(&bits, macroblock, quantizers, probabilities, above: &above, left: &left)
    states[index] = bits.state
  }

  /// True if more bits of a partition were used than there are.
  func isExhausted(_ index: Int) -> Bool { VP8Bits(bytes.extracting(ranges[index]), states[index]).isExhausted }
}
