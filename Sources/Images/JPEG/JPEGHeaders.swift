/// The marker segments of a JPEG file as far as it is read: tables, frame header and metadata.
struct JPEGHeaders {
  private(set) var frame: JPEGFrame?
  /// The quantisation tables in zigzag order.
  private(set) var quantization = [[UInt16]?](repeating: nil, count: 4)
  private(set) var dc = [JPEGHuffmanTable?](repeating: nil, count: 4)
  private(set) var ac = [JPEGHuffmanTable?](repeating: nil, count: 4)
  /// The number of MCUs between restart markers; 0 if there are none.
  private(set) var restartInterval = 0
  private(set) var hasJFIF = false
  /// The colour transform of an Adobe segment; nil without one.
  private(set) var adobeTransform: Int?
  private(set) var orientation = EXIFOrientation.up
  private var hasEXIF = false

  /// Reads marker segments up to the next scan and its header; nil at the end of the picture.
  ///
  /// - Throws: ``ImageError`` if a segment is damaged or of an unsupported variant, or the file ends.
  mutating func readToScan(_ reader: inout ByteReader, limits: ImageLimits) throws(ImageError) -> JPEGScan? {
    while true {
      let marker = try Self.marker(&reader)
      if marker == 0xD9 { return nil }
      // Markers without a segment: TEM, restarts, and the start of the picture.
      if marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
      let offset = reader.offset
      let length = try reader.bigEndian16("the length of a segment")
      guard length >= 2 else {
        throw ImageError(
          .malformed, format: .jpeg, offset: offset, found: "a segment of \(length) bytes", expected: "at least 2")
      }
      let segment = try reader.take(length - 2, "a segment")
      if marker == 0xDA {
        guard let frame else {
          throw ImageError(
            .malformed, format: .jpeg, offset: offset, found: "a scan", expected: "a frame header before it")
        }
        return try JPEGScan(segment, at: offset + 2, frame: frame)
      }
      try read(marker, segment, at: offset + 2, limits: limits)
    }
  }

  /// Goes to the next marker and reads it.
  ///
  /// Bytes before it are skipped, as libjpeg does.
  static func marker(_ reader: inout ByteReader) throws(ImageError) -> UInt8 {
    while true {
      while try reader.byte("the next marker") != 0xFF {}
      var code = try reader.byte("the next marker")
      while code == 0xFF { code = try reader.byte("the next marker") }
      if code != 0 { return code }
    }
  }

  private mutating func read(
    _ marker: UInt8, _ segment: Span<UInt8>, at offset: Int, limits: ImageLimits
  ) throws(ImageError) {
    switch marker {
    case 0xC0, 0xC1, 0xC2:
      guard frame == nil else {
        throw ImageError(
          .malformed, format: .jpeg, offset: offset, found: "a second frame header", expected: "one frame header")
      }
      frame = try JPEGFrame(segment, at: offset, isProgressive: marker == 0xC2, limits: limits)
    case 0xC4: try readHuffmanTables(segment, at: offset)
    case 0xC3, 0xC5...0xCF:
      let coding =
        switch marker {
        case 0xC3, 0xC7, 0xCB, 0xCF: "lossless"
        case 0xC9, 0xCA, 0xCC: "arithmetic"
        default: "hierarchical"
        }
      throw ImageError(
        .unsupportedFeature, format: .jpeg, offset: offset, found: "\(coding) coding",
        expected: "baseline, extended or progressive Huffman coding: convert the picture to PNG or baseline JPEG")
    case 0xDB: try readQuantizationTables(segment, at: offset)
    case 0xDD:
      var reader = ByteReader(segment, format: .jpeg, base: offset)
      restartInterval = try reader.bigEndian16("the restart interval")
    case 0xE0 where Self.begins(segment, with: "JFIF\0", count: 12): hasJFIF = true
    case 0xE1 where !hasEXIF && Self.begins(segment, with: "Exif\0", count: 6):
      hasEXIF = true
      orientation = EXIFOrientation(exif: segment)
    case 0xEE where Self.begins(segment, with: "Adobe", count: 12): adobeTransform = Int(segment[11])
    default: break
    }
  }

