/// A configuration of the pushdown automaton: a position in the grammar and the stacks of frames to return to.
struct Configuration: Hashable {
  /// The position within a node, lexeme, object or array.
  enum Position: Hashable {
    /// Before a node.
    case value(Int32)
    case lexeme(Int32, LexemeState)
    /// Before the opening bracket of an object or array.
    case openObject(Int32)
    case openArray(Int32)
    /// After the opening bracket.
    case firstKey(Int32)
    case firstElement(Int32)
    /// After a comma, before or within a name.
    case key(Int32, progress: Int32, KeyState)
    case element(Int32, progress: Int32)
    /// After a name, with the node of its value.
    case colon(Int32, progress: Int32, node: Int32)
    /// After a value.
    case after
  }

  var position: Position
  /// The set of the possible stacks: the index of its first topmost frame, 0 if only the empty stack is possible.
  var stack: Int32
  /// The number of blanks still allowed; 255 for any number.
  var spaces: UInt8 = 0
  /// The bytes of the current value or name, 0 if they are not recorded.
  var spelling: Int32 = 0

  func hash(into hasher: inout Hasher) { hasher.combine(mixedWords) }

  /// A hash of the members, which takes much less time than the combination of each of them.
  var mixedWords: UInt64 {
    var mixer = position.mixer
    mixer.add(stack, spelling)
    mixer.add(UInt64(spaces))
    return mixer.value
  }
}

extension Configuration.Position {
  func hash(into hasher: inout Hasher) { hasher.combine(mixer.value) }

  fileprivate var mixer: WordMixer {
    var mixer = WordMixer()
    switch self {
    case .value(let node): mixer.add(0, node)
    case .lexeme(let number, let state):
      mixer.add(1, number)
      mixer.add(state.state, state.count)
      mixer.add(UInt64(state.partial))
    case .openObject(let rule): mixer.add(2, rule)
    case .openArray(let rule): mixer.add(3, rule)
    case .firstKey(let rule): mixer.add(4, rule)
    case .firstElement(let rule): mixer.add(5, rule)
    case .key(let rule, let progress, let state):
      mixer.add(6, rule)
      mixer.add(progress, state.low)
      mixer.add(state.high, state.depth)
      mixer.add(state.extra, Int32(bitPattern: state.partial))
    case .element(let rule, let progress):
      mixer.add(7, rule)
      mixer.add(0, progress)
    case .colon(let rule, let progress, let node):
      mixer.add(8, rule)
      mixer.add(progress, node)
    case .after: mixer.add(9, 0)
    }
    return mixer
  }
}

/// A mixer of words into one, for hashes of small structures.
struct WordMixer {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0xD6E8_FEB8_6659_FD93
    value ^= value >> 32
  }

  mutating func add(_ high: Int32, _ low: Int32) {
    add(UInt64(UInt32(bitPattern: high)) << 32 | UInt64(UInt32(bitPattern: low)))
  }
}

/// The state within a property name.
struct KeyState: Hashable, Sendable {
  /// The range of ranks of the declared names that start with the bytes read.
  var low: Int32
  var high: Int32
  /// The number of bytes read of these names.
  var depth: Int32
  /// The classifier's state; negative if the name must be a declared one.
  var extra: Int32
  /// The state of the text decoder, nonzero within a character.
  var partial: UInt32
}

/// A stack frame: the object, array or sequence to continue after a value.
///
/// A set of stacks is a list of its different topmost frames in order, each with the set of the stacks below it. The
/// sets are trees with shared subtrees: alternatives that differ in several levels take the sum of their numbers, not
/// the product. As the frames are interned, equal sets have the same index.
struct Frame: Equatable {
  enum Kind: UInt8 {
    case sequence, object, array
  }

  /// The end of a list of frames; the list of a set with the empty stack ends with 0 instead.
  static let none: Int32 = -1

  var kind: Kind
  var rule: Int32
  /// The index of the progress, or the position in a sequence.
  var progress: Int32
  /// The set of the stacks below the frame.
  var parent: Int32
  /// The rest of the list.
  var others = Frame.none

  /// A number that tells the frame from others on the same stacks, in the order of lists: sequences come first.
  var identity: UInt64 {
    UInt64(kind.rawValue) << 62 | UInt64(UInt32(bitPattern: rule)) << 31 | UInt64(UInt32(bitPattern: progress))
  }

  /// A hash of the members.
  var mixedWords: UInt64 {
    var mixer = WordMixer()
    mixer.add(identity)
    mixer.add(parent, others)
    return mixer.value
  }
}
