/// A matcher of special tokens (user-defined, control and unknown), which text is split at before tokenization.
///
/// The leftmost longest match wins.
struct SpecialTokenMatcher: Sendable {
  private let all: SuffixAutomaton
  private let userDefined: SuffixAutomaton
  private let hasUserDefined: Bool
  private let isEmpty: Bool

  /// The limit of the total length in bytes, which bounds the memory that a hostile file can use.
  private static let limit = 4 << 20

  init(_ vocabulary: Vocabulary) throws(TokenizerError) {
    var ids: [TokenID] = []
    for id in 0..<vocabulary.count {
      switch vocabulary.kind(of: id) {
      case .userDefined, .control, .unknown:
        if !vocabulary.texts.range(of: id).isEmpty { ids.append(id) }
      case .undefined, .normal, .unused, .byte: continue
      }
    }
    let bytes = ids.reduce(0) { $0 + vocabulary.texts.range(of: $1).count }
    guard bytes <= Self.limit else { throw .specialTokensTooLong(bytes: bytes, limit: Self.limit) }
    all = SuffixAutomaton(ids, vocabulary.texts)
    isEmpty = ids.isEmpty
    ids.removeAll { vocabulary.kinds[$0] != .userDefined }
    userDefined = SuffixAutomaton(ids, vocabulary.texts)
    hasUserDefined = !ids.isEmpty
  }

  /// The longest match at each position of a text, in descending order of position.
  ///
  /// Control and unknown tokens match only inside the `trusted` ranges, which are sorted and disjoint.
  func matches(_ text: Span<UInt8>, trusted: [Range<Int>]) -> [SuffixAutomaton.Match] {
    var inside: [SuffixAutomaton.Match] = []
    guard !isEmpty else { return inside }
    for range in trusted.reversed() { all.appendMatches(text, range, to: &inside) }
    if !hasUserDefined || trusted == [0..<text.count] { return inside }
    var anywhere: [SuffixAutomaton.Match] = []
    userDefined.appendMatches(text, 0..<text.count, to: &anywhere)
    return inside.isEmpty ? anywhere : Self.merged(inside, anywhere)
  }

  /// Merges two lists in descending order of position, keeping the longer match at each position.
  private static func merged(
    _ left: [SuffixAutomaton.Match], _ right: [SuffixAutomaton.Match]
  ) -> [SuffixAutomaton.Match] {
    var merged: [SuffixAutomaton.Match] = []
    merged.reserveCapacity(left.count + right.count)
    var index = 0
    for match in left {
      while index < right.count, right[index].start > match.start {
        merged.append(right[index])
        index += 1
      }
      if index < right.count, right[index].start == match.start {
        merged.append(right[index].end > match.end ? right[index] : match)
        index += 1
      } else {
        merged.append(match)
      }
    }
    return merged + right[index...]
  }
}
