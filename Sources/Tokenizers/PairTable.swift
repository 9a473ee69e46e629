/// A hash table from pairs of integers to pairs of integers.
///
/// It stores the merges of byte-pair encoding, (left token, right token) → (rank, merged token), and the edges of the
/// trie of special tokens, (node, byte) → (0, next node). It uses open addressing; lookups do not allocate. Merges come
/// from untrusted files; therefore each table has a random hash multiplier, against hash flooding, as in ``TextIndex``.
struct PairTable: Sendable {
  /// A key with its value; the slot is empty if `left` is negative.
  private struct Slot {
    var left: Int32 = -1
    var right: Int32 = -1
    var value = Value(rank: 0, id: 0)
  }

  /// The value of a pair.
  struct Value: Sendable {
    var rank: UInt32
    var id: Int32
  }

  private var slots: [Slot]
  private var mask: Int
  private var count = 0
  private let factor = UInt64.random(in: .min ... .max) | 1

  /// Creates an empty table with room for `capacity` pairs.
  init(capacity: Int) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = Array(repeating: Slot(), count: size)
    mask = size - 1
  }

  /// The value of a pair of non-negative integers.
  @inline(__always)
  subscript(left: Int32, right: Int32) -> Value? {
    var position = position(left, right)
    while slots[position].left >= 0 {
      if slots[position].left == left, slots[position].right == right { return slots[position].value }
      position = (position + 1) & mask
    }
    return nil
  }

  /// Inserts a pair unless it exists already.
  mutating func insert(_ left: Int32, _ right: Int32, _ value: Value) {
    if (count + 1) * 2 > slots.count { grow() }
    var position = position(left, right)
    while slots[position].left >= 0 {
      if slots[position].left == left, slots[position].right == right { return }
      position = (position + 1) & mask
    }
    slots[position] = Slot(left: left, right: right, value: value)
    count += 1
  }

  private mutating func grow() {
    var larger = PairTable(capacity: slots.count)
    for slot in slots where slot.left >= 0 { larger.insert(slot.left, slot.right, slot.value) }
    self = larger
  }

  @inline(__always)
  private func position(_ left: Int32, _ right: Int32) -> Int {
    let key = UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
    let product = (key ^ key >> 32 &* 0x94D0_49BB_1331_11EB) &* factor
    return Int(truncatingIfNeeded: product >> 32) & mask
  }
}
