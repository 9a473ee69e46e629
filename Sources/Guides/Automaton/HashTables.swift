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

/// A hash table of the numbers of values that are stored elsewhere, with open addressing and without removal.
///
/// Its hashes are those of ``WordMixer``, which take much less time than those of the standard library.
struct NumberTable {
  /// The upper half of a value's hash and its number plus 1; 0 in free slots.
  private var slots: [UInt64]
  private var count = 0

  /// Creates a table with space for a number of values, which grows as needed.
  init(capacity: Int = 512) {
    var size = 8
    while size < 2 * capacity { size *= 2 }
    slots = [UInt64](repeating: 0, count: size)
  }

  /// Returns the number of the value with a hash for which `isEqual` returns true, nil if there is none.
  @inline(__always)
  func number(_ hash: UInt64, where isEqual: (Int32) -> Bool) -> Int32? {
    let mask = slots.count - 1
    var slot = Int(hash >> 32) & mask
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash >> 32 {
        let number = Int32(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) - 1
        if isEqual(number) { return number }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds the number of a value that is not in the table, at least 0, with the value's hash.
  mutating func insert(_ number: Int32, _ hash: UInt64) {
    if 2 * count >= slots.count {
      let old = slots
      slots = [UInt64](repeating: 0, count: 2 * old.count)
      for entry in old where entry != 0 { slots[free(entry)] = entry }
    }
    let entry = (hash & ~0xFFFF_FFFF) | UInt64(UInt32(bitPattern: number) + 1)
    slots[free(entry)] = entry
    count += 1
  }

  private func free(_ entry: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(entry >> 32) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    return slot
  }
}
