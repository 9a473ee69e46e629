/// A transform of a lossless WebP picture (RFC 9649, section 3.5), which the decoder undoes.
struct VP8LTransform {
  enum Kind: Int {
    /// Pixels are differences to predictions from their neighbours.
    case predictor = 0
    /// Red and blue are differences to multiples of green and red.
    case color = 1
    /// Red and blue are differences to green.
    case green = 2
    /// Pixels are indices in a palette, several in one pixel if it is small.
    case palette = 3
  }

  let kind: Kind
  /// The number of columns of the picture before the transform.
  let width: Int
  /// The binary logarithm of the side of tiles, or of the number of indices in a pixel.
  let size: Int
  /// One pixel for each tile, or the palette.
  let data: [UInt32]

  /// Adds pixels channel by channel, modulo 256.
  @inline(__always)
  static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 {
    let even = (a & 0x00FF_00FF) &+ (b & 0x00FF_00FF)
    let odd = (a & 0xFF00_FF00) &+ (b & 0xFF00_FF00)
    return even & 0x00FF_00FF | odd & 0xFF00_FF00
  }

  /// Undoes the transform.
  func undo(_ pixels: inout [UInt32], height: Int) {
    switch kind {
    case .predictor: VP8LPredictor(width: width, size: size, modes: data).undo(&pixels, height: height)
    case .color: undoColor(&pixels, height)
    case .green:
      var target = pixels.mutableSpan
      for index in target.indices {
        let green = target[index] >> 8 & 0xFF
        target[index] = Self.sum(target[index], green << 16 | green)
      }
    case .palette: pixels = unpacked(pixels, height)
    }
  }

  private func undoColor(_ pixels: inout [UInt32], _ height: Int) {
    let tilesWide = (width + (1 << size) - 1) >> size
    let factors = data.span
    var target = pixels.mutableSpan
    for row in 0..<height {
      for column in 0..<width {
        let factor = factors[(row &>> size) &* tilesWide &+ (column &>> size)]
        let pixel = target[row &* width &+ column]
        let green = pixel >> 8
        let red = (pixel >> 16) &+ Self.product(factor, green)
        let blue = pixel &+ Self.product(factor >> 8, green) &+ Self.product(factor >> 16, red)
        target[row &* width &+ column] = pixel & 0xFF00_FF00 | (red & 0xFF) << 16 | blue & 0xFF
      }
    }
  }

  /// Multiplies the low bytes as signed numbers with 5 fractional bits in one of them.
  @inline(__always)
  private static func product(_ factor: UInt32, _ channel: UInt32) -> UInt32 {
    let (a, b) = (Int32(Int8(truncatingIfNeeded: factor)), Int32(Int8(truncatingIfNeeded: channel)))
    return UInt32(bitPattern: (a &* b) >> 5)
  }

  private func unpacked(_ packed: [UInt32], _ height: Int) -> [UInt32] {
    let packedWidth = (width + (1 << size) - 1) >> size
    let bits = 8 >> size
    let mask = UInt32(1 << bits - 1)
    // Indices beyond the palette are transparent black.
    let palette = data + [UInt32](repeating: 0, count: 256 - data.count)
    let (colors, source) = (palette.span, packed.span)
    var pixels = [UInt32](repeating: 0, count: width * height)
    var target = pixels.mutableSpan
    for row in 0..<height {
      for column in 0..<width {
        let word = source[row &* packedWidth &+ (column &>> size)] >> 8 & 0xFF
        let index = word >> UInt32(truncatingIfNeeded: (column & (1 << size - 1)) &* bits) & mask
        target[row &* width &+ column] = colors[Int(index)]
      }
    }
    return pixels
  }
}
