/// The minimum coded units (MCUs) of a scan in order, with the restart intervals that they are in.
struct JPEGIntervals {
  /// A minimum coded unit.
  struct Unit {
    let column: Int
    let row: Int
    /// True for the first unit of an interval, where predictions begin anew.
    let isFirst: Bool
  }

  /// The bits of the current interval.
  private(set) var bits = JPEGBits()
  private let length: Int
  private let columns: Int
  private let count: Int
  private var index = 0
  private var (column, row) = (0, 0)
  private var left = 0
  private var restart = 0
  /// True if there was no marker after the bits, only the end of the file.
  private var isAtEnd = false

  /// Begins at the first byte after the scan header, with intervals of `length` units; 0 stands for one interval.
  init(length: Int, scan: JPEGScan, frame: JPEGFrame) {
    if scan.members.count == 1 {
      let component = frame.components[scan.members[0].component]
      columns = (component.width + 7) / 8
      count = columns * ((component.height + 7) / 8)
    } else {
      columns = frame.units.horizontal
      count = columns * frame.units.vertical
    }
    self.length = length
  }

  /// Goes to the next unit; nil after the last one.
  ///
  /// - Throws: ``ImageError`` if the restart marker before it is missing.
  @inline(__always)
  mutating func next(_ reader: inout ByteReader) throws(ImageError) -> Unit? {
    guard index < count else { return nil }
    let isFirst = left == 0
    if isFirst { try begin(&reader) }
    let unit = Unit(column: column, row: row, isFirst: isFirst)
    index &+= 1
    left &-= 1
    column &+= 1
    if column == columns { (column, row) = (0, row &+ 1) }
    return unit
  }

  /// Takes the bits of the next interval, after its restart marker.
  @inline(never)
  private mutating func begin(_ reader: inout ByteReader) throws(ImageError) {
    if index > 0 {
      let offset = reader.offset
      let marker = try JPEGHeaders.marker(&reader)
      guard marker == 0xD0 + UInt8(restart) else {
        throw ImageError(
          .malformed, format: .jpeg, offset: offset, found: "the marker \(marker)",
          expected: "the restart marker \(0xD0 + restart)")
      }
      restart = (restart + 1) % 8
    }
    left = length == 0 ? count : length
    let end = bits.load(reader.bytes, from: reader.position)
    isAtEnd = end == reader.bytes.count
    try reader.seek(to: end, "the data of a scan")
  }

  /// Returns the error for data that end too early or contain a code that does not exist.
  @inline(never)
  func damage(_ cursor: JPEGBitCursor, _ reader: borrowing ByteReader) -> ImageError {
    if cursor.position > bits.total {
      return ImageError(
        isAtEnd ? .truncated : .malformed, format: .jpeg, offset: reader.offset,
        found: isAtEnd ? "the end of the file" : "a marker", expected: "the data of \(count - index) more blocks")
    }
    return ImageError(
      .malformed, format: .jpeg, offset: bits.offset, found: "an invalid code in the data from here",
      expected: "a code of the Huffman table and at most 64 coefficients in a block")
  }
}
