/// A rule for objects: the allowed names, the options of their values, and the bounds of the number of properties.
struct ObjectRule: Sendable {
  /// An option of a value: its node, and whether it satisfies the existential constraint.
  struct Option: Sendable {
    var node: Int
    var isWitness: Bool
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
  /// True if one of the values must satisfy the existential constraint.
  var demandsWitness = false
  /// True if declared names must be in order and before undeclared ones.
  var isOrdered = true

  // Filled in by `GrammarCosts`, once the possible nodes are known.

  /// The ranks with possible values.
  var possible = BitSet()
  /// True if undeclared names are possible; ``hasWitnessExtras`` if they can satisfy the existential constraint.
  var hasExtras = false
  var hasWitnessExtras = false
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
