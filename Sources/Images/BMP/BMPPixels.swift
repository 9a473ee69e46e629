/// A conversion of rows of BMP pixels to 8-bit RGB or RGBA.
struct BMPPixels {
  private enum Kind {
    case palette([UInt32], bits: Int)
    /// The places of red, green, blue and alpha in a pixel.
    case bytes([Int], count: Int)
    /// Five bits of blue, then five or six of green, then five of red.
    case packed(greenBits: Int)
  }

  private let kind: Kind
  let layout: Image.Layout

  /// Creates the conversion of indices.
  init(palette: [UInt32], bits: Int) {
    (kind, layout) = (.palette(palette, bits: bits), .rgb)
  }

  /// Creates the conversion of a picture without masks.
  init(_ header: BMPHeader) {
    switch header.bits {
    case 16: (kind, layout) = (.packed(greenBits: 5), .rgb)
    case 24: (kind, layout) = (.bytes([2, 1, 0], count: 3), .rgb)
    case 32: (kind, layout) = (.bytes([2, 1, 0], count: 4), .rgb)
    default: (kind, layout) = (.palette(header.palette, bits: header.bits), .rgb)
    }
  }

  /// Creates the conversion of masks; nil for those that Pillow does not support either.
  init?(masks: [UInt32], bits: Int) {
    switch (bits, Array(masks.prefix(3))) {
    case (16, [0xF800, 0x07E0, 0x001F]): (kind, layout) = (.packed(greenBits: 6), .rgb)
    case (16, [0x7C00, 0x03E0, 0x001F]): (kind, layout) = (.packed(greenBits: 5), .rgb)
    case (24, [0xFF0000, 0xFF00, 0xFF]): (kind, layout) = (.bytes([2, 1, 0], count: 3), .rgb)
    case (32, [0, 0, 0]) where masks[3] == 0: (kind, layout) = (.bytes([2, 1, 0, 3], count: 4), .rgba)
    case (32, let colours):
      let places = masks.map { mask in [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000].firstIndex(of: mask) }
      let supported: [[UInt32]] = [
        [0xFF0000, 0xFF00, 0xFF], [0xFF00_0000, 0xFF_0000, 0xFF00], [0xFF00_0000, 0xFF00, 0xFF],
        [0xFF, 0xFF00, 0xFF0000],
      ]
      guard supported.contains(colours) else { return nil }
      let known = places.compactMap(\.self)
      guard known.count == (masks[3] == 0 ? 3 : 4), Set(known).count == known.count else { return nil }
      (kind, layout) = (.bytes(known, count: 4), masks[3] == 0 ? .rgb : .rgba)
    default: return nil
    }
  }

  /// Converts a row.
  @_lifetime(target: copy target)
  func convert(_ row: Span<UInt8>, count: Int, into target: inout MutableSpan<UInt8>, at start: Int) {
    switch kind {
    case .palette(let pixels, let bits):
      let mask = UInt8(truncatingIfNeeded: 1 << bits - 1)
      let pixels = pixels.span
      var output = start
      for index in 0..<count {
        let bit = index &* bits
        let sample = row[bit &>> 3] &>> UInt8(truncatingIfNeeded: 8 &- bits &- bit & 7) & mask
        let pixel = pixels[Int(sample)]
        target[output] = UInt8(truncatingIfNeeded: pixel)
        target[output &+ 1] = UInt8(truncatingIfNeeded: pixel &>> 8)
        target[output &+ 2] = UInt8(truncatingIfNeeded: pixel &>> 16)
        output &+= 3
      }
    case .bytes(let places, let size):
      let (red, green, blue) = (places[0], places[1], places[2])
      let alpha = places.count > 3 ? places[3] : nil
      var (input, output) = (0, start)
      for _ in 0..<count {
        target[output] = row[input &+ red]
        target[output &+ 1] = row[input &+ green]
        target[output &+ 2] = row[input &+ blue]
        if let alpha { target[output &+ 3] = row[input &+ alpha] }
        input &+= size
        output &+= alpha == nil ? 3 : 4
      }
    case .packed(let greenBits):
      let greenMask = UInt32(truncatingIfNeeded: 1 << greenBits - 1)
      for index in 0..<count {
        let pixel = UInt32(row[2 &* index]) | UInt32(row[2 &* index &+ 1]) &<< 8
        let green = pixel &>> 5 & greenMask
        let red = pixel &>> UInt32(5 &+ greenBits) & 31
        target[start &+ 3 &* index] = UInt8(truncatingIfNeeded: red &* 255 / 31)
        target[start &+ 3 &* index &+ 1] = UInt8(truncatingIfNeeded: green &* 255 / greenMask)
        target[start &+ 3 &* index &+ 2] = UInt8(truncatingIfNeeded: (pixel & 31) &* 255 / 31)
      }
    }
  }
}
