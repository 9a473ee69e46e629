/// One thread of a matcher: what it is reading, and what it goes on with after that.
struct Configuration: Hashable {
  enum Head: Hashable {
    /// At the beginning of a node.
    case value(Int32)
    case lexeme(Int32, LexemeState)
    /// Before the bracket of an object or an array.
    case openObject(Int32)
    case openArray(Int32)
    /// After the opening bracket.
    case firstKey(Int32)
    case firstElement(Int32)
    /// After a comma, at or in a name.
    case key(Int32, progress: Int32, KeyState)
    case element(Int32, progress: Int32)
    /// After a name; its value's node is known.
    case colon(Int32, progress: Int32, node: Int32)
    /// After a value.
    case after
  }

  var head: Head
  /// The topmost frame, 0 for none.
  var stack: Int32
  /// How many blanks may still come, 255 for any number.
  var spaces: UInt8 = 0
}

/// How far a property's name has been read.
struct KeyState: Hashable, Sendable {
  /// The ranks of the declared names that begin with what has been read.
  var low: Int32
  var high: Int32
  /// The bytes of them that have been read.
  var depth: Int32
  /// The classifier's state, negative if the name has to be a declared one.
  var extra: Int32
  /// What has been read of an unfinished character.
  var partial: UInt32
}

/// What is left to do after a value.
struct Frame: Hashable {
  enum Kind: Hashable {
    case object, array, sequence
  }

  var kind: Kind
  var rule: Int32
  /// The number of the progress, or the place in a sequence.
  var progress: Int32
  var parent: Int32
}

/// A map from 64-bit keys to 32-bit values: open addressing, nothing ever removed.
struct StepMap {
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
