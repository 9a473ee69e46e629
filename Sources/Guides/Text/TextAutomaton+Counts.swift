/// Numbers of texts.
extension TextAutomaton {
  /// The number at which numbers of texts are saturated.
  static let manyTexts = 1 << 40

  /// The number of texts that lead from each state to acceptance, saturated at ``manyTexts``.
  var textCounts: [Int] {
    let width = alphabet.count
    let sizes = alphabet.sizes
    var sources = [[Int32]](repeating: [], count: count)
    // The number of transitions of each state to states without a result; it remains positive before a cycle.
    var open = [Int](repeating: 0, count: count)
    for (entry, target) in next.enumerated() where target >= 0 {
      sources[Int(target)].append(Int32(entry / width))
      open[entry / width] += 1
    }
    var counts = [Int](repeating: Self.manyTexts, count: count)
    var ready = open.indices.filter { open[$0] == 0 }
    while let state = ready.popLast() {
      var total = accepts[state] ? 1 : 0
      for symbol in 0..<width {
        let target = next[state * width + symbol]
        if target >= 0 { total = min(Self.manyTexts, total + sizes[symbol] * counts[Int(target)]) }
      }
      counts[state] = total
      for source in sources[state] {
        open[Int(source)] -= 1
        if open[Int(source)] == 0 { ready.append(Int(source)) }
      }
    }
    return counts
  }
}

extension Alphabet {
  /// The number of characters of each class.
  var sizes: [Int] {
    var sizes = [Int](repeating: 0, count: count)
    for interval in starts.indices {
      sizes[Int(classes[interval])] += CodePointSet.characterCount(starts[interval]...last(of: interval))
    }
    return sizes
  }

  /// Returns the last code point of an interval.
  func last(of interval: Int) -> UInt32 {
    interval + 1 < starts.count ? starts[interval + 1] - 1 : CodePointSet.last
  }
}

extension CodePointSet {
  /// The code points that are no characters.
  static let surrogates: ClosedRange<UInt32> = 0xD800...0xDFFF

  /// Returns the number of characters in a range of code points.
  static func characterCount(_ range: ClosedRange<UInt32>) -> Int {
    let count = Int(range.upperBound - range.lowerBound) + 1
    guard range.overlaps(surrogates) else { return count }
    let (first, last) = (max(range.lowerBound, surrogates.lowerBound), min(range.upperBound, surrogates.upperBound))
    return count - Int(last - first) - 1
  }
}
