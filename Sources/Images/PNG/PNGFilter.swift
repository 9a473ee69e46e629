/// A reversal of the filters of PNG rows (PNG specification, third edition, section 9.2).
enum PNGFilter {
  /// Reverses the filter of a row, and returns false for unknown filter types.
  ///
  /// The bytes of the row start at `start` in `target`, those of the row above at `above`. Above the first row, where
  /// `above` is nil, all bytes count as zeros. The distance is the number of bytes of a pixel, at least 1.
  @_lifetime(target: copy target)
  static func reverse(
    _ type: UInt8, _ row: Span<UInt8>, into target: inout MutableSpan<UInt8>, at start: Int, above: Int?, distance: Int
  ) -> Bool {
    switch (type, above) {
    case (0, _), (2, nil): copy(row, into: &target, at: start)
    // Without a row above, the Paeth predictor is the byte to the left.
    case (1, _), (4, nil): addLeft(row, into: &target, at: start, distance: distance)
    case (2, let above?): addAbove(row, into: &target, at: start, above: above)
    case (3, _): addMean(row, into: &target, at: start, above: above, distance: distance)
    case (4, let above?): addPaeth(row, into: &target, at: start, above: above, distance: distance)
    default: return false
    }
    return true
  }

  @_lifetime(target: copy target)
  private static func copy(_ row: Span<UInt8>, into target: inout MutableSpan<UInt8>, at start: Int) {
    for index in 0..<row.count { target[start &+ index] = row[index] }
  }

  @_lifetime(target: copy target)
  private static func addAbove(
    _ row: Span<UInt8>, into target: inout MutableSpan<UInt8>, at start: Int, above: Int
  ) {
    // Bytes are added in words: without the highest bits, sums do not carry into the next byte.
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let words = row.count / 8
    for word in 0..<words {
      let (first, second) = (row.word(at: word &* 8), target.span.word(at: above &+ word &* 8))
      let sum = ((first & low) &+ (second & low)) ^ ((first ^ second) & ~low)
      target.store(word: sum, at: start &+ word &* 8)
    }
    for index in words &* 8..<row.count { target[start &+ index] = row[index] &+ target[above &+ index] }
  }

  @_lifetime(target: copy target)
  private static func addLeft(
    _ row: Span<UInt8>, into target: inout MutableSpan<UInt8>, at start: Int, distance: Int
  ) {
    let lead = min(distance, row.count)
    for index in 0..<lead { target[start &+ index] = row[index] }
    for index in lead..<row.count {
      target[start &+ index] = row[index] &+ target[start &+ index &- distance]
    }
  }

  @_lifetime(target: copy target)
  private static func addMean(
    _ row: Span<UInt8>, into target: inout MutableSpan<UInt8>, at start: Int, above: Int?, distance: Int
  ) {
    let lead = min(distance, row.count)
    for index in 0..<lead {
      target[start &+ index] = row[index] &+ (above.map { target[$0 &+ index] } ?? 0) &>> 1
    }
    for index in lead..<row.count {
      let left = UInt32(target[start &+ index &- distance])
      let up = above.map { UInt32(target[$0 &+ index]) } ?? 0
      target[start &+ index] = row[index] &+ UInt8(truncatingIfNeeded: (left &+ up) &>> 1)
    }
  }

  @_lifetime(target: copy target)
  private static func addPaeth(
    _ row: Span<UInt8>, into target: inout MutableSpan<UInt8>, at start: Int, above: Int, distance: Int
  ) {
    let lead = min(distance, row.count)
    for index in 0..<lead { target[start &+ index] = row[index] &+ target[above &+ index] }
    var index = lead
    if distance == 3 || distance == 4 {
      index = addPaethByPixel(row, into: &target, at: start, above: above, distance: distance, from: lead)
    }
    while index < row.count {
      let predictor = paeth(
        Int32(target[start &+ index &- distance]), Int32(target[above &+ index]),
        Int32(target[above &+ index &- distance]))
      target[start &+ index] = row[index] &+ UInt8(truncatingIfNeeded: predictor)
      index &+= 1
    }
  }

  /// Reverses the filter of the RGB or RGBA pixels that lie in words of the row, and returns the index of the first
  /// pixel that does not.
  @_lifetime(target: copy target)
  private static func addPaethByPixel(
    _ row: Span<UInt8>, into target: inout MutableSpan<UInt8>, at start: Int, above: Int, distance: Int, from: Int
  ) -> Int {
    // The neighbours of a pixel stay in registers: through memory, each byte would wait for a store.
    var left = pixel(target.span.word(at: start))
    var corner = pixel(target.span.word(at: above))
    var index = from
    while index &+ 8 <= row.count {
      let filtered = pixel(row.word(at: index))
      let up = pixel(target.span.word(at: above &+ index))
      left.0 = (filtered.0 &+ paeth(left.0, up.0, corner.0)) & 255
      left.1 = (filtered.1 &+ paeth(left.1, up.1, corner.1)) & 255
      left.2 = (filtered.2 &+ paeth(left.2, up.2, corner.2)) & 255
      target[start &+ index] = UInt8(truncatingIfNeeded: left.0)
      target[start &+ index &+ 1] = UInt8(truncatingIfNeeded: left.1)
      target[start &+ index &+ 2] = UInt8(truncatingIfNeeded: left.2)
      if distance == 4 {
        left.3 = (filtered.3 &+ paeth(left.3, up.3, corner.3)) & 255
        target[start &+ index &+ 3] = UInt8(truncatingIfNeeded: left.3)
      }
      corner = up
      index &+= distance
    }
    return index
  }

  /// Returns the first four bytes of a word.
  @inline(__always)
  private static func pixel(_ word: UInt64) -> (Int32, Int32, Int32, Int32) {
    (
      Int32(truncatingIfNeeded: word & 255), Int32(truncatingIfNeeded: word &>> 8 & 255),
      Int32(truncatingIfNeeded: word &>> 16 & 255), Int32(truncatingIfNeeded: word &>> 24 & 255)
    )
  }

  /// Chooses the neighbour nearest to left + up − corner; left before up before corner.
  @inline(__always)
  private static func paeth(_ left: Int32, _ up: Int32, _ corner: Int32) -> Int32 {
    let (fromLeft, fromUp) = ((up &- corner).magnitude, (left &- corner).magnitude)
    let fromCorner = ((up &- corner) &+ (left &- corner)).magnitude
    let nearer = fromUp < fromLeft ? up : left
    return fromCorner < min(fromLeft, fromUp) ? corner : nearer
  }
}
