/// A decoder of JPEG files (ITU T.81): baseline, extended and progressive Huffman coding of 8-bit samples.
///
/// Pictures equal those of libjpeg-turbo with its default settings to the bit: the accurate integer transform
/// (``JPEGTransform``), smooth chroma upsampling (``JPEGUpsampling``), and its rounding of colours (``JPEGColor``).
/// Damaged data are an error where libjpeg warns and goes on. Pictures of four components are converted like Pillow's
/// `convert("RGB")`, which takes them as inverted CMYK, as Adobe's programs write it.
enum JPEGDecoder: ImageDecoder {
  static func header(_ bytes: Span<UInt8>, limits: ImageLimits) throws(ImageError) -> ImageHeader {
    var reader = ByteReader(bytes, format: .jpeg)
    var headers = JPEGHeaders()
    let scan = try headers.readToScan(&reader, limits: limits)
    guard scan != nil, let frame = headers.frame else { throw noPicture(reader) }
    return ImageHeader(
      format: .jpeg, storedWidth: frame.width, storedHeight: frame.height, orientation: headers.orientation)
  }

  static func decode(_ bytes: Span<UInt8>, limits: ImageLimits) throws(ImageError) -> (Image, EXIFOrientation) {
    var reader = ByteReader(bytes, format: .jpeg)
    var headers = JPEGHeaders()
    let scan = try headers.readToScan(&reader, limits: limits)
    guard let scan, let frame = headers.frame else { throw noPicture(reader) }
    try checkLength(frame, reader)
    let orientation = headers.orientation
    let planes =
      frame.isProgressive
      ? try progressive(frame, scan, &reader, &headers, limits)
      : try sequential(frame, scan, &reader, &headers, limits)
    return (JPEGColor(headers, frame).image(planes, frame), orientation)
  }

  /// Fails for files that are too short for their number of blocks, before memory is allocated.
  private static func checkLength(_ frame: JPEGFrame, _ reader: borrowing ByteReader) throws(ImageError) {
    // Each block has a code for its first coefficient of at least one bit, and in sequential files one for its end.
    // Blocks that only fill up the last units are missing in scans of one component.
    let blocks = frame.components.reduce(0) { $0 + ($1.width + 7) / 8 * (($1.height + 7) / 8) }
    let least = blocks * (frame.isProgressive ? 1 : 2) / 8
    try reader.require(least, "data for \(blocks) blocks")
  }

  private static func sequential(
    _ frame: JPEGFrame, _ first: JPEGScan, _ reader: inout ByteReader, _ headers: inout JPEGHeaders,
    _ limits: ImageLimits
  ) throws(ImageError) -> JPEGPlanes {
    var planes = JPEGPlanes(frame)
    var progress = Progress(frame, limits)
    var scan: JPEGScan? = first
    while let current = scan {
      try progress.add(current, at: reader.offset)
      try JPEGSequential(frame, current, headers, at: reader.offset).decode(&reader, into: &planes)
      scan = try headers.readToScan(&reader, limits: limits)
    }
    try progress.finish(at: reader.offset)
    return planes
  }

  private static func progressive(
    _ frame: JPEGFrame, _ first: JPEGScan, _ reader: inout ByteReader, _ headers: inout JPEGHeaders,
    _ limits: ImageLimits
  ) throws(ImageError) -> JPEGPlanes {
    var coefficients = JPEGProgressive(frame)
    var progress = Progress(frame, limits)
    // The tables of a component are those in force at its first scan.
    var tables = [[UInt16]?](repeating: nil, count: frame.components.count)
    var scan: JPEGScan? = first
    while let current = scan {
      try progress.add(current, at: reader.offset)
      for member in current.members where tables[member.component] == nil {
        tables[member.component] = try headers.quantizers(frame.components[member.component], at: reader.offset)
      }
      try coefficients.decode(current, &reader, headers: headers)
      scan = try headers.readToScan(&reader, limits: limits)
    }
    try progress.finish(at: reader.offset)
    var planes = JPEGPlanes(frame)
    for (component, table) in zip(frame.components, tables) {
      coefficients.transform(component, table ?? [], into: &planes)
    }
    return planes
  }

  private static func noPicture(_ reader: borrowing ByteReader) -> ImageError {
    ImageError(.malformed, format: .jpeg, offset: reader.offset, found: "the end marker", expected: "a picture")
  }

  /// The scans so far.
  private struct Progress {
    private var count = 0
    private var missing: Set<Int>
    private let limit: Int

    init(_ frame: JPEGFrame, _ limits: ImageLimits) {
      missing = Set(frame.components.indices)
      limit = limits.scans
    }

    mutating func add(_ scan: JPEGScan, at offset: Int) throws(ImageError) {
      count += 1
      guard count <= limit else {
        throw ImageError(
          .limitExceeded, format: .jpeg, offset: offset, found: "more than \(limit) scans",
          expected: "at most \(limit) scans")
      }
      if scan.first == 0 { missing.subtract(scan.members.map(\.component)) }
    }

    func finish(at offset: Int) throws(ImageError) {
      guard missing.isEmpty else {
        throw ImageError(
          .malformed, format: .jpeg, offset: offset, found: "the end marker",
          expected: "scans of the components \(missing.sorted())")
      }
    }
  }
}
