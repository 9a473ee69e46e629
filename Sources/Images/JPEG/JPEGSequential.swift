/// The decoding of a scan of a sequential JPEG picture, whose blocks are complete and are transformed at once.
struct JPEGSequential {
  let frame: JPEGFrame
  let scan: JPEGScan
  /// For each member of the scan, its tables.
  let tables: [Tables]

  /// The tables for a component.
  struct Tables {
    let dc: JPEGHuffmanTable
    let ac: JPEGHuffmanTable
    let quantizers: [SIMD8<Int16>]
  }

  /// Reads the scan and its restart markers.
  ///
  /// - Throws: ``ImageError`` if the data are damaged or end.
  func decode(_ reader: inout ByteReader, restartInterval: Int, into planes: inout JPEGPlanes) throws(ImageError) {
    var intervals = JPEGIntervals(reader, length: restartInterval, scan: scan, frame: frame)
    var rows = planes.rows.mutableSpan
    var predictions = InlineArray<4, Int>(repeating: 0)
    while let unit = try intervals.next(&reader) {
      if unit.isFirst { predictions = InlineArray(repeating: 0) }
      for index in scan.members.indices {
        let component = frame.components[scan.members[index].component]
        let (wide, high) = scan.members.count == 1 ? (1, 1) : (component.horizontal, component.vertical)
        for line in 0..<high {
          let block = (unit.row &* high &+ line) &* 8 &* component.blocksWide &+ unit.column &* wide
          for column in 0..<wide {
            let isRight = Self.decodeBlock(
              &intervals.bits, tables[index], &predictions[index], into: &rows,
              at: component.firstRow &+ block &+ column, stride: component.blocksWide)
            guard isRight else { throw intervals.damage(reader) }
          }
        }
      }
    }
  }

  /// Reads a block and transforms it; false if there is no such code, or the data end.
  @inline(__always)
  private static func decodeBlock(
    _ bits: inout JPEGBitReader, _ tables: borrowing Tables, _ prediction: inout Int,
    into rows: inout MutableSpan<SIMD8<UInt8>>, at start: Int, stride: Int
  ) -> Bool {
    guard let size = bits.symbol(tables.dc), size <= 16 else { return false }
    prediction = prediction &+ bits.value(size)
    var block = InlineArray<64, Int16>(repeating: 0)
    block[0] = Int16(truncatingIfNeeded: prediction)
    guard let last = readCoefficients(&bits, tables.ac, into: &block) else { return false }
    if last == 0 {
      let quantizer = tables.quantizers[0][0]
      let sample = SIMD8<UInt8>(repeating: JPEGTransform.flat(Int(block[0] &* quantizer)))
      for row in 0..<8 { rows[start &+ row &* stride] = sample }
    } else {
      JPEGTransform.inverse(block.span, tables.quantizers.span, into: &rows, at: start, stride: stride)
    }
    return !bits.isExhausted
  }

  /// Reads the AC coefficients of a block (ITU T.81, F.2.2.2) and returns the index of the last; nil if damaged.
  @inline(__always)
  private static func readCoefficients(
    _ bits: inout JPEGBitReader, _ table: borrowing JPEGHuffmanTable, into block: inout InlineArray<64, Int16>
  ) -> Int? {
    let order = JPEGZigzag.natural
    var (index, last) = (0, 0)
    while index < 63 {
      bits.refill()
      let entry = table.lookup[bits.index]
      if entry & 0xFF != 0, entry & JPEGHuffmanTable.Entry.partial == 0 {
        bits.drop(Int(truncatingIfNeeded: entry & 0x7F))
        let advance = Int(truncatingIfNeeded: entry >> 8 & 0xFF)
        if advance == 64 { return last }
        index &+= advance
        guard index < 64 else { return nil }
        let value = Int16(truncatingIfNeeded: entry >> 16)
        if value != 0 {
          block[Int(order[index])] = value
          last = index
        }
        continue
      }
      guard let symbol = bits.symbol(table) else { return nil }
      let size = symbol & 15
      if size == 0 {
        if symbol != 0xF0 { return last }
        index &+= 16
        continue
      }
      index &+= symbol >> 4 &+ 1
      guard index < 64 else { return nil }
      block[Int(order[index])] = Int16(truncatingIfNeeded: bits.value(size))
      last = index
    }
    return last
  }
}
