/// A frame header of a JPEG file: the size of the picture, the coding, and the components with their sampling.
struct JPEGFrame {
  let width: Int
  let height: Int
  let isProgressive: Bool
  let components: [JPEGComponent]
  /// The largest sampling factors of the components.
  let factors: (horizontal: Int, vertical: Int)
  /// The number of minimum coded units (MCUs) in a row and in a column, where scans interleave components.
  let units: (horizontal: Int, vertical: Int)
  /// The number of 8 × 8 blocks of all components together, which begin at ``JPEGComponent/firstBlock``.
  let blocks: Int

  /// Reads a frame header (ITU T.81, B.2.2), the payload of an SOF0, SOF1 or SOF2 segment.
  ///
  /// - Throws: ``ImageError`` if it is damaged, of an unsupported variant, or exceeds the limits.
  init(_ segment: Span<UInt8>, at offset: Int, isProgressive: Bool, limits: ImageLimits) throws(ImageError) {
    var reader = ByteReader(segment, format: .jpeg, base: offset)
    let precision = try reader.byte("the frame header")
    guard precision == 8 else {
      throw ImageError(
        .unsupportedFeature, format: .jpeg, offset: offset, found: "samples of \(precision) bits",
        expected: "8 bits: convert the picture to 8 bits per sample")
    }
    height = try reader.bigEndian16("the frame header")
    width = try reader.bigEndian16("the frame header")
    guard height > 0 else {
      throw ImageError(
        .unsupportedFeature, format: .jpeg, offset: offset + 1, found: "a height that follows the picture (DNL)",
        expected: "a height in the frame header: save the picture anew")
    }
    try limits.check(width: width, height: height, format: .jpeg, offset: offset + 1)
    let count = Int(try reader.byte("the frame header"))
    guard [1, 3, 4].contains(count) else {
      throw ImageError(
        .unsupportedFeature, format: .jpeg, offset: offset + 5, found: "\(count) components",
        expected: "1 (grey), 3 (colour) or 4 (CMYK) components")
    }
    var specifications: [Specification] = []
    for _ in 0..<count {
      let place = reader.offset
      let specification = Specification(
        identifier: try reader.byte("the component"), factors: try reader.byte("the component"),
        table: Int(try reader.byte("the component")))
      guard (1...4).contains(specification.horizontal), (1...4).contains(specification.vertical),
        specification.table < 4, !specifications.contains(where: { $0.identifier == specification.identifier })
      else {
        throw ImageError(
          .malformed, format: .jpeg, offset: place,
          found: "a component \(specification.identifier) with the factors \(specification.horizontal) × "
            + "\(specification.vertical) and the table \(specification.table)",
          expected: "a new identifier, factors of 1 to 4 and a table of 0 to 3")
      }
      specifications.append(specification)
    }
    // A single component is never interleaved, so that its factors mean nothing.
    if count == 1 { specifications[0].factors = 0x11 }

    self.isProgressive = isProgressive
    let factors = specifications.reduce((1, 1)) { (max($0.0, $1.horizontal), max($0.1, $1.vertical)) }
    let units = (Self.quotient(width, 8 * factors.0), Self.quotient(height, 8 * factors.1))
    (self.factors, self.units) = (factors, units)
    var blocks = 0
    let (width, height) = (width, height)
    let components = specifications.map { specification in
      let (horizontal, vertical) = (specification.horizontal, specification.vertical)
      let component = JPEGComponent(
        identifier: specification.identifier, horizontal: horizontal, vertical: vertical, table: specification.table,
        width: Self.quotient(width * horizontal, factors.0), height: Self.quotient(height * vertical, factors.1),
        blocksWide: units.0 * horizontal, blocksHigh: units.1 * vertical, firstBlock: blocks)
      blocks += component.blocksWide * component.blocksHigh
      return component
    }
    (self.components, self.blocks) = (components, blocks)
    try checkRatios(offset)
  }

  /// Fails for components whose samples do not repeat a whole number of times, as libjpeg does.
  private func checkRatios(_ offset: Int) throws(ImageError) {
    for component in components
    where factors.horizontal % component.horizontal != 0 || factors.vertical % component.vertical != 0 {
      throw ImageError(
        .unsupportedFeature, format: .jpeg, offset: offset + 6,
        found: "sampling factors \(component.horizontal) × \(component.vertical) beside "
          + "\(factors.horizontal) × \(factors.vertical)",
        expected: "factors that divide the largest ones: save the picture with 4:2:0 or 4:4:4 sampling")
    }
  }

  /// Divides and rounds up.
  private static func quotient(_ dividend: Int, _ divisor: Int) -> Int { (dividend + divisor - 1) / divisor }

  /// A component as the frame header specifies it.
  private struct Specification {
    var identifier: UInt8
    var factors: UInt8
    var table: Int

    var horizontal: Int { Int(factors >> 4) }
    var vertical: Int { Int(factors & 15) }
  }
}

/// A component of a JPEG picture: one of its colour planes.
struct JPEGComponent {
  let identifier: UInt8
  /// The horizontal sampling factor, 1 to 4.
  let horizontal: Int
  /// The vertical sampling factor, 1 to 4.
  let vertical: Int
  /// The number of the quantisation table.
  let table: Int
  /// The number of columns of samples.
  let width: Int
  /// The number of rows of samples.
  let height: Int
  /// The number of blocks in a row, those that fill up the last MCU included.
  let blocksWide: Int
  /// The number of blocks in a column, those that fill up the last MCU included.
  let blocksHigh: Int
  /// The number of blocks of the components before this one.
  let firstBlock: Int

  /// The index of the first row of the first block in the planes, whose elements are rows of 8 samples.
  var firstRow: Int { firstBlock * 8 }
}
