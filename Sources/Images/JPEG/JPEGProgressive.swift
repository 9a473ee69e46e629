/// The coefficients of a progressive JPEG picture, which its scans give in parts (ITU T.81, annex G).
struct JPEGProgressive {
  let frame: JPEGFrame
  /// The coefficients of all blocks, 64 each in natural order.
  private var coefficients: [Int16]
  /// For each block, a bit for each coefficient that is not zero, by its place in zigzag order.
  ///
  /// With it, a scan passes blocks without values at little cost, so that many scans of few bytes end soon.
  private var occupied: [UInt64]

  init(_ frame: JPEGFrame) {
    self.frame = frame
    coefficients = [Int16](repeating: 0, count: frame.blocks * 64)
    occupied = [UInt64](repeating: 0, count: frame.blocks)
  }

  /// Reads a scan and its restart markers.
  ///
  /// - Throws: ``ImageError`` if the data are damaged or end.
  mutating func decode(
    _ scan: JPEGScan, _ reader: inout ByteReader, headers: borrowing JPEGHeaders
  ) throws(ImageError) {
    var intervals = JPEGIntervals(length: headers.restartInterval, scan: scan, frame: frame)
    if scan.first == 0 {
      try Self.decodeDC(scan, frame, &coefficients, &intervals, &reader, headers: headers)
    } else {
      try Self.decodeAC(scan, frame, &coefficients, &occupied, &intervals, &reader, headers: headers)
    }
  }

  private static func decodeDC(
    _ scan: JPEGScan, _ frame: JPEGFrame, _ coefficients: inout [Int16], _ intervals: inout JPEGIntervals,
    _ reader: inout ByteReader, headers: borrowing JPEGHeaders
  ) throws(ImageError) {
    var codes: [UInt32] = []
    if !scan.isRefinement {
      for member in scan.members { codes += try headers.dcTable(member, at: reader.offset).elements }
    }
    var cursor = JPEGBitCursor()
    let components = scan.members.map { frame.components[$0.component] }
    var values = coefficients.mutableSpan
    var predictions = [Int](repeating: 0, count: scan.members.count)
    while let unit = try intervals.next(&reader) {
      if unit.isFirst {
        cursor = JPEGBitCursor()
        for index in predictions.indices { predictions[index] = 0 }
      }
      let words = intervals.bits.words.span
      for (index, component) in components.enumerated() {
        let (wide, high) = scan.members.count == 1 ? (1, 1) : (component.horizontal, component.vertical)
        for line in 0..<high {
          let row = component.firstBlock &+ (unit.row &* high &+ line) &* component.blocksWide &+ unit.column &* wide
          for place in row..<row &+ wide {
            if scan.isRefinement {
              values[place &* 64] |= Int16(truncatingIfNeeded: cursor.bit(words) &<< scan.shift)
              continue
            }
            let table = codes.span.extracting(index * JPEGHuffmanTable.size..<(index + 1) * JPEGHuffmanTable.size)
            guard let size = cursor.symbol(table, words), size <= 16 else { throw intervals.damage(cursor, reader) }
            predictions[index] &+= cursor.value(size)
            values[place &* 64] = Int16(truncatingIfNeeded: predictions[index] &<< scan.shift)
          }
        }
      }
      if cursor.position > intervals.bits.total { throw intervals.damage(cursor, reader) }
    }
  }

  private static func decodeAC(
    _ scan: JPEGScan, _ frame: JPEGFrame, _ coefficients: inout [Int16], _ occupied: inout [UInt64],
    _ intervals: inout JPEGIntervals, _ reader: inout ByteReader, headers: borrowing JPEGHeaders
  ) throws(ImageError) {
    let codes = try headers.acTable(scan.members[0], at: reader.offset).elements
    let table = codes.span
    var cursor = JPEGBitCursor()
    let component = frame.components[scan.members[0].component]
    var values = coefficients.mutableSpan
    var masks = occupied.mutableSpan
    var band = JPEGBand(first: scan.first, last: scan.last, shift: scan.shift)
    while let unit = try intervals.next(&reader) {
      if unit.isFirst { (cursor, band.blocksToSkip) = (JPEGBitCursor(), 0) }
      let place = component.firstBlock &+ unit.row &* component.blocksWide &+ unit.column
      if band.blocksToSkip > 0, !scan.isRefinement || masks[place] & band.mask == 0 {
        band.blocksToSkip &-= 1
        continue
      }
      let words = intervals.bits.words.span
      var block = values.part(place &* 64..<place &* 64 &+ 64)
      let isRight =
        scan.isRefinement
        ? band.refine(words, &cursor, table, &block, &masks[place])
        : band.read(words, &cursor, table, &block, &masks[place])
      guard isRight, cursor.position <= intervals.bits.total else { throw intervals.damage(cursor, reader) }
    }
  }

  /// Transforms the coefficients of a component into samples.
  func transform(_ component: JPEGComponent, _ table: [UInt16], into planes: inout JPEGPlanes) {
    let quantizers = JPEGPlanes.quantizers(table)
    let values = coefficients.span
    var rows = planes.rows.mutableSpan
    for row in 0..<component.blocksHigh {
      for column in 0..<component.blocksWide {
        let index = row &* component.blocksWide &+ column
        let block = component.firstBlock &+ index
        let start = component.firstRow &+ row &* 8 &* component.blocksWide &+ column
        if occupied[block] == 0 {
          let sample = JPEGTransform.flat(Int(values[block &* 64] &* quantizers[0][0]))
          for line in 0..<8 { rows[start &+ line &* component.blocksWide] = SIMD8(repeating: sample) }
        } else {
          JPEGTransform.inverse(
            values.extracting(block &* 64..<block &* 64 &+ 64), quantizers.span, into: &rows, at: start,
            stride: component.blocksWide)
        }
      }
    }
  }
}
