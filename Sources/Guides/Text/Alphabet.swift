/// A partition of the code points into equivalence classes, the symbols of an automaton.
struct Alphabet: Hashable, Sendable {
  /// The lower bounds of the intervals, the first of them 0.
  let starts: [UInt32]
  /// The class of each interval.
  let classes: [UInt16]
  /// The number of classes.
  let count: Int
  /// The classes of the ASCII characters.
  let ascii: [UInt16]

  /// Creates an alphabet from intervals.
  init(starts: [UInt32], classes: [UInt16], count: Int) {
    self.starts = starts
    self.classes = classes
    self.count = count
    var ascii = [UInt16](repeating: 0, count: 128)
    var interval = 0
    for point in 0..<UInt32(128) {
      while interval + 1 < starts.count, starts[interval + 1] <= point { interval += 1 }
      ascii[Int(point)] = classes[interval]
    }
    self.ascii = ascii
  }

  /// Creates the coarsest alphabet that distinguishes the members of each set from all other code points.
  init(distinguishing sets: [CodePointSet]) {
    var changes: [(point: UInt32, set: Int)] = []
    for (index, set) in sets.enumerated() {
      for range in set.withNeutralSurrogates.ranges {
        changes.append((range.lowerBound, index))
        if range.upperBound < CodePointSet.last { changes.append((range.upperBound + 1, index)) }
      }
    }
    changes.sort { $0.point < $1.point }
    var starts: [UInt32] = []
    var classes: [UInt16] = []
    var known: [[UInt64]: UInt16] = [:]
    var membership = [UInt64](repeating: 0, count: (sets.count + 63) / 64)
    var index = 0
    var point: UInt32 = 0
    while true {
      while index < changes.count, changes[index].point == point {
        membership[changes[index].set / 64] ^= 1 << UInt64(changes[index].set % 64)
        index += 1
      }
      let number = known[membership] ?? UInt16(known.count)
      known[membership] = number
      if classes.last != number {
        starts.append(point)
        classes.append(number)
      }
      guard index < changes.count else { break }
      point = changes[index].point
    }
    self.init(starts: starts, classes: classes, count: known.count)
  }

  /// Returns the index of the interval that contains a code point.
  func interval(of point: UInt32) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= point { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the class of a code point.
  func symbol(of point: UInt32) -> Int {
    point < 128 ? Int(ascii[Int(point)]) : Int(classes[interval(of: point)])
  }

  /// Returns the common refinement of two alphabets, with the pair of original classes of each of its classes.
  func refined(by other: Alphabet) -> (alphabet: Alphabet, pairs: [(Int, Int)]) {
    var starts: [UInt32] = []
    var classes: [UInt16] = []
    var pairs: [(Int, Int)] = []
    var known: [Int: UInt16] = [:]
    var (left, right) = (0, 0)
    while left < self.starts.count || right < other.starts.count {
      let point = max(self.starts[min(left, self.starts.count - 1)], other.starts[min(right, other.starts.count - 1)])
      let pair = (Int(self.classes[left]), Int(other.classes[right]))
      let key = pair.0 << 16 | pair.1
      let number = known[key] ?? UInt16(pairs.count)
      if known.updateValue(number, forKey: key) == nil { pairs.append(pair) }
      if classes.last != number {
        starts.append(point)
        classes.append(number)
      }
      let nextLeft = left + 1 < self.starts.count ? self.starts[left + 1] : .max
      let nextRight = right + 1 < other.starts.count ? other.starts[right + 1] : .max
      if nextLeft == .max && nextRight == .max { break }
      if nextLeft <= nextRight { left += 1 }
      if nextRight <= nextLeft { right += 1 }
    }
    return (Alphabet(starts: starts, classes: classes, count: pairs.count), pairs)
  }
}
