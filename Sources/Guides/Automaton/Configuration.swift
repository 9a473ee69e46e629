/// A configuration of the pushdown automaton: a position in the grammar and a stack of frames to return to.
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
  /// The index of the topmost frame, 0 for an empty stack.
  var stack: Int32
  /// The number of blanks still allowed; 255 for any number.
  var spaces: UInt8 = 0
  /// The bytes of the current value or name, 0 if they are not recorded.
  var spelling: Int32 = 0
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
struct Frame: Hashable {
  enum Kind: Hashable {
    case object, array, sequence
  }

  var kind: Kind
  var rule: Int32
  /// The index of the progress, or the position in a sequence.
  var progress: Int32
  var parent: Int32
}

/// A hash table from 64-bit keys to 32-bit values with open addressing and without removal.
struct TransitionTable {
  private var keys: [UInt64]
  private var values: [Int32]
  private(set) var count = 0

  var byteCount: Int { keys.count * 12 }

  init() {
    keys = [UInt64](repeating: .max, count: 1024)
    values = [Int32](repeating: 0, count: 1024)
  }

  private func slot(_ key: UInt64) -> Int {
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
    while keys[slot] != key && keys[slot] != .max { slot = (slot + 1) & mask }
    return slot
  }

  subscript(key: UInt64) -> Int32? {
    let slot = slot(key)
    return keys[slot] == key ? values[slot] : nil
  }

  mutating func insert(_ key: UInt64, _ value: Int32) {
    if count * 2 >= keys.count {
      let old = (keys, values)
      keys = [UInt64](repeating: .max, count: old.0.count * 2)
      values = [Int32](repeating: 0, count: keys.count)
      for index in old.0.indices where old.0[index] != .max {
        let slot = slot(old.0[index])
        keys[slot] = old.0[index]
        values[slot] = old.1[index]
      }
    }
    let slot = slot(key)
    if keys[slot] == .max { count += 1 }
    keys[slot] = key
    values[slot] = value
  }
}
