/// A decoding table of a prefix code of deflate: a table indexed by the next bits, with second tables for long codes.
///
/// An entry holds in bits 0…5 the number of bits to drop, in bits 8…11 the length of the code without its extra bits,
/// in bits 16…30 a literal, a base value or the start of a second table, and flags: see the constants.
struct DeflateTable {
  /// The entries: first those of the primary table.
  private(set) var entries: [UInt32] = []

  /// The entry is a literal.
  static let literal: UInt32 = 1 << 31
  /// The entry is none of a literal, a length and a distance, but one of the next three.
  static let exceptional: UInt32 = 1 << 15
  /// The entry is a second table, whose index has the number of bits in bits 8…11.
  static let second: UInt32 = 1 << 14
  /// The entry ends the block.
  static let end: UInt32 = 1 << 13

  static let literalBits = 11
  static let distanceBits = 8

  /// Creates the table of the literals and lengths.
  init?(literals lengths: ArraySlice<UInt8>) {
    // A block cannot end without its symbol.
    guard lengths.count > 256, lengths[lengths.startIndex + 256] != 0 else { return nil }
    self.init(lengths, bits: Self.literalBits, allowsIncomplete: true) { symbol in
      switch symbol {
      case 0..<256: Self.literal | UInt32(symbol) << 16
      case 256: Self.exceptional | Self.end
      case 257..<286: Self.value(Self.lengths[symbol - 257])
      default: Self.exceptional
      }
    }
  }

  /// Creates the table of the distances.
  init?(distances lengths: ArraySlice<UInt8>) {
    self.init(lengths, bits: Self.distanceBits, allowsIncomplete: true) { symbol in
      symbol < 30 ? Self.value(Self.distances[symbol]) : Self.exceptional
    }
  }

  /// Creates the table of the lengths of codes, whose entries hold symbols as base values.
  init?(codeLengths lengths: ArraySlice<UInt8>) {
    self.init(lengths, bits: 7, allowsIncomplete: false) { UInt32($0) << 16 }
  }

  private static func value(_ range: (base: UInt32, extra: UInt32)) -> UInt32 { range.base << 16 | range.extra }

  /// The base values and numbers of extra bits of the symbols 257…285 (RFC 1951, section 3.2.5).
  ///
  /// The last would be 259 with no extra bits, but is 258.
  private static let lengths = Array(ranges(first: 3, perWidth: 4, count: 28)) + [(base: UInt32(258), extra: UInt32(0))]

  /// The base values and numbers of extra bits of the distance symbols.
  private static let distances = ranges(first: 1, perWidth: 2, count: 30)

  /// Lists consecutive ranges, `perWidth` with each number of extra bits, but twice as many with none.
  private static func ranges(first: UInt32, perWidth: Int, count: Int) -> [(base: UInt32, extra: UInt32)] {
    var base = first
    return (0..<count).map { index in
      let extra = UInt32(max(0, index / perWidth - 1))
      defer { base += 1 << extra }
      return (base, extra)
    }
  }

  /// Creates the table of a canonical code; nil if the code is over-subscribed or incomplete.
  ///
  /// As in zlib, a code of one symbol with one bit may be incomplete, and so may a code without symbols.
  private init?(_ lengths: ArraySlice<UInt8>, bits: Int, allowsIncomplete: Bool, _ entry: (Int) -> UInt32) {
    var counts = [Int](repeating: 0, count: 16)
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    let longest = counts.lastIndex { $0 > 0 } ?? 0
    var free = 1
    for length in 1..<16 {
      free = free * 2 - counts[length]
      guard free >= 0 else { return nil }
    }
    guard free == 0 || allowsIncomplete && longest <= 1 else { return nil }

    // Codes that are not used keep this entry, which is an error when it is met.
    entries = [UInt32](repeating: Self.exceptional, count: 1 << bits)
    var starts = [Int](repeating: 0, count: 17)
    for length in 1..<16 { starts[length + 1] = starts[length] + counts[length] }
    var sorted = [Int](repeating: 0, count: lengths.count)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      sorted[starts[Int(length)]] = symbol
      starts[Int(length)] += 1
    }
    var next = 0
    var code = 0
    for length in stride(from: 1, through: longest, by: 1) {
      for index in 0..<counts[length] {
        let reversed = Self.reversed(code, length)
        let content = entry(sorted[next])
        if length <= bits {
          let value = content + UInt32(length) | UInt32(length) << 8
          for slot in stride(from: reversed, to: 1 << bits, by: 1 << length) { entries[slot] = value }
        } else {
          let prefix = reversed & (1 << bits - 1)
          if entries[prefix] & Self.second == 0 {
            addSecondTable(prefix, bits, length, longest, counts, left: counts[length] - index)
          }
          let (start, width) = (Int(entries[prefix] >> 16), Int(entries[prefix] >> 8 & 15))
          let rest = length - bits
          let value = content + UInt32(rest) | UInt32(rest) << 8
          for slot in stride(from: reversed >> bits, to: 1 << width, by: 1 << rest) { entries[start + slot] = value }
        }
        next += 1
        code += 1
      }
      code <<= 1
    }
  }

  /// Adds a second table that is wide enough for the codes that begin with a prefix.
  ///
  /// In a canonical code these follow each other, so that the table is full after as many codes as fit into it.
  private mutating func addSecondTable(
    _ prefix: Int, _ bits: Int, _ length: Int, _ longest: Int, _ counts: [Int], left: Int
  ) {
    var width = length - bits
    var free = 1 << width - left
    while free > 0, width + bits < longest {
      width += 1
      free = free * 2 - counts[width + bits]
    }
    entries[prefix] =
      Self.exceptional | Self.second | UInt32(entries.count) << 16 | UInt32(width) << 8 | UInt32(bits)
    entries.append(contentsOf: repeatElement(Self.exceptional, count: 1 << width))
  }

  /// Reverses the lowest bits of a code, because deflate packs codes from their most significant bit.
  private static func reversed(_ code: Int, _ length: Int) -> Int {
    (0..<length).reduce(0) { $0 << 1 | code >> $1 & 1 }
  }
}

extension DeflateTable {
  /// The codes of blocks with fixed codes (RFC 1951, section 3.2.6).
  static let fixed: (literals: DeflateTable, distances: DeflateTable)? = {
    let lengths =
      [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112) + [UInt8](repeating: 7, count: 24)
      + [UInt8](repeating: 8, count: 8)
    guard let literals = DeflateTable(literals: lengths[...]),
      let distances = DeflateTable(distances: [UInt8](repeating: 5, count: 32)[...])
    else { return nil }
    return (literals, distances)
  }()
}
