/// A decoder of PNG pictures (PNG specification, third edition): all colour types and depths, interlaced or not.
///
/// Of samples with 16 bits the high byte is taken. Pillow does the same, except that it clips grey with 16 bits, which
/// makes most such pictures white. The first picture of an animation is decoded.
enum PNGDecoder: ImageDecoder {
  static func header(_ bytes: Span<UInt8>, limits: ImageLimits) throws(ImageError) -> ImageHeader {
    let chunks = try PNGChunks(bytes, limits: limits)
    return ImageHeader(
      format: .png, storedWidth: chunks.header.width, storedHeight: chunks.header.height,
      orientation: chunks.orientation)
  }

  static func decode(_ bytes: Span<UInt8>, limits: ImageLimits) throws(ImageError) -> (Image, EXIFOrientation) {
    let chunks = try PNGChunks(bytes, limits: limits)
    guard let first = chunks.data.first else {
      throw ImageError(
        .truncated, format: .png, offset: bytes.count, found: "no chunk IDAT", expected: "compressed pixels")
    }
    guard chunks.header.colour != .palette || !chunks.palette.isEmpty else {
      throw ImageError(
        .malformed, format: .png, offset: first.lowerBound, found: "a picture with a palette, but no chunk PLTE",
        expected: "PLTE before IDAT")
    }
    guard chunks.data.count > 1 else { return (try decode(chunks, bytes.extracting(first)), chunks.orientation) }
    let joined = [UInt8](count: chunks.data.reduce(0) { $0 + $1.count }) { target in
      var output = 0
      for range in chunks.data {
        for index in range {
          target[output] = bytes[index]
          output &+= 1
        }
      }
    }
    return (try decode(chunks, joined.span), chunks.orientation)
  }

  private static func decode(_ chunks: PNGChunks, _ data: Span<UInt8>) throws(ImageError) -> Image {
    let header = chunks.header
    let samples = PNGSamples(chunks)
    let passes = PNGPass.passes(of: header)
    let longest = header.rowBytes(width: header.width) + 1
    let total = passes.reduce(0) { $0 + $1.height * (header.rowBytes(width: $1.width) + 1) }
    var consumed = 0
    do throws(Inflater.Failure) {
      var reader = try PNGRowReader(data, total: total, longest: longest)
      let channels = samples.layout.channels
      let pixels = try [UInt8](count: header.width * header.height * channels) {
        (target: inout MutableSpan<UInt8>) throws(Inflater.Failure) in
        for pass in passes {
          do throws(Inflater.Failure) {
            try decode(pass, header, samples, &reader, into: &target)
          } catch {
            consumed = reader.consumedBytes
            throw error
          }
        }
      }
      if let (stored, actual) = try reader.finish() {
        throw .malformed(found: "the Adler checksum \(stored)", expected: "\(actual)")
      }
      return Image(checkedWidth: header.width, height: header.height, layout: samples.layout, pixels: pixels)
    } catch {
      throw .inflating(error, chunks.data, at: consumed)
    }
  }

  /// Decodes the rows of a pass.
  @_lifetime(reader: copy reader)
  private static func decode(
    _ pass: PNGPass, _ header: PNGHeader, _ samples: PNGSamples, _ reader: inout PNGRowReader,
    into target: inout MutableSpan<UInt8>
  ) throws(Inflater.Failure) {
    let channels = samples.layout.channels
    let count = header.rowBytes(width: pass.width)
    let isDirect = samples.isIdentity && pass.isWhole
    // Two rows in turn, where rows are not made in their places.
    var rows = [UInt8](repeating: 0, count: isDirect ? 0 : 2 * count + 8)
    for y in 0..<pass.height {
      let index = try reader.next(count + 1)
      let type = reader.window[index]
      let row = reader.window.span.extracting(index &+ 1..<index &+ 1 &+ count)
      let distance = header.filterDistance
      let isKnown: Bool
      if isDirect {
        let above = y > 0 ? (y &- 1) &* count : nil
        isKnown = PNGFilter.reverse(type, row, into: &target, at: y &* count, above: above, distance: distance)
      } else {
        let start = y & 1 == 0 ? 0 : count
        var buffer = rows.mutableSpan
        let above = y > 0 ? count &- start : nil
        isKnown = PNGFilter.reverse(type, row, into: &buffer, at: start, above: above, distance: distance)
        let output = ((pass.y &+ y &* pass.yStep) &* header.width &+ pass.x) &* channels
        samples.convert(
          buffer.span.extracting(start..<start &+ count), count: pass.width, into: &target, at: output,
          step: pass.xStep &* channels)
      }
      guard isKnown else { throw .malformed(found: "the filter type \(type) in row \(y)", expected: "0 to 4") }
    }
  }
}

/// A pass over the pixels: all of them, or those of one of the seven passes of an interlaced picture.
struct PNGPass: Equatable {
  let x: Int
  let y: Int
  let xStep: Int
  let yStep: Int
  let width: Int
  let height: Int

  private init(x: Int, y: Int, xStep: Int, yStep: Int, of header: PNGHeader) {
    (self.x, self.y, self.xStep, self.yStep) = (x, y, xStep, yStep)
    width = (header.width - x + xStep - 1) / xStep
    height = (header.height - y + yStep - 1) / yStep
  }

  /// True for the one pass of pictures that are not interlaced.
  var isWhole: Bool { xStep == 1 && yStep == 1 }

  /// Lists the passes that have pixels (PNG specification, third edition, section 8.1).
  static func passes(of header: PNGHeader) -> [PNGPass] {
    guard header.isInterlaced else { return [PNGPass(x: 0, y: 0, xStep: 1, yStep: 1, of: header)] }
    return [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
      .map { PNGPass(x: $0.0, y: $0.1, xStep: $0.2, yStep: $0.3, of: header) }
      .filter { $0.width > 0 && $0.height > 0 }
  }
}

extension ImageError {
  /// Creates the error for damaged compressed data in chunks of a PNG file.
  static func inflating(_ failure: Inflater.Failure, _ ranges: [Range<Int>], at consumed: Int) -> ImageError {
    var rest = consumed
    var offset = ranges.last?.upperBound
    for range in ranges {
      guard rest >= range.count else {
        offset = range.lowerBound + rest
        break
      }
      rest -= range.count
    }
    return switch failure {
    case .truncated:
      ImageError(
        .truncated, format: .png, offset: ranges.last?.upperBound, found: "the end of the compressed data",
        expected: "more of it")
    case .malformed(let found, let expected):
      ImageError(
        found.contains("checksum") ? .badChecksum : .malformed, format: .png, offset: offset, found: found,
        expected: expected)
    }
  }
}
