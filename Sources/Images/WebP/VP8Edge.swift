/// The samples across an edge between blocks, p before and q after it, numbered from the edge.
struct VP8Edge {
  private let place: Int
  private let across: Int
  private let (p1, p0, q0, q1): (Int32, Int32, Int32, Int32)

  @inline(__always)
  init(_ plane: borrowing MutableSpan<UInt8>, _ place: Int, _ across: Int) {
    (self.place, self.across) = (place, across)
    p1 = Int32(plane[place &- 2 &* across])
    p0 = Int32(plane[place &- across])
    q0 = Int32(plane[place])
    q1 = Int32(plane[place &+ across])
  }

  /// The step at the edge, which is compared with a limit.
  @inline(__always)
  var step: Int32 { 4 &* abs(p0 &- q0) &+ abs(p1 &- q1) }

  /// True if no step beside the edge exceeds a limit.
  @inline(__always)
  func isSmooth(_ plane: borrowing MutableSpan<UInt8>, _ limit: Int32) -> Bool {
    guard abs(p1 &- p0) <= limit, abs(q1 &- q0) <= limit else { return false }
    let p3 = Int32(plane[place &- 4 &* across])
    let p2 = Int32(plane[place &- 3 &* across])
    guard abs(p3 &- p2) <= limit, abs(p2 &- p1) <= limit else { return false }
    let q2 = Int32(plane[place &+ 2 &* across])
    let q3 = Int32(plane[place &+ 3 &* across])
    return abs(q3 &- q2) <= limit && abs(q2 &- q1) <= limit
  }

  /// True if a step next to the edge exceeds a threshold, so that only two samples are changed.
  @inline(__always)
  func isVaried(_ threshold: Int32) -> Bool { abs(p1 &- p0) > threshold || abs(q1 &- q0) > threshold }

  @inline(__always)
  private static func limited(_ value: Int32, _ low: Int32, _ high: Int32) -> Int32 { max(low, min(high, value)) }

  @inline(__always)
  private func write(_ plane: inout MutableSpan<UInt8>, _ index: Int, _ value: Int32) {
    plane[place &+ index &* across] = UInt8(truncatingIfNeeded: Self.limited(value, 0, 255))
  }

  @inline(__always)
  func changeTwo(_ plane: inout MutableSpan<UInt8>) {
    let a = 3 &* (q0 &- p0) &+ Self.limited(p1 &- q1, -128, 127)
    write(&plane, -1, p0 &+ Self.limited((a &+ 3) &>> 3, -16, 15))
    write(&plane, 0, q0 &- Self.limited((a &+ 4) &>> 3, -16, 15))
  }

  @inline(__always)
  func changeFour(_ plane: inout MutableSpan<UInt8>) {
    let a = 3 &* (q0 &- p0)
    let a1 = Self.limited((a &+ 4) &>> 3, -16, 15)
    let a2 = Self.limited((a &+ 3) &>> 3, -16, 15)
    let a3 = (a1 &+ 1) &>> 1
    write(&plane, -2, p1 &+ a3)
    write(&plane, -1, p0 &+ a2)
    write(&plane, 0, q0 &- a1)
    write(&plane, 1, q1 &- a3)
  }

  @inline(__always)
  func changeSix(_ plane: inout MutableSpan<UInt8>) {
    let p2 = Int32(plane[place &- 3 &* across])
    let q2 = Int32(plane[place &+ 2 &* across])
    let a = Self.limited(3 &* (q0 &- p0) &+ Self.limited(p1 &- q1, -128, 127), -128, 127)
    let a1 = (27 &* a &+ 63) &>> 7
    let a2 = (18 &* a &+ 63) &>> 7
    let a3 = (9 &* a &+ 63) &>> 7
    write(&plane, -3, p2 &+ a3)
    write(&plane, -2, p1 &+ a2)
    write(&plane, -1, p0 &+ a1)
    write(&plane, 0, q0 &- a1)
    write(&plane, 1, q1 &- a2)
    write(&plane, 2, q2 &- a3)
  }
}