  private static func begins(_ segment: Span<UInt8>, with text: StaticString, count: Int) -> Bool {
    segment.count >= count && ByteReader(segment, format: .jpeg).startsWith(text)
  }

  private mutating func readQuantizationTables(_ segment: Span<UInt8>, at offset: Int) throws(ImageError) {
    var reader = ByteReader(segment, format: .jpeg, base: offset)
    while !reader.isAtEnd {
      let place = reader.offset
      let head = try reader.byte("a quantisation table")
      guard head >> 4 <= 1, head & 15 < 4 else {
        throw ImageError(
          .malformed, format: .jpeg, offset: place, found: "the quantisation table \(head & 15) of kind \(head >> 4)",
          expected: "a table of 0 to 3, kind 0 or 1")
      }
      var table: [UInt16] = []
      for _ in 0..<64 {
        let value =
          head >> 4 == 0 ? Int(try reader.byte("a quantisation table")) : try reader.bigEndian16("a quantisation table")
        table.append(UInt16(truncatingIfNeeded: value))
      }
      quantization[Int(head & 15)] = table
    }
  }

  private mutating func readHuffmanTables(_ segment: Span<UInt8>, at offset: Int) throws(ImageError) {
    var reader = ByteReader(segment, format: .jpeg, base: offset)
    while !reader.isAtEnd {
      let place = reader.offset
      let head = try reader.byte("a Huffman table")
      var counts: [Int] = []
      for _ in 0..<16 { counts.append(Int(try reader.byte("a Huffman table"))) }
      var symbols: [UInt8] = []
      for _ in 0..<counts.reduce(0, +) { symbols.append(try reader.byte("a Huffman table")) }
      let isAC = head >> 4 == 1
      guard head >> 4 <= 1, head & 15 < 4, symbols.count <= 256,
        let table = JPEGHuffmanTable(counts: counts, symbols: symbols, isAC: isAC)
      else {
        throw ImageError(
          .malformed, format: .jpeg, offset: place,
          found: "the Huffman table \(head & 15) of kind \(head >> 4) with the counts \(counts)",
          expected: "a prefix code for at most 256 symbols, a table of 0 to 3, kind 0 or 1")
      }
      if isAC { ac[Int(head & 15)] = table } else { dc[Int(head & 15)] = table }
    }
  }
}

extension JPEGHeaders {
  /// Returns the table of DC codes for a member of a scan.
  ///
  /// - Throws: ``ImageError`` if the file has not defined it.
  func dcTable(_ member: JPEGScan.Member, at offset: Int) throws(ImageError) -> JPEGHuffmanTable {
    try Self.defined(dc[member.dc], "the Huffman table \(member.dc) for DC coefficients", at: offset)
  }

  /// Returns the table of AC codes for a member of a scan.
  ///
  /// - Throws: ``ImageError`` if the file has not defined it.
  func acTable(_ member: JPEGScan.Member, at offset: Int) throws(ImageError) -> JPEGHuffmanTable {
    try Self.defined(ac[member.ac], "the Huffman table \(member.ac) for AC coefficients", at: offset)
  }

  /// Returns the quantisers of a component.
  ///
  /// - Throws: ``ImageError`` if the file has not defined them.
  func quantizers(_ component: JPEGComponent, at offset: Int) throws(ImageError) -> [UInt16] {
    try Self.defined(quantization[component.table], "the quantisation table \(component.table)", at: offset)
  }

  private static func defined<Table>(
    _ table: Table?, _ name: @autoclosure () -> String, at offset: Int
  ) throws(ImageError) -> Table {
    guard let table else {
      throw ImageError(.malformed, format: .jpeg, offset: offset, found: "a scan without its tables", expected: name())
    }
    return table
  }
}
