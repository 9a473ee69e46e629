extension JPEGColor {
  typealias Samples = SIMD8<UInt8>

  /// Converts a row of the components to RGB.
  @_lifetime(target: copy target)
  func convert(
    _ first: Span<Samples>, _ second: Span<Samples>, _ third: Span<Samples>, _ fourth: Span<Samples>,
    _ target: inout MutableSpan<UInt8>, _ width: Int
  ) {
    switch model {
    case .grey: Self.write(&target, width) { (first[$0], first[$0], first[$0]) }
    case .rgb: Self.write(&target, width) { (first[$0], second[$0], third[$0]) }
    case .yCbCr: Self.write(&target, width) { Self.rgb(first[$0], second[$0], third[$0]) }
    case .cmyk: Self.write(&target, width) { Self.inked(first[$0], second[$0], third[$0], fourth[$0]) }
    case .ycck:
      Self.write(&target, width) {
        // The file has the inverse of the colours that YCbCr stands for, as libjpeg converts it.
        let (red, green, blue) = Self.rgb(first[$0], second[$0], third[$0])
        return Self.inked(~red, ~green, ~blue, fourth[$0])
      }
    }
  }

  /// Writes pixels, eight at a time.
  @inline(__always)
  private static func write(
    _ target: inout MutableSpan<UInt8>, _ width: Int, _ colors: (Int) -> (Samples, Samples, Samples)
  ) {
    for index in 0..<width / 8 {
      let (r, g, b) = colors(index)
      let start = index * 24
      var bytes = target.part(start..<start + 24)
      for column in 0..<8 {
        bytes[column &* 3] = r[column]
        bytes[column &* 3 &+ 1] = g[column]
        bytes[column &* 3 &+ 2] = b[column]
      }
    }
    guard width % 8 > 0 else { return }
    let (r, g, b) = colors(width / 8)
    for column in 0..<width % 8 {
      let place = (width / 8 * 8 + column) * 3
      (target[place], target[place + 1], target[place + 2]) = (r[column], g[column], b[column])
    }
  }

  /// Converts YCbCr (ITU-R BT.601, full range) with 16 fractional bits, as libjpeg does.
  ///
  /// Red is Y + 1.402 Cr, green Y − 0.34414 Cb − 0.71414 Cr, blue Y + 1.772 Cb. Whole parts of the factors are added
  /// apart, so that the rest has 16 bits.
  @inline(__always)
  private static func rgb(_ y: Samples, _ cb: Samples, _ cr: Samples) -> (Samples, Samples, Samples) {
    typealias Words = SIMD8<Int16>
    let luma = Words(widening: y)
    let blue = Words(widening: cb) &- 128
    let red = Words(widening: cr) &- 128
    let r = luma &+ red &+ rounded(product(red, 26345))
    let g = luma &- red &+ rounded(product(blue, -22554) &+ product(red, 18734))
    let b = luma &+ blue &+ blue &+ rounded(product(blue, -14942))
    return (Samples(saturating: r), Samples(saturating: g), Samples(saturating: b))
  }

  @inline(__always)
  private static func product(_ value: SIMD8<Int16>, _ factor: Int32) -> SIMD8<Int32> {
    SIMD8<Int32>(widening: value) &* SIMD8<Int32>(repeating: factor)
  }

  @inline(__always)
  private static func rounded(_ value: SIMD8<Int32>) -> SIMD8<Int16> {
    SIMD8<Int16>(narrowing: (value &+ 32768) &>> 16)
  }

  /// Converts inverted CMYK as Pillow does: each colour is what its ink and black leave of white.
  @inline(__always)
  private static func inked(
    _ c: Samples, _ m: Samples, _ y: Samples, _ k: Samples
  ) -> (Samples, Samples, Samples) {
    let light = SIMD8<UInt16>(widening: k)
    func color(_ inverted: Samples) -> Samples {
      let product = SIMD8<UInt16>(widening: ~inverted) &* light &+ 128
      return Samples(narrowing: light &- (((product &>> 8) &+ product) &>> 8))
    }
    return (color(c), color(m), color(y))
  }
}
