import SwiftletGGUF

/// The division of a head's rotary pairs among time, row and column (M-RoPE).
///
/// Source: Wang et al., "Qwen2-VL", 2024; interleaved: Qwen3-VL.
struct RotarySections: Sendable, Equatable {
  /// The number of pairs of each section.
  var counts: [Int]
  /// True if the sections take turns, for as long as those of rows and columns last.
  var areInterleaved: Bool

  /// The position that turns a pair.
  func position(of pair: Int, _ position: RotaryPosition) -> Int {
    if areInterleaved {
      if pair % 3 == 1, pair < 3 * counts[1] { return position.row }
      return pair % 3 == 2 && pair < 3 * counts[2] ? position.column : position.temporal
    }
    if pair < counts[0] { return position.temporal }
    return pair < counts[0] + counts[1] ? position.row : position.column
  }
}

extension RotarySections {
  /// Reads the sections; nil without the key.
  init?(_ keys: ArchitectureKeys, pairs: Int, areInterleaved: Bool) throws(InferenceError) {
    let key = "rope.dimension_sections"
    guard !keys.isAbsent(key) else { return nil }
    let counts = try wrapping { () throws(GGUFError) in try keys.file.metadata.integers(keys.name(key)) } ?? []
    // A fourth one is not used.
    guard (3...4).contains(counts.count), counts.allSatisfy({ (0...pairs).contains($0) }),
      counts.prefix(3).reduce(0, +) <= pairs
    else {
      throw keys.error(key, found: keys.summary(key), expected: "three numbers with a sum of \(pairs)")
    }
    (self.counts, self.areInterleaved) = (Array(counts.prefix(3)), areInterleaved)
  }
}
