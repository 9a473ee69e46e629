/// A rule for objects: the allowed names, the options of their values, and the bounds of the number of properties.
struct ObjectRule: Sendable {
  /// An option of a value: its node, and the existential constraints that it satisfies.
  struct Option: Sendable {
    var node: Int
    /// A bit for each constraint.
    var satisfies: UInt32
    /// False while the value is not known to be possible; maintained where there are existential constraints.
    var isPossible = true
  }

  /// The declared names, sorted by their bytes; a name's index is its rank.
  var names: [PropertyName] = []
  /// The names in packed form.
  var packedNames = PackedStrings([])
  /// The options by rank.
  var options: [[Option]] = []
  /// The position in the declared order, by rank.
  var positions: [Int32] = []
  var required = BitSet()
  /// The ranks required by the presence of a rank, transitively closed.
  var implications: [(rank: Int, needed: BitSet)] = []
  var minimum = 0
  var maximum = Int.max
  /// The classifier of undeclared names, nil if any name is allowed.
  var classifier: KeyClassifier?
  /// The options of undeclared names by class; a single class if there is no classifier.
  var extras: [[Option]] = []
  /// The existential constraints, each of which some value must satisfy: a bit for each.
  var demanded: UInt32 = 0
  /// The ranks of the undeclared names that are used up, which cannot be used again.
  var usedUp = BitSet()
  /// True if undeclared names are recorded, so that each counts once.
  var recordsNames = false
  /// True if declared names must be in order and before undeclared ones.
  var isOrdered = true

  // Filled in by `GrammarCosts`, once the possible nodes are known.

  /// The ranks with possible values.
  var possible = BitSet()
  /// True if undeclared names are possible.
  var hasExtras = false
  /// The sets of existential constraints that values of undeclared names can satisfy.
  var extraWitnesses: [UInt32] = []
}

/// A bit set of small nonnegative integers.
struct BitSet: Hashable, Sendable {
  private(set) var words: [UInt64] = []

  init() {}

  func contains(_ member: Int) -> Bool {
    let word = member >> 6
    return word < words.count && words[word] >> UInt64(member & 63) & 1 == 1
  }

  mutating func insert(_ member: Int) {
    while words.count <= member >> 6 { words.append(0) }
    words[member >> 6] |= 1 << UInt64(member & 63)
  }

  mutating func formUnion(_ other: BitSet) {
    while words.count < other.words.count { words.append(0) }
    for index in other.words.indices { words[index] |= other.words[index] }
  }

  /// Returns the members that are not in the other set.
  func subtracting(_ other: BitSet) -> BitSet {
    var result = self
    for index in result.words.indices where index < other.words.count { result.words[index] &= ~other.words[index] }
    return result
  }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  var members: [Int] {
    words.indices.flatMap { word in (0..<64).lazy.filter { words[word] >> UInt64($0) & 1 == 1 }.map { word * 64 + $0 } }
  }

  /// Returns the set with a gap before a member: it and all greater ones are increased by one.
  func shifted(from gap: Int) -> BitSet {
    var result = BitSet()
    for member in members { result.insert(member < gap ? member : member + 1) }
    return result
  }

  /// Returns true if the set has a member in the range.
  func intersects(_ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      guard index >> 6 < words.count else { return false }
      let word = words[index >> 6] >> UInt64(index & 63)
      if word != 0, index + word.trailingZeroBitCount < range.upperBound { return true }
      index = (index >> 6 + 1) << 6
    }
    return false
  }
}
