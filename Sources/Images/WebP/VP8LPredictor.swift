/// The predictor transform of lossless WebP pictures (RFC 9649, section 3.5.1).
struct VP8LPredictor {
  /// The number of columns of the picture.
  let width: Int
  /// The binary logarithm of the side of tiles.
  let size: Int
  /// For each tile, the predictor in the green channel.
  let modes: [UInt32]

  /// Adds the predictions to the pixels.
  func undo(_ pixels: inout [UInt32], height: Int) {
    var target = pixels.mutableSpan
    let modes = modes.span
    target[0] = VP8LTransform.sum(target[0], 0xFF00_0000)
    for column in 1..<max(1, width) { target[column] = VP8LTransform.sum(target[column], target[column &- 1]) }
    let tilesWide = (width + (1 << size) - 1) >> size
    for row in 1..<max(1, height) {
      let start = row &* width
      target[start] = VP8LTransform.sum(target[start], target[start &- width])
      var column = 1
      while column < width {
        let tile = column &>> size
        let end = min(width, (tile &+ 1) &<< size)
        let mode = modes[(row &>> size) &* tilesWide &+ tile] >> 8 & 15
        undo(mode, &target, start &+ column..<start &+ end)
        column = end
      }
    }
  }

  private func undo(_ mode: UInt32, _ target: inout MutableSpan<UInt32>, _ range: Range<Int>) {
    switch mode {
    case 1: apply(&target, range) { left, _, _, _ in left }
    case 2: apply(&target, range) { _, top, _, _ in top }
    case 3: apply(&target, range) { _, _, topRight, _ in topRight }
    case 4: apply(&target, range) { _, _, _, topLeft in topLeft }
    case 5: apply(&target, range) { left, top, topRight, _ in Self.mean(Self.mean(left, topRight), top) }
    case 6: apply(&target, range) { left, _, _, topLeft in Self.mean(left, topLeft) }
    case 7: apply(&target, range) { left, top, _, _ in Self.mean(left, top) }
    case 8: apply(&target, range) { _, top, _, topLeft in Self.mean(topLeft, top) }
    case 9: apply(&target, range) { _, top, topRight, _ in Self.mean(top, topRight) }
    case 10: apply(&target, range) { Self.mean(Self.mean($0, $3), Self.mean($1, $2)) }
    case 11: apply(&target, range) { left, top, _, topLeft in Self.nearer(left, top, topLeft) }
    case 12: apply(&target, range) { left, top, _, topLeft in Self.gradient(left, top, topLeft) }
    case 13: apply(&target, range) { left, top, _, topLeft in Self.halfGradient(Self.mean(left, top), topLeft) }
    // Opaque black; also the modes 14 and 15, which are not defined.
    default: apply(&target, range) { _, _, _, _ in 0xFF00_0000 }
    }
  }

  /// Adds to pixels what a closure makes of their left, top, top right and top left neighbours.
  ///
  /// The top right neighbour of the last column is the first pixel of the row.
  @inline(__always)
  private func apply(
    _ target: inout MutableSpan<UInt32>, _ range: Range<Int>,
    _ prediction: (_ left: UInt32, _ top: UInt32, _ topRight: UInt32, _ topLeft: UInt32) -> UInt32
  ) {
    var left = target[range.lowerBound &- 1]
    for index in range {
      let above = index &- width
      left = VP8LTransform.sum(
        target[index], prediction(left, target[above], target[above &+ 1], target[above &- 1]))
      target[index] = left
    }
  }

  /// The mean of each channel, rounded down.
  @inline(__always)
  private static func mean(_ a: UInt32, _ b: UInt32) -> UInt32 { ((a ^ b) & 0xFEFE_FEFE) >> 1 &+ (a & b) }

  @inline(__always)
  private static func channel(_ pixel: UInt32, _ index: UInt32) -> Int32 { Int32(pixel >> (8 &* index) & 0xFF) }

  @inline(__always)
  private static func limited(_ value: Int32) -> UInt32 { UInt32(bitPattern: max(0, min(255, value))) }

  /// Chooses between left and top by the distance to left + top − top left.
  @inline(__always)
  private static func nearer(_ left: UInt32, _ top: UInt32, _ topLeft: UInt32) -> UInt32 {
    var difference: Int32 = 0
    for index in UInt32(0)..<4 {
      let corner = channel(topLeft, index)
      difference &+= abs(channel(left, index) &- corner) &- abs(channel(top, index) &- corner)
    }
    return difference <= 0 ? top : left
  }

  @inline(__always)
  private static func gradient(_ left: UInt32, _ top: UInt32, _ topLeft: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for index in UInt32(0)..<4 {
      result |= limited(channel(left, index) &+ channel(top, index) &- channel(topLeft, index)) << (8 &* index)
    }
    return result
  }

  @inline(__always)
  private static func halfGradient(_ mean: UInt32, _ topLeft: UInt32) -> UInt32 {
    var result: UInt32 = 0
    for index in UInt32(0)..<4 {
      let value = channel(mean, index)
      // Halves are rounded towards zero.
      result |= limited(value &+ (value &- channel(topLeft, index)) / 2) << (8 &* index)
    }
    return result
  }
}
