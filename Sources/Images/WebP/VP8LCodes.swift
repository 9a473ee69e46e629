/// The prefix codes of a lossless WebP stream, in one array of lookup tables.
struct VP8LCodes {
  /// A prefix code: a lookup table in `elements`.
  struct Code {
    /// The index of the table.
    let start: Int
    /// The number of bits of the index; 0 for a code of one symbol, which needs no bits.
    let bits: Int
  }

  /// The lookup tables.
  ///
  /// An element is a symbol in the high and the length of its code in the low half. In a first table, lengths above
  /// `rootBits` stand for a second table: the high half is the distance to it, the low half is `rootBits` more than the
  /// bits of its index.
  private(set) var elements: [UInt32] = []

  private static let rootBits = 8
  private static let longest = 15
  /// The limit of `elements`, a multiple of what encoders make.
  private static let limit = 1 << 24

  /// Adds a code with the given lengths of the codes of its symbols, 0 for unused ones.
  ///
  /// - Throws: ``ImageError`` if the lengths are not those of a complete prefix code.
  mutating func add(_ lengths: [UInt8], _ bits: borrowing VP8LBits) throws(ImageError) -> Code {
    var counts = [Int](repeating: 0, count: Self.longest + 1)
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    let used = counts.reduce(0, +)
    let start = elements.count
    if used == 1, let symbol = lengths.firstIndex(where: { $0 > 0 }) {
      elements.append(UInt32(symbol) << 16)
      return Code(start: start, bits: 0)
    }
    // The codes of each length take 2^(15 − length) of the 2^15 leaves.
    let leaves = (1...Self.longest).reduce(0) { $0 + counts[$1] << (Self.longest - $1) }
    guard leaves == 1 << Self.longest, start <= Self.limit else {
      guard start <= Self.limit else {
        throw bits.error(.limitExceeded, found: "more prefix codes", expected: "tables of \(Self.limit) elements")
      }
      throw bits.error(found: "a code of \(used) symbols with lengths \(counts)", expected: "a complete prefix code")
    }
    var next = [Int](repeating: 0, count: Self.longest + 2)
    var offset = [Int](repeating: 0, count: Self.longest + 2)
    for length in 1...Self.longest {
      next[length + 1] = (next[length] + counts[length]) << 1
      offset[length + 1] = offset[length] + counts[length]
    }
    var sorted = [(symbol: Int, length: Int, code: Int)](repeating: (0, 0, 0), count: used)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      sorted[offset[length]] = (symbol, length, next[length])
      offset[length] += 1
      next[length] += 1
    }
    let root = min(Self.rootBits, sorted[used - 1].length)
    elements.append(contentsOf: repeatElement(0, count: 1 << root))
    fill(sorted, start: start, root: root)
    return Code(start: start, bits: root)
  }

  /// Fills the tables for codes sorted by length.
  private mutating func fill(_ codes: [(symbol: Int, length: Int, code: Int)], start: Int, root: Int) {
    var index = 0
    while index < codes.count, codes[index].length <= root {
      let (symbol, length, code) = codes[index]
      set(UInt32(symbol) << 16 | UInt32(length), start, Self.reversed(code, length), length, root)
      index += 1
    }
    // Longer codes of the same first bits follow one another; the last of them is the longest.
    while index < codes.count {
      let prefix = codes[index].code >> (codes[index].length - root)
      var end = index
      while end < codes.count, codes[end].code >> (codes[end].length - root) == prefix { end += 1 }
      let bits = codes[end - 1].length - root
      let second = elements.count
      elements.append(contentsOf: repeatElement(0, count: 1 << bits))
      elements[start + Self.reversed(prefix, root)] = UInt32(second - start) << 16 | UInt32(Self.rootBits + bits)
      for (symbol, length, code) in codes[index..<end] {
        let rest = length - root
        set(
          UInt32(symbol) << 16 | UInt32(rest), second, Self.reversed(code & ((1 << rest) - 1), rest), rest, bits)
      }
      index = end
    }
  }

  /// Sets all elements of a table whose index ends in a code.
  private mutating func set(_ element: UInt32, _ start: Int, _ code: Int, _ length: Int, _ bits: Int) {
    for index in stride(from: code, to: 1 << bits, by: 1 << length) { elements[start + index] = element }
  }

  private static func reversed(_ code: Int, _ length: Int) -> Int {
    length == 0 ? 0 : Int(UInt16(truncatingIfNeeded: code).bitReversed >> (16 - UInt16(length)))
  }

  /// Reads a symbol, after which at least 17 bits are there.
  @inline(__always)
  @_lifetime(bits: copy bits)
  static func symbol(_ code: Code, _ elements: Span<UInt32>, _ bits: inout VP8LBits) -> Int {
    bits.refill()
    let index = Int(truncatingIfNeeded: bits.bits) & ((1 &<< code.bits) &- 1)
    var element = elements[code.start &+ index]
    let length = Int(element & 0xFFFF)
    if length > rootBits {
      bits.drop(rootBits)
      let rest = Int(truncatingIfNeeded: bits.bits) & ((1 &<< (length &- rootBits)) &- 1)
      element = elements[code.start &+ Int(element >> 16) &+ rest]
    }
    bits.drop(Int(element & 0xFFFF))
    return Int(element >> 16)
  }
}

extension UInt16 {
  /// The bits in reverse order.
  fileprivate var bitReversed: UInt16 {
    var (rest, result) = (self, UInt16(0))
    for _ in 0..<16 {
      result = result << 1 | rest & 1
      rest >>= 1
    }
    return result
  }
}
