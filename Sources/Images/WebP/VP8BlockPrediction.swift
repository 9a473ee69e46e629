/// The prediction of a 4 × 4 luma block from the 13 samples around it (RFC 6386, section 12.3).
///
/// The samples form a line: from the lowest one of the column to the left up to the corner, which is number 4, and on
/// to the eighth one of the row above. Directional modes read from it, or from its means of two and three neighbours.
struct VP8BlockPrediction {
  private var line = InlineArray<13, UInt8>(repeating: 0)

  /// Takes the samples around a block, those of the row above beyond the block from `right`.
  @inline(__always)
  init(_ plane: borrowing MutableSpan<UInt8>, at start: Int, stride: Int, right: SIMD4<UInt8>) {
    for row in 0..<4 { line[3 &- row] = plane[start &+ row &* stride &- 1] }
    for column in 0..<5 { line[4 &+ column] = plane[start &- stride &- 1 &+ column] }
    for column in 0..<4 { line[9 &+ column] = right[column] }
  }

  /// The mean of the samples at a place and the next one.
  @inline(__always)
  private func two(_ place: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt16(line[place]) &+ UInt16(line[place &+ 1]) &+ 1) &>> 1)
  }

  /// The mean of the sample at a place, with double weight, and of its neighbours; at the ends they are repeated.
  @inline(__always)
  private func three(_ place: Int) -> UInt8 {
    let (before, after) = (line[max(0, place &- 1)], line[min(12, place &+ 1)])
    let sum = UInt16(before) &+ 2 &* UInt16(line[place]) &+ UInt16(after) &+ 2
    return UInt8(truncatingIfNeeded: sum &>> 2)
  }

  /// Predicts the block.
  func predict(_ mode: VP8Mode, _ plane: inout MutableSpan<UInt8>, at start: Int, stride: Int) {
    switch mode {
    case .dc:
      var sum: UInt16 = 4
      for index in 0..<4 { sum &+= UInt16(line[index]) &+ UInt16(line[5 &+ index]) }
      let mean = UInt8(truncatingIfNeeded: sum &>> 3)
      write(&plane, start, stride) { _, _ in mean }
    case .trueMotion: VP8Prediction.trueMotion(&plane, at: start, stride: stride, size: 4)
    case .vertical: write(&plane, start, stride) { column, _ in three(5 &+ column) }
    case .horizontal: write(&plane, start, stride) { _, row in three(3 &- row) }
    case .leftDown: write(&plane, start, stride) { column, row in three(6 &+ column &+ row) }
    case .rightDown: write(&plane, start, stride) { column, row in three(4 &+ column &- row) }
    case .verticalRight:
      write(&plane, start, stride) { column, row in
        // Rows 0 and 1 alternate; each two rows below them are moved by a column, and begin in the left column.
        let place = column &- row / 2
        if place >= 0 { return row % 2 == 0 ? two(4 &+ place) : three(4 &+ place) }
        return three(5 &- row)
      }
    case .verticalLeft:
      write(&plane, start, stride) { column, row in
        if column == 3, row >= 2 { return three(row == 2 ? 10 : 11) }
        let place = 5 &+ column &+ row / 2
        return row % 2 == 0 ? two(place) : three(place &+ 1)
      }
    case .horizontalDown:
      write(&plane, start, stride) { column, row in
        let place = row &- column / 2
        if place >= 0 { return column % 2 == 0 ? two(3 &- place) : three(4 &- place) }
        return three(3 &+ column)
      }
    case .horizontalUp:
      write(&plane, start, stride) { column, row in
        let step = column &+ 2 &* row
        if step > 5 { return line[0] }
        return step % 2 == 0 ? two(2 &- step / 2) : three(2 &- step / 2)
      }
    }
  }

  @inline(__always)
  private func write(
    _ plane: inout MutableSpan<UInt8>, _ start: Int, _ stride: Int, _ value: (_ column: Int, _ row: Int) -> UInt8
  ) {
    for row in 0..<4 {
      for column in 0..<4 { plane[start &+ row &* stride &+ column] = value(column, row) }
    }
  }
}
