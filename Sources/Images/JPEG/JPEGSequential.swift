/// The decoding of a scan of a sequential JPEG picture, whose blocks are complete and are transformed at once.
struct JPEGSequential {
  private let frame: JPEGFrame
  private let scan: JPEGScan
  private let restartInterval: Int
  /// The Huffman tables one after the other.
  private var codes: [UInt32] = []
  /// The quantisers of the members of the scan, 8 rows each.
  private var quantizers: [SIMD8<Int16>] = []
  /// The blocks of a minimum coded unit, in order.
  private var blocks: [Block] = []

  /// A block of a minimum coded unit.
  private struct Block {
    let member: Int
    /// The indices of its tables in `codes`.
    let (dc, ac): (Int, Int)
    /// The index in the planes of its first row in the first unit, and what is added for each row and column of units.
    let (start, rowStep, columnStep): (Int, Int, Int)
    /// The number of elements between rows of samples.
    let stride: Int
  }

  /// Prepares the tables that are in force.
  ///
  /// - Throws: ``ImageError`` if one is not defined.
  init(_ frame: JPEGFrame, _ scan: JPEGScan, _ headers: borrowing JPEGHeaders, at offset: Int) throws(ImageError) {
    (self.frame, self.scan, restartInterval) = (frame, scan, headers.restartInterval)
    for (index, member) in scan.members.enumerated() {
      let component = frame.components[member.component]
      quantizers += JPEGPlanes.quantizers(try headers.quantizers(component, at: offset))
      let tables = codes.count
      codes += try headers.dcTable(member, at: offset).elements + headers.acTable(member, at: offset).elements
      let (wide, high) = scan.members.count == 1 ? (1, 1) : (component.horizontal, component.vertical)
      for place in 0..<wide * high {
        let (row, column) = place.quotientAndRemainder(dividingBy: wide)
        blocks.append(
          Block(
            member: index, dc: tables, ac: tables + JPEGHuffmanTable.size,
            start: component.firstRow + row * 8 * component.blocksWide + column,
            rowStep: high * 8 * component.blocksWide, columnStep: wide, stride: component.blocksWide))
      }
    }
  }

  /// Reads the scan and its restart markers.
  ///
  /// - Throws: ``ImageError`` if the data are damaged or end.
  func decode(_ reader: inout ByteReader, into planes: inout JPEGPlanes) throws(ImageError) {
    var intervals = JPEGIntervals(length: restartInterval, scan: scan, frame: frame)
    var rows = planes.rows.mutableSpan
    let (codes, blocks, quantizers) = (codes.span, blocks.span, quantizers.span)
    var predictions = InlineArray<4, Int>(repeating: 0)
    var cursor = JPEGBitCursor()
    while let unit = try intervals.next(&reader) {
      if unit.isFirst { (cursor, predictions) = (JPEGBitCursor(), InlineArray(repeating: 0)) }
      let words = intervals.bits.words.span
      var isRight = true
      for index in blocks.indices {
        let block = blocks[index]
        isRight =
          Self.decodeBlock(
            words, &cursor, dc: codes.extracting(block.dc..<block.dc + JPEGHuffmanTable.size),
            ac: codes.extracting(block.ac..<block.ac + JPEGHuffmanTable.size),
            quantizers.extracting(block.member * 8..<block.member * 8 + 8), &predictions[block.member], into: &rows,
            at: block.start &+ unit.row &* block.rowStep &+ unit.column &* block.columnStep, stride: block.stride)
          && isRight
      }
      guard isRight, cursor.position <= intervals.bits.total else { throw intervals.damage(cursor, reader) }
    }
  }

  /// Reads a block and transforms it; false if there is no such code.
  @inline(__always)
  @_lifetime(rows: copy rows)
  private static func decodeBlock(
    _ words: Span<UInt32>, _ place: inout JPEGBitCursor, dc: Span<UInt32>, ac: Span<UInt32>,
    _ quantizers: Span<SIMD8<Int16>>, _ prediction: inout Int, into rows: inout MutableSpan<SIMD8<UInt8>>,
    at start: Int, stride: Int
  ) -> Bool {
    // A copy, which stays in registers.
    var cursor = place
    defer { place = cursor }
    guard let size = cursor.symbol(dc, words), size <= 16 else { return false }
    prediction = prediction &+ cursor.value(size)
    var block = InlineArray<64, Int16>(repeating: 0)
    block[0] = Int16(truncatingIfNeeded: prediction)
    guard let last = readCoefficients(words, &cursor, ac, into: &block) else { return false }
    if last == 0 {
      let sample = SIMD8<UInt8>(repeating: JPEGTransform.flat(Int(block[0] &* quantizers[0][0])))
      for row in 0..<8 { rows[start &+ row &* stride] = sample }
    } else {
      JPEGTransform.inverse(block.span, quantizers, into: &rows, at: start, stride: stride)
    }
    return true
  }

  /// Reads the AC coefficients of a block (ITU T.81, F.2.2.2) and returns the index of the last; nil if damaged.
  @inline(__always)
  private static func readCoefficients(
    _ words: Span<UInt32>, _ cursor: inout JPEGBitCursor, _ table: Span<UInt32>,
    into block: inout InlineArray<64, Int16>
  ) -> Int? {
    var (index, last) = (0, 0)
    while index < 63 {
      cursor.refill(words)
      let entry = table[cursor.index]
      if entry != 0, entry & JPEGHuffmanTable.partial == 0 {
        cursor.drop(Int(truncatingIfNeeded: entry & 0x7F))
        let advance = Int(truncatingIfNeeded: entry >> 8 & 0xFF)
        if advance == 64 { return last }
        index &+= advance
        guard index < 64 else { return nil }
        let value = Int16(truncatingIfNeeded: entry >> 16)
        if value != 0 {
          block[Int(JPEGZigzag.natural[index])] = value
          last = index
        }
        continue
      }
      guard let symbol = cursor.symbol(table, words) else { return nil }
      let size = symbol & 15
      if size == 0 {
        if symbol != 0xF0 { return last }
        index &+= 16
        continue
      }
      index &+= symbol >> 4 &+ 1
      guard index < 64 else { return nil }
      block[Int(JPEGZigzag.natural[index])] = Int16(truncatingIfNeeded: cursor.value(size))
      last = index
    }
    return last
  }
}
