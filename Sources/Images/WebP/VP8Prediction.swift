/// The prediction of whole luma or chroma blocks of a macroblock from the samples around it (RFC 6386, section 12.2).
enum VP8Prediction {
  /// Predicts a square of `size` samples from the index `start` on.
  ///
  /// In `edges` the macroblocks that exist above and to the left are true; the mean leaves out the others.
  static func predict(
    _ mode: VP8Mode, _ plane: inout MutableSpan<UInt8>, at start: Int, stride: Int, size: Int,
    edges: (above: Bool, left: Bool)
  ) {
    let above = start &- stride
    switch mode {
    case .vertical:
      for row in 0..<size {
        for column in 0..<size { plane[start &+ row &* stride &+ column] = plane[above &+ column] }
      }
    case .horizontal:
      for row in 0..<size {
        let left = start &+ row &* stride
        for column in 0..<size { plane[left &+ column] = plane[left &- 1] }
      }
    case .trueMotion: trueMotion(&plane, at: start, stride: stride, size: size)
    default:
      var (sum, count) = (0, 0)
      if edges.above {
        for column in 0..<size { sum &+= Int(plane[above &+ column]) }
        count &+= size
      }
      if edges.left {
        for row in 0..<size { sum &+= Int(plane[start &+ row &* stride &- 1]) }
        count &+= size
      }
      let mean = count == 0 ? 128 : UInt8(truncatingIfNeeded: (sum &+ count / 2) / count)
      for row in 0..<size {
        for column in 0..<size { plane[start &+ row &* stride &+ column] = mean }
      }
    }
  }

  /// Predicts left + above − corner.
  static func trueMotion(_ plane: inout MutableSpan<UInt8>, at start: Int, stride: Int, size: Int) {
    let above = start &- stride
    let corner = Int16(plane[above &- 1])
    for row in 0..<size {
      let place = start &+ row &* stride
      let left = Int16(plane[place &- 1]) &- corner
      for column in 0..<size {
        let value = left &+ Int16(plane[above &+ column])
        plane[place &+ column] = UInt8(truncatingIfNeeded: max(0, min(255, value)))
      }
    }
  }
}
