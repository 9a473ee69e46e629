/// The results that groups of property names share.
struct SharedNames {
  /// The ends of undeclared names, with the configurations after them.
  typealias End = (configurations: [Configuration], closing: [Int32])

  /// False if there are few groups, whose walks are cached instead.
  let isShared: Bool
  /// The tokens of unconstrained names that the groups so far lack, by the state of the text decoder.
  private var missing: [UInt32: MissingTokens] = [:]
  /// The ends where no declared name is possible, by the state of the text decoder.
  var ends: [UInt32: [End]] = [:]
  /// A bit for each token of the groups so far.
  private var found: [UInt64] = []

  init(isShared: Bool) { self.isShared = isShared }

  /// Returns the walk of a group's undeclared names, without tokens of the groups before.
  mutating func walk(_ group: NameGroup, _ classes: UInt64, _ free: FreeNodes, _ index: TokenIndex) -> KeyWalk {
    var rest: MissingTokens? = missing.removeValue(forKey: group.key.partial) ?? MissingTokens(free)
    var choices = ObjectChoices()
    choices.classes = classes
    let walk = KeyWalk(group.general, group.state, choices, index, missing: &rest)
    missing[group.key.partial] = rest
    return walk
  }

  /// Records the tokens of a group.
  mutating func record(_ mask: TokenMask, _ partial: UInt32, _ trie: TokenTrie) {
    guard var missing = missing.removeValue(forKey: partial) else { return }
    if found.isEmpty { found = [UInt64](repeating: 0, count: (mask.vocabularyCount + 63) / 64) }
    for (index, word) in mask.words.enumerated() where word & ~found[index] != 0 {
      var rest = word & ~found[index]
      found[index] |= word
      while rest != 0 {
        let place = trie.places[index << 6 | rest.trailingZeroBitCount]
        if place >= 0 { missing.remove(Int(place)) }
        rest &= rest - 1
      }
    }
    self.missing[partial] = missing
  }
}
