/// The enlargement of a component of a JPEG picture to the size of the picture, row by row.
///
/// Along halved sides, samples are weighted 3 to 1 with their neighbours, as libjpeg's *fancy upsampling* does with
/// the same rounding; other factors repeat samples.
struct JPEGUpsampling {
  private enum Method { case copy, horizontal, vertical, both, `repeat` }
  private typealias Row = SIMD8<UInt16>

  private let component: JPEGComponent
  /// The number of columns and rows of the picture for each sample.
  private let horizontal: Int
  private let vertical: Int
  private let method: Method

  init(_ component: JPEGComponent, _ frame: JPEGFrame) {
    self.component = component
    horizontal = frame.factors.horizontal / component.horizontal
    vertical = frame.factors.vertical / component.vertical
    // Below three columns libjpeg repeats, except where the columns are not enlarged.
    method =
      switch (horizontal, vertical) {
      case (1, 1): .copy
      case (2, 1) where component.width > 2: .horizontal
      case (1, 2): .vertical
      case (2, 2) where component.width > 2: .both
      default: .repeat
      }
  }

  /// Writes a row of the picture.
  func row(_ y: Int, of planes: Span<SIMD8<UInt8>>, into row: inout [SIMD8<UInt8>]) {
    var target = row.mutableSpan
    let near = source(y / vertical, planes)
    switch method {
    case .copy: for index in 0..<min(near.count, target.count) { target[index] = near[index] }
    case .horizontal: smoothHorizontally(near, near, &target)
    case .vertical: smoothVertically(near, source(neighbour(y), planes), y % 2 == 0 ? 1 : 2, &target)
    case .both: smoothBoth(near, source(neighbour(y), planes), &target)
    case .repeat: repeatSamples(near, &target)
    }
  }

  /// Returns the row of the component that is the second nearest to a row of the picture.
  private func neighbour(_ y: Int) -> Int {
    y % 2 == 0 ? max(0, y / 2 - 1) : min(component.height - 1, y / 2 + 1)
  }

  @_lifetime(copy planes)
  private func source(_ row: Int, _ planes: Span<SIMD8<UInt8>>) -> Span<SIMD8<UInt8>> {
    let start = component.firstRow + row * component.blocksWide
    return planes.extracting(start..<start + component.blocksWide)
  }

  @_lifetime(target: copy target)
  private func smoothHorizontally(
    _ near: Span<SIMD8<UInt8>>, _ far: Span<SIMD8<UInt8>>, _ target: inout MutableSpan<SIMD8<UInt8>>
  ) {
    smooth(near.count, &target, (1, 2, 2)) { Self.wide(near[$0]) }
  }

  @_lifetime(target: copy target)
  private func smoothBoth(
    _ near: Span<SIMD8<UInt8>>, _ far: Span<SIMD8<UInt8>>, _ target: inout MutableSpan<SIMD8<UInt8>>
  ) {
    smooth(near.count, &target, (8, 7, 4)) { Self.wide(near[$0]) &* 3 &+ Self.wide(far[$0]) }
  }

  @_lifetime(target: copy target)
  private func smoothVertically(
    _ near: Span<SIMD8<UInt8>>, _ far: Span<SIMD8<UInt8>>, _ bias: UInt16, _ target: inout MutableSpan<SIMD8<UInt8>>
  ) {
    for index in 0..<min(near.count, far.count, target.count) {
      let sum = Self.wide(near[index]) &* 3 &+ Self.wide(far[index]) &+ bias
      target[index] = SIMD8(narrowing: sum &>> 2)
    }
  }

  /// Doubles the columns of sums, with roundings for the left and the right half of each, and a shift.
  @inline(__always)
  private func smooth(
    _ count: Int, _ target: inout MutableSpan<SIMD8<UInt8>>, _ rounding: (left: UInt16, right: UInt16, shift: UInt16),
    _ sums: (Int) -> Row
  ) {
    var current = sums(0)
    var left = current[0]
    let blocks = min(count, (target.count &+ 1) / 2)
    for index in 0..<blocks {
      let next = index &+ 1 < count ? sums(index &+ 1) : Row(repeating: current[7])
      let c = current
      let before = Row(left, c[0], c[1], c[2], c[3], c[4], c[5], c[6])
      let after = Row(c[1], c[2], c[3], c[4], c[5], c[6], c[7], next[0])
      let triple = c &* 3
      let even = (triple &+ before &+ rounding.left) &>> Row(repeating: rounding.shift)
      let odd = (triple &+ after &+ rounding.right) &>> Row(repeating: rounding.shift)
      let (e, o) = (SIMD8<UInt8>(narrowing: even), SIMD8<UInt8>(narrowing: odd))
      let first = SIMD8(e[0], o[0], e[1], o[1], e[2], o[2], e[3], o[3])
      let second = SIMD8(e[4], o[4], e[5], o[5], e[6], o[6], e[7], o[7])
      target[index &* 2] = first
      if index &* 2 &+ 1 < target.count { target[index &* 2 &+ 1] = second }
      left = c[7]
      current = next
    }
  }

  @_lifetime(target: copy target)
  private func repeatSamples(_ source: Span<SIMD8<UInt8>>, _ target: inout MutableSpan<SIMD8<UInt8>>) {
    for index in target.indices {
      var samples = SIMD8<UInt8>(repeating: 0)
      for column in 0..<8 {
        let place = (index &* 8 &+ column) / horizontal
        if place / 8 < source.count { samples[column] = source[place / 8][place % 8] }
      }
      target[index] = samples
    }
  }

  @inline(__always)
  private static func wide(_ samples: SIMD8<UInt8>) -> Row { Row(widening: samples) }
}
