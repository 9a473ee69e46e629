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
    var intervals = JPEGIntervals(reader, length: headers.restartInterval, scan: scan, frame: frame)
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
    var tables: [JPEGHuffmanTable] = []
    if !scan.isRefinement {
      for member in scan.members { tables.append(try headers.dcTable(member, at: reader.offset)) }
    }
    var values = coefficients.mutableSpan
    var predictions = [Int](repeating: 0, count: scan.members.count)
    while let unit = try intervals.next(&reader) {
      if unit.isFirst { for index in predictions.indices { predictions[index] = 0 } }
      for index in scan.members.indices {
        let component = frame.components[scan.members[index].component]
        let (wide, high) = scan.members.count == 1 ? (1, 1) : (component.horizontal, component.vertical)
        for line in 0..<high {
          let row = component.firstBlock &+ (unit.row &* high &+ line) &* component.blocksWide &+ unit.column &* wide
          for place in row..<row &+ wide {
            if scan.isRefinement {
              values[place &* 64] |= Int16(truncatingIfNeeded: intervals.bits.bit() &<< scan.shift)
              continue
            }
            guard let size = intervals.bits.symbol(tables[index]), size <= 16 else { throw intervals.damage(reader) }
            predictions[index] &+= intervals.bits.value(size)
            values[place &* 64] = Int16(truncatingIfNeeded: predictions[index] &<< scan.shift)
          }
        }
      }
      if intervals.bits.isExhausted { throw intervals.damage(reader) }
    }
  }

  private static func decodeAC(
    _ scan: JPEGScan, _ frame: JPEGFrame, _ coefficients: inout [Int16], _ occupied: inout [UInt64],
    _ intervals: inout JPEGIntervals, _ reader: inout ByteReader, headers: borrowing JPEGHeaders
  ) throws(ImageError) {
    let table = try headers.acTable(scan.members[0], at: reader.offset)
    let component = frame.components[scan.members[0].component]
    var values = coefficients.mutableSpan
    var masks = occupied.mutableSpan
    var band = JPEGBand(first: scan.first, last: scan.last, shift: scan.shift)
    while let unit = try intervals.next(&reader) {
      if unit.isFirst { band.blocksToSkip = 0 }
      let place = component.firstBlock &+ unit.row &* component.blocksWide &+ unit.column
      if band.blocksToSkip > 0, !scan.isRefinement || masks[place] & band.mask == 0 {
        band.blocksToSkip &-= 1
        continue
      }
      var block = values._mutatingExtracting(place &* 64..<place &* 64 &+ 64)
      let isRight =
        scan.isRefinement
        ? band.refine(&intervals.bits, table, &block, &masks[place])
        : band.read(&intervals.bits, table, &block, &masks[place])
      guard isRight, !intervals.bits.isExhausted else { throw intervals.damage(reader) }
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
