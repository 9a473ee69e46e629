/// A conversion of rows of PNG samples to 8-bit RGB or RGBA pixels.
struct PNGSamples {
  private enum Kind {
    /// Samples of at most eight bits that select one of 256 pixels.
    case table([UInt32], bits: Int)
    /// Samples of one byte, or the first bytes of samples of two.
    case bytes(samples: Int, bytesPerSample: Int)
  }

  private let kind: Kind
  /// The samples of the one colour that is transparent, if there is one.
  private let key: [UInt8]
  /// The samples of the pixels that are made.
  let layout: Image.Layout

  /// True if rows of bytes in the file are rows of pixels already.
  var isIdentity: Bool {
    guard case .bytes(let samples, 1) = kind else { return false }
    return samples == layout.channels
  }

  init(_ chunks: PNGChunks) {
    let header = chunks.header
    let hasAlpha = chunks.transparency != nil || header.colour == .greyAlpha || header.colour == .rgba
    layout = hasAlpha ? .rgba : .rgb
    if header.depth <= 8, header.colour == .grey || header.colour == .palette {
      kind = .table(Self.table(chunks), bits: header.depth)
      key = []
    } else {
      let width = header.depth / 8
      kind = .bytes(samples: header.colour.samples, bytesPerSample: width)
      let isKeyed = header.colour == .grey || header.colour == .rgb
      // Two bytes for each sample in any case; of a sample of one byte, the first does not matter.
      key =
        isKeyed
        ? (chunks.transparency ?? []).prefix(2 * header.colour.samples).enumerated()
          .filter { width == 2 || $0.offset % 2 == 1 }.map(\.element) : []
    }
  }

  /// Lists the pixels of all samples: red in the lowest byte, alpha in the highest.
  private static func table(_ chunks: PNGChunks) -> [UInt32] {
    let header = chunks.header
    let greatest = 1 << header.depth - 1
    let transparency = chunks.transparency ?? []
    guard header.colour == .palette else {
      let key = transparency.count >= 2 ? (Int(transparency[0]) << 8 | Int(transparency[1])) & greatest : -1
      return (0..<256).map { sample in
        let grey = UInt32(truncatingIfNeeded: min(sample, greatest) * 255 / greatest)
        return grey * 0x01_0101 | (sample == key ? 0 : 0xFF00_0000)
      }
    }
    return (0..<256).map { index in
      let alpha = index < transparency.count ? UInt32(transparency[index]) : 255
      // Entries that the palette lacks are black, as in libpng.
      guard index < chunks.palette.count / 3 else { return alpha << 24 }
      let (red, green) = (UInt32(chunks.palette[3 * index]), UInt32(chunks.palette[3 * index + 1]))
      return red | green << 8 | UInt32(chunks.palette[3 * index + 2]) << 16 | alpha << 24
    }
  }

  /// Converts the first pixels of a row, and writes them `step` bytes apart, starting at `start`.
  @_lifetime(target: copy target)
  func convert(
    _ row: Span<UInt8>, count: Int, into target: inout MutableSpan<UInt8>, at start: Int, step: Int
  ) {
    switch kind {
    case .table(let pixels, let bits):
      if bits == 8 {
        look(up: pixels.span, count, into: &target, at: start, step: step) { row[$0] }
      } else {
        let mask = UInt8(truncatingIfNeeded: 1 << bits - 1)
        look(up: pixels.span, count, into: &target, at: start, step: step) { index in
          let bit = index &* bits
          return row[bit &>> 3] &>> UInt8(truncatingIfNeeded: 8 &- bits &- bit & 7) & mask
        }
      }
    case .bytes(let samples, let width):
      pick(row, samples, width, count, into: &target, at: start, step: step)
      if !key.isEmpty { clear(row, count, into: &target, at: start, step: step) }
    }
  }

  @inline(__always)
  @_lifetime(target: copy target)
  private func look(
    up pixels: Span<UInt32>, _ count: Int, into target: inout MutableSpan<UInt8>, at start: Int, step: Int,
    _ sample: (Int) -> UInt8
  ) {
    let hasAlpha = layout == .rgba
    var output = start
    for index in 0..<count {
      let pixel = pixels[Int(sample(index))]
      target[output] = UInt8(truncatingIfNeeded: pixel)
      target[output &+ 1] = UInt8(truncatingIfNeeded: pixel &>> 8)
      target[output &+ 2] = UInt8(truncatingIfNeeded: pixel &>> 16)
      if hasAlpha { target[output &+ 3] = UInt8(truncatingIfNeeded: pixel &>> 24) }
      output &+= step
    }
  }

  /// Copies the first bytes of samples; grey is repeated, and alpha is the last sample or opaque.
  @_lifetime(target: copy target)
  private func pick(
    _ row: Span<UInt8>, _ samples: Int, _ width: Int, _ count: Int, into target: inout MutableSpan<UInt8>,
    at start: Int, step: Int
  ) {
    let isGrey = samples <= 2
    let (green, blue) = isGrey ? (0, 0) : (width, 2 &* width)
    let alpha = samples & 1 == 0 ? (samples &- 1) &* width : nil
    let hasAlpha = layout == .rgba
    var (input, output) = (0, start)
    for _ in 0..<count {
      target[output] = row[input]
      target[output &+ 1] = row[input &+ green]
      target[output &+ 2] = row[input &+ blue]
      if hasAlpha { target[output &+ 3] = alpha.map { row[input &+ $0] } ?? 255 }
      input &+= samples &* width
      output &+= step
    }
  }

  /// Makes the pixels transparent whose samples are the key.
  @_lifetime(target: copy target)
  private func clear(
    _ row: Span<UInt8>, _ count: Int, into target: inout MutableSpan<UInt8>, at start: Int, step: Int
  ) {
    for index in 0..<count where key.indices.allSatisfy({ row[index &* key.count &+ $0] == key[$0] }) {
      target[start &+ index &* step &+ 3] = 0
    }
  }
}
