/// A decoder of VP8 key frames (RFC 6386), the lossy bit streams of WebP.
struct VP8Decoder {
  private let header: VP8Header
  private var planes: VP8Planes
  private var filters: [(filter: VP8Frame.Filter, isInner: Bool)] = []
  /// The modes and contexts of the row of macroblocks above.
  private var modes: [VP8Mode]
  private var contexts: [VP8Coefficients.Context]

  /// Decodes a bit stream with its headers.
  ///
  /// - Throws: ``ImageError`` if it is damaged or ends.
  static func decode(_ bytes: Span<UInt8>, at offset: Int) throws(ImageError) -> VP8Planes {
    let header = try VP8Header(bytes, at: offset)
    var reader = ByteReader(bytes, format: .webp, base: offset)
    try reader.skip(VP8Header.length, "the frame header")
    var bits = VP8Bits(try reader.take(header.firstPartition, "the first partition"))
    let frame = VP8Frame(&bits)
    let starts = try partitions(&reader, frame.partitions)
    // Each macroblock has more than one bit in the first partition, so that a short one cannot claim a large picture.
    let macroblocks = (header.width + 15) / 16 * ((header.height + 15) / 16)
    guard header.firstPartition * 8 >= macroblocks else {
      throw ImageError(
        .truncated, format: .webp, offset: offset, found: "a first partition of \(header.firstPartition) bytes",
        expected: "data of \(macroblocks) macroblocks")
    }
    var decoder = VP8Decoder(header)
    try decoder.readMacroblocks(&bits, frame, bytes, starts, at: offset)
    if decoder.filters.contains(where: { $0.filter.limit > 0 }) {
      VP8LoopFilter(isSimple: frame.isSimpleFilter, filters: decoder.filters).apply(&decoder.planes)
    }
    return decoder.planes
  }

  private init(_ header: VP8Header) {
    self.header = header
    planes = VP8Planes(width: header.width, height: header.height)
    modes = [VP8Mode](repeating: .dc, count: planes.columns * 4)
    contexts = [VP8Coefficients.Context](repeating: InlineArray(repeating: false), count: planes.columns)
    filters.reserveCapacity(planes.columns * planes.rows)
  }

  /// Reads the lengths of the partitions of coefficients, and returns where they are.
  private static func partitions(_ reader: inout ByteReader, _ count: Int) throws(ImageError) -> [Range<Int>] {
    var lengths: [Int] = []
    for _ in 1..<count { lengths.append(try reader.littleEndian24("the lengths of partitions")) }
    var ranges: [Range<Int>] = []
    for length in lengths {
      try reader.skip(length, "a partition")
      ranges.append(reader.position - length..<reader.position)
    }
    ranges.append(reader.position..<reader.bytes.count)
    return ranges
  }

  /// Reads and reconstructs all macroblocks.
  ///
  /// Rows take turns in using the partitions.
  @_lifetime(bits: copy bits)
  private mutating func readMacroblocks(
    _ bits: inout VP8Bits, _ frame: VP8Frame, _ bytes: Span<UInt8>, _ ranges: [Range<Int>], at offset: Int
  ) throws(ImageError) {
    var readers = VP8Partitions(bytes, ranges)
    var coefficients = VP8Coefficients()
    for row in 0..<planes.rows {
      var leftModes = InlineArray<4, VP8Mode>(repeating: .dc)
      var left = VP8Coefficients.Context(repeating: false)
      for column in 0..<planes.columns {
        var modes = modes.mutableSpan
        var above = modes.part(column * 4..<column * 4 + 4)
        let macroblock = VP8Macroblock(&bits, frame, above: &above, left: &leftModes)
        if macroblock.isSkipped {
          coefficients.clear()
          Self.skip(&contexts[column], macroblock)
          Self.skip(&left, macroblock)
        } else {
          readers.read(
            row % ranges.count, &coefficients, macroblock, frame.quantizers[macroblock.segment],
            frame.coefficients.span, above: &contexts[column], left: &left)
        }
        let (whole, blocks) = frame.filters[macroblock.segment]
        filters.append(macroblock.luma == nil ? (blocks, true) : (whole, !coefficients.isEmpty))
        planes.reconstruct(macroblock, coefficients, column: column, row: row)
      }
      guard !bits.isExhausted, !readers.isExhausted(row % ranges.count) else {
        throw ImageError(
          .truncated, format: .webp, offset: offset, found: "the end of the data in row \(row) of macroblocks",
          expected: "\(planes.rows) rows")
      }
    }
  }

  /// Clears the context of a macroblock without coefficients; that of the second-order block stays if it has none.
  private static func skip(_ context: inout VP8Coefficients.Context, _ macroblock: borrowing VP8Macroblock) {
    let last = context[8]
    context = InlineArray(repeating: false)
    if macroblock.luma == nil { context[8] = last }
  }
}
