/// The chunks of a WebP file that make its picture, or the first frame of an animation (RFC 9649, section 2).
struct WebPContainer {
  /// The size of the picture, or of the canvas of an animation.
  private(set) var width = 0
  private(set) var height = 0
  /// True if the picture has alpha, as the file says.
  private(set) var hasAlpha = false
  /// The size of the bit stream, and its place on the canvas.
  private(set) var frame = (x: 0, y: 0, width: 0, height: 0)
  /// The bytes of the bit stream.
  private(set) var stream = 0..<0
  /// True for a lossless bit stream.
  private(set) var isLossless = false
  /// The bytes of the alpha channel of a lossy bit stream; empty if there is none.
  private(set) var alpha = 0..<0
  private(set) var orientation = EXIFOrientation.up

  /// Reads the chunks up to the bit stream, or all if there may be metadata behind it.
  ///
  /// - Throws: ``ImageError`` if they are damaged, or the picture exceeds the limits.
  init(_ bytes: Span<UInt8>, limits: ImageLimits) throws(ImageError) {
    var reader = ByteReader(bytes, format: .webp)
    try reader.skip(4, "the RIFF header")
    let length = try reader.littleEndian32("the RIFF header")
    try reader.skip(4, "the RIFF header")
    guard length >= 12 else {
      throw ImageError(
        .malformed, format: .webp, offset: 4, found: "a file length of \(length)", expected: "at least 12")
    }
    try reader.require(length - 4, "the chunks of the file")
    let end = 8 + length
    var isExtended = false
    var isAnimated = false
    while end - reader.position >= 8, stream.isEmpty || isExtended {
      let offset = reader.position
      let (name, chunk) = try Self.chunk(&reader, bytes, end: end)
      switch name {
      case "VP8X" where offset == 12:
        var fields = ByteReader(bytes.extracting(chunk), format: .webp, base: chunk.lowerBound)
        let flags = try fields.littleEndian32("the extended header")
        width = try fields.littleEndian24("the extended header") + 1
        height = try fields.littleEndian24("the extended header") + 1
        isExtended = true
        hasAlpha = flags >> 4 & 1 == 1
        isAnimated = flags >> 1 & 1 == 1
        try limits.check(width: width, height: height, format: .webp, offset: chunk.lowerBound + 4)
      case "ANMF" where isAnimated && stream.isEmpty: try readFrame(bytes, chunk, limits)
      case "EXIF" where isExtended: orientation = EXIFOrientation(exif: bytes.extracting(chunk))
      case "ALPH" where isExtended && !isAnimated && stream.isEmpty: alpha = chunk
      case "VP8 ", "VP8L":
        if !isAnimated, stream.isEmpty { try readStream(name, bytes, chunk, limits) }
      default: break
      }
    }
    guard !stream.isEmpty else {
      throw ImageError(
        .truncated, format: .webp, offset: reader.position, found: "no bit stream", expected: "a VP8 or VP8L chunk")
    }
    if !isExtended { (width, height) = (frame.width, frame.height) }
    guard isAnimated || (frame.width == width && frame.height == height),
      frame.x + frame.width <= width, frame.y + frame.height <= height
    else {
      throw ImageError(
        .malformed, format: .webp, offset: stream.lowerBound,
        found: "a frame of \(frame.width) × \(frame.height) at (\(frame.x), \(frame.y))",
        expected: "a place on the canvas of \(width) × \(height)")
    }
  }

  /// Reads a chunk, and the byte after it if its length is odd.
  @_lifetime(reader: copy reader)
  private static func chunk(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>, end: Int
  ) throws(ImageError) -> (name: String, bytes: Range<Int>) {
    let start = reader.position
    let name = String(decoding: (start..<start + 4).map { bytes[$0] }, as: UTF8.self)
    try reader.skip(4, "a chunk")
    let length = try reader.littleEndian32("a chunk")
    guard length <= end - reader.position else {
      throw ImageError(
        .truncated, format: .webp, offset: start, found: "a chunk \(name) of \(length) bytes",
        expected: "at most \(end - reader.position) bytes, which are left")
    }
    let range = reader.position..<reader.position + length
    try reader.seek(to: min(end, range.upperBound + length % 2), "a chunk")
    return (name, range)
  }

  /// Reads the chunks of a frame of an animation.
  private mutating func readFrame(
    _ bytes: Span<UInt8>, _ frameChunk: Range<Int>, _ limits: ImageLimits
  ) throws(ImageError) {
    var reader = ByteReader(bytes, format: .webp)
    try reader.seek(to: frameChunk.lowerBound, "a frame")
    let x = try reader.littleEndian24("a frame") * 2
    let y = try reader.littleEndian24("a frame") * 2
    let (width, height) = (try reader.littleEndian24("a frame") + 1, try reader.littleEndian24("a frame") + 1)
    try reader.skip(4, "a frame")
    while frameChunk.upperBound - reader.position >= 8, stream.isEmpty {
      let (name, chunk) = try Self.chunk(&reader, bytes, end: frameChunk.upperBound)
      switch name {
      case "ALPH": alpha = chunk
      case "VP8 ", "VP8L": try readStream(name, bytes, chunk, limits)
      default: break
      }
    }
    guard frame.width == width, frame.height == height else {
      throw ImageError(
        .malformed, format: .webp, offset: frameChunk.lowerBound, found: "a frame of \(width) × \(height)",
        expected: "the \(frame.width) × \(frame.height) of its bit stream")
    }
    (frame.x, frame.y) = (x, y)
  }

  /// Reads the header of a bit stream.
  private mutating func readStream(
    _ name: String, _ bytes: Span<UInt8>, _ chunk: Range<Int>, _ limits: ImageLimits
  ) throws(ImageError) {
    stream = chunk
    isLossless = name == "VP8L"
    if isLossless {
      let header = try VP8LDecoder.Header(bytes.extracting(chunk), at: chunk.lowerBound)
      (frame.width, frame.height) = (header.width, header.height)
      // An extended header has the last word.
      if width == 0 { hasAlpha = header.hasAlpha }
      alpha = 0..<0
    } else {
      let header = try VP8Header(bytes.extracting(chunk), at: chunk.lowerBound)
      (frame.width, frame.height) = (header.width, header.height)
    }
    try limits.check(width: frame.width, height: frame.height, format: .webp, offset: chunk.lowerBound)
  }
}
