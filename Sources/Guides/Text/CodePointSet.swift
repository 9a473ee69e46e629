/// A set of Unicode code points as sorted, disjoint, non-adjacent ranges.
struct CodePointSet: Hashable, Sendable {
  /// The largest code point.
  static let last: UInt32 = 0x10_FFFF
  static let all = CodePointSet(ranges: [0...last])
  static let none = CodePointSet(ranges: [])

  private(set) var ranges: [ClosedRange<UInt32>]

  /// Creates a set from normalised ranges.
  private init(ranges: [ClosedRange<UInt32>]) { self.ranges = ranges }

  /// Creates the union of ranges in any order.
  init(_ unordered: [ClosedRange<UInt32>]) {
    ranges = []
    for range in unordered.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let end = ranges.last?.upperBound, range.lowerBound <= end &+ 1 {
        let start = ranges[ranges.count - 1].lowerBound
        ranges[ranges.count - 1] = start...max(end, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

  /// Creates the set of the characters of a string.
  init(_ characters: String) { self.init(characters.unicodeScalars.map { $0.value...$0.value }) }

  var isEmpty: Bool { ranges.isEmpty }

  var inverted: CodePointSet {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { result.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= Self.last { result.append(next...Self.last) }
    return CodePointSet(ranges: result)
  }

  func union(_ other: CodePointSet) -> CodePointSet { CodePointSet(ranges + other.ranges) }

  func intersection(_ other: CodePointSet) -> CodePointSet {
    inverted.union(other.inverted).inverted
  }

  /// The set with the surrogates added or removed to match U+D7FF.
  ///
  /// Surrogates occur in no text, so they must not form a class of their own, which would add a spurious transition.
  var withNeutralSurrogates: CodePointSet {
    let surrogates = CodePointSet(ranges: [0xD800...0xDFFF])
    return contains(0xD7FF) ? union(surrogates) : intersection(surrogates.inverted)
  }

  func contains(_ point: UInt32) -> Bool { ranges.contains { $0.contains(point) } }
}
