/// The loop filter of VP8, which smooths the edges of blocks (RFC 6386, section 15).
///
/// It runs after the whole frame is decoded, since predictions are made from samples that are not filtered.
struct VP8LoopFilter {
  let isSimple: Bool
  /// The filter of each macroblock, and whether it applies to edges inside the macroblock.
  let filters: [(filter: VP8Frame.Filter, isInner: Bool)]

  /// Filters all macroblocks in order: left edge, inner columns, upper edge, inner rows.
  func apply(_ planes: inout VP8Planes) {
    let (strides, columns) = ((luma: planes.lumaStride, chroma: planes.chromaStride), planes.columns)
    apply(&planes.luma, &planes.blue, &planes.red, strides, columns: columns)
  }

  private func apply(
    _ luma: inout [UInt8], _ blue: inout [UInt8], _ red: inout [UInt8], _ strides: (luma: Int, chroma: Int),
    columns: Int
  ) {
    let (lumaStride, chromaStride) = strides
    var luma = luma.mutableSpan
    var blue = blue.mutableSpan
    var red = red.mutableSpan
    for row in 0..<filters.count / columns {
      for column in 0..<columns {
        let (filter, isInner) = filters[row &* columns &+ column]
        if filter.limit == 0 { continue }
        let edges = (left: column > 0, above: row > 0, inner: isInner)
        let start = (row &* 16 &+ 1) &* lumaStride &+ column &* 16 &+ VP8Planes.margin
        if isSimple {
          Self.filterSimply(&luma, start, lumaStride, filter, edges)
        } else {
          Self.filter(&luma, start, lumaStride, 16, filter, edges)
          let start = (row &* 8 &+ 1) &* chromaStride &+ column &* 8 &+ VP8Planes.margin
          Self.filter(&blue, start, chromaStride, 8, filter, edges)
          Self.filter(&red, start, chromaStride, 8, filter, edges)
        }
      }
    }
  }

  private typealias Edges = (left: Bool, above: Bool, inner: Bool)

  private static func filterSimply(
    _ plane: inout MutableSpan<UInt8>, _ start: Int, _ stride: Int, _ filter: VP8Frame.Filter, _ edges: Edges
  ) {
    let (outer, inner) = (2 &* (filter.limit &+ 4) &+ 1, 2 &* filter.limit &+ 1)
    func line(_ place: Int, across: Int, along: Int, _ limit: Int32) {
      for index in 0..<16 {
        let edge = VP8Edge(plane, place &+ index &* along, across)
        if edge.step <= limit { edge.changeTwo(&plane) }
      }
    }
    if edges.left { line(start, across: 1, along: stride, outer) }
    if edges.inner { for k in [4, 8, 12] { line(start &+ k, across: 1, along: stride, inner) } }
    if edges.above { line(start, across: stride, along: 1, outer) }
    if edges.inner { for k in [4, 8, 12] { line(start &+ k &* stride, across: stride, along: 1, inner) } }
  }

  private static func filter(
    _ plane: inout MutableSpan<UInt8>, _ start: Int, _ stride: Int, _ size: Int, _ filter: VP8Frame.Filter,
    _ edges: Edges
  ) {
    if edges.left { outer(&plane, start, across: 1, along: stride, size, filter) }
    if edges.inner {
      var k = 4
      while k < size {
        inner(&plane, start &+ k, across: 1, along: stride, size, filter)
        k &+= 4
      }
    }
    if edges.above { outer(&plane, start, across: stride, along: 1, size, filter) }
    if edges.inner {
      var k = 4
      while k < size {
        inner(&plane, start &+ k &* stride, across: stride, along: 1, size, filter)
        k &+= 4
      }
    }
  }

  /// Filters an edge between macroblocks.
  @inline(__always)
  private static func outer(
    _ plane: inout MutableSpan<UInt8>, _ start: Int, across: Int, along: Int, _ size: Int, _ filter: VP8Frame.Filter
  ) {
    let limit = 2 &* (filter.limit &+ 4) &+ 1
    for index in 0..<size {
      let edge = VP8Edge(plane, start &+ index &* along, across)
      guard edge.step <= limit, edge.isSmooth(plane, filter.interior) else { continue }
      if edge.isVaried(filter.highVariance) { edge.changeTwo(&plane) } else { edge.changeSix(&plane) }
    }
  }

  /// Filters an edge between blocks of a macroblock.
  @inline(__always)
  private static func inner(
    _ plane: inout MutableSpan<UInt8>, _ start: Int, across: Int, along: Int, _ size: Int, _ filter: VP8Frame.Filter
  ) {
    let limit = 2 &* filter.limit &+ 1
    for index in 0..<size {
      let edge = VP8Edge(plane, start &+ index &* along, across)
      guard edge.step <= limit, edge.isSmooth(plane, filter.interior) else { continue }
      if edge.isVaried(filter.highVariance) { edge.changeTwo(&plane) } else { edge.changeFour(&plane) }
    }
  }
}
