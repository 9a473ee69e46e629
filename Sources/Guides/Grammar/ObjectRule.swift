/// An object of a grammar: which names may come, what their values are, and when it may end.
struct ObjectRule: Sendable {
  /// What the value of a name can be; with the number of a witness demanded that it is.
  struct Option: Sendable {
    var node: Int
    var isWitness: Bool
  }

  /// The declared names, sorted by their bytes; a name's place is its rank.
  var names: [PropertyName] = []
  /// The names once more, in one piece.
  var spellings = Spellings([])
  /// The options of each rank.
  var options: [[Option]] = []
  /// The place of each rank in the declared order.
  var positions: [Int32] = []
  var required = BitSet()
  /// Ranks that must come along if a rank does, with those that these demand in turn.
  var implications: [(rank: Int, needed: BitSet)] = []
  var minimum = 0
  var maximum = Int.max
  /// Which other names there may be, nil if any.
  var classifier: KeyClassifier?
  /// The options of other names by class; a single class if there is no classifier.
  var extras: [[Option]] = []
  var demandsWitness = false
  /// Whether declared names come in their order and before others.
  var isOrdered = true

  // Filled in when it is known which nodes are possible.

  /// The ranks whose values are possible.
  var possible = BitSet()
  /// Whether other names are possible at all, and with a witness.
  var hasExtras = false
  var hasWitnessExtras = false
}

/// A set of small numbers.
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

  /// The members that are not in the other set.
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

  /// Whether a number of the range is a member.
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
