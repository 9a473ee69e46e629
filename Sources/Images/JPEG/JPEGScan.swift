/// A scan header of a JPEG file: the components whose data follow, and which part of their coefficients.
struct JPEGScan {
  /// A component of a scan.
  struct Member {
    /// The index in ``JPEGFrame/components``.
    let component: Int
    /// The number of the Huffman table for DC coefficients.
    let dc: Int
    /// The number of the Huffman table for AC coefficients.
    let ac: Int
  }

  let members: [Member]
  /// The first coefficient, in zigzag order.
  let first: Int
  /// The last coefficient, in zigzag order.
  let last: Int
  /// True if the scan refines values by one bit.
  let isRefinement: Bool
  /// The binary digits that later scans add.
  let shift: Int

  /// Reads a scan header (ITU T.81, B.2.3), the payload of an SOS segment.
  ///
  /// - Throws: ``ImageError`` if it is damaged or contradicts the frame header.
  init(_ segment: Span<UInt8>, at offset: Int, frame: JPEGFrame) throws(ImageError) {
    var reader = ByteReader(segment, format: .jpeg, base: offset)
    let count = Int(try reader.byte("the scan header"))
    var members: [Member] = []
    for _ in 0..<count {
      let place = reader.offset
      let identifier = try reader.byte("the scan header")
      let tables = try reader.byte("the scan header")
      guard let component = frame.components.firstIndex(where: { $0.identifier == identifier }), tables & 0xCC == 0,
        !members.contains(where: { $0.component == component })
      else {
        throw ImageError(
          .malformed, format: .jpeg, offset: place, found: "a scan of component \(identifier) with tables \(tables)",
          expected: "each component of the frame at most once, tables of 0 to 3")
      }
      members.append(Member(component: component, dc: Int(tables >> 4), ac: Int(tables & 15)))
    }
    let place = reader.offset
    let (first, last) = (Int(try reader.byte("the scan header")), Int(try reader.byte("the scan header")))
    let digits = try reader.byte("the scan header")
    let (high, low) = (Int(digits >> 4), Int(digits & 15))
    // Sequential frames have one value each for these, which decoders ignore.
    let isRight =
      !frame.isProgressive
      || (last <= 63 && low <= 13 && (high == 0 || high == low + 1)
        && (first == 0 ? last == 0 : first <= last && count == 1))
    guard count > 0, isRight else {
      throw ImageError(
        .malformed, format: .jpeg, offset: place,
        found: "a scan of \(count) components, coefficients \(first) to \(last), digits \(high) and \(low)",
        expected: "one of the scans that section G.1.1.1 of ITU T.81 allows")
    }
    self.members = members
    (self.first, self.last) = frame.isProgressive ? (first, last) : (0, 63)
    (isRefinement, shift) = frame.isProgressive ? (high > 0, low) : (false, 0)
  }
}
