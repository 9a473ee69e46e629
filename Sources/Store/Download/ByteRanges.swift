/// A set of bytes of a file, as ascending ranges with gaps between them.
struct ByteRanges: Sendable, Equatable {
  /// The ranges, none of them empty.
  private(set) var ranges: [Range<Int>] = []

  /// The number of bytes.
  var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// The number of bytes from the first on without a gap.
  var prefixCount: Int { ranges.first.map { $0.lowerBound == 0 ? $0.upperBound : 0 } ?? 0 }

  /// Adds a range, which may overlap others.
  mutating func insert(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let first = ranges.firstIndex { $0.upperBound >= range.lowerBound } ?? ranges.endIndex
    var last = first
    var merged = range
    while last < ranges.endIndex, ranges[last].lowerBound <= range.upperBound {
      merged = min(merged.lowerBound, ranges[last].lowerBound)..<max(merged.upperBound, ranges[last].upperBound)
      last += 1
    }
    ranges.replaceSubrange(first..<last, with: [merged])
  }

  /// Returns the first gap below a bound, of a limited length; nil if there is none.
  func firstGap(below bound: Int, limit: Int) -> Range<Int>? {
    var start = 0
    for range in ranges {
      if start < range.lowerBound { break }
      start = range.upperBound
    }
    guard start < bound else { return nil }
    let end = ranges.first { $0.lowerBound > start }?.lowerBound ?? bound
    return start..<min(min(end, bound), start > bound - min(limit, bound) ? bound : start + limit)
  }
}
