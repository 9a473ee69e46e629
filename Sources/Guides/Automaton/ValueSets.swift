/// Sets of the scalars that arrays of different elements already contain, each identified by an integer.
///
/// A set is a persistent treap, a search tree whose priorities are hashes. Sets share its nodes, so that one with one
/// more value takes logarithmic time, and equal sets have the same identifier whatever the order of their values.
struct ValueSets {
  /// The empty set.
  static let empty: Int32 = 0

  private struct Node: Hashable {
    /// The index of the value.
    var value: Int32
    /// The sets of the values with smaller and with greater indices.
    var left: Int32
    var right: Int32
  }

  private var values: [ScalarValue] = []
  private var valueIndex: [ScalarValue: Int32] = [:]
  /// The root of each set; the first one stands for the empty set.
  private var nodes = [Node(value: -1, left: 0, right: 0)]
  private var nodeIndex: [Node: Int32] = [:]
  private var counts: [Int32] = [0]
  /// The approximate memory in use, in bytes.
  private(set) var byteCount = 0

  /// Returns the number of values of a set.
  func count(_ set: Int32) -> Int { Int(counts[Int(set)]) }

  func contains(_ value: ScalarValue, in set: Int32) -> Bool {
    guard set != Self.empty, let number = valueIndex[value] else { return false }
    var current = set
    while current != Self.empty {
      let node = nodes[Int(current)]
      if node.value == number { return true }
      current = number < node.value ? node.left : node.right
    }
    return false
  }

  /// Returns the texts of a set's strings, in order.
  func strings(in set: Int32) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    var open = [set]
    while let current = open.popLast() {
      guard current != Self.empty else { continue }
      let node = nodes[Int(current)]
      if case .string(let text) = values[Int(node.value)] { texts.append(text) }
      open.append(node.left)
      open.append(node.right)
    }
    return texts.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Returns the set with one more value.
  mutating func inserting(_ value: ScalarValue, into set: Int32) -> Int32 { inserting(number(of: value), into: set) }

  private mutating func number(of value: ScalarValue) -> Int32 {
    if let known = valueIndex[value] { return known }
    let number = Int32(values.count)
    values.append(value)
    valueIndex[value] = number
    byteCount += 160 + value.byteCount
    return number
  }

  private mutating func inserting(_ value: Int32, into set: Int32) -> Int32 {
    guard set != Self.empty else { return node(value, Self.empty, Self.empty) }
    let top = nodes[Int(set)]
    if top.value == value { return set }
    if Self.priority(value) > Self.priority(top.value) {
      // A value below another has a lower priority, so the set cannot contain it.
      let (left, right) = split(set, at: value)
      return node(value, left, right)
    }
    if value < top.value {
      let left = inserting(value, into: top.left)
      return node(top.value, left, top.right)
    }
    let right = inserting(value, into: top.right)
    return node(top.value, top.left, right)
  }

  /// Returns the sets of the values before and after one that a set does not contain.
  private mutating func split(_ set: Int32, at value: Int32) -> (Int32, Int32) {
    guard set != Self.empty else { return (Self.empty, Self.empty) }
    let top = nodes[Int(set)]
    if top.value < value {
      let (left, right) = split(top.right, at: value)
      return (node(top.value, top.left, left), right)
    }
    let (left, right) = split(top.left, at: value)
    return (left, node(top.value, right, top.right))
  }

  private mutating func node(_ value: Int32, _ left: Int32, _ right: Int32) -> Int32 {
    let node = Node(value: value, left: left, right: right)
    if let known = nodeIndex[node] { return known }
    let number = Int32(nodes.count)
    nodes.append(node)
    counts.append(counts[Int(left)] + counts[Int(right)] + 1)
    nodeIndex[node] = number
    byteCount += 60
    return number
  }

  /// Returns a priority that no other value has: each step can be inverted.
  private static func priority(_ value: Int32) -> UInt32 {
    var bits = UInt32(bitPattern: value) &+ 0x9E37_79B9
    bits = (bits ^ bits >> 16) &* 0x85EB_CA6B
    bits = (bits ^ bits >> 13) &* 0xC2B2_AE35
    return bits ^ bits >> 16
  }
}

/// The values that an element must not have: those of a set, and some more.
struct UsedValues {
  private let sets: ValueSets
  private let set: Int32
  private var added: Set<ScalarValue> = []

  init(_ sets: ValueSets, _ set: Int32) {
    self.sets = sets
    self.set = set
  }

  var count: Int { sets.count(set) + added.count }

  func contains(_ value: ScalarValue) -> Bool { sets.contains(value, in: set) || added.contains(value) }

  mutating func insert(_ value: ScalarValue) { added.insert(value) }
}
