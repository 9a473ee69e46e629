/// A Huffman code of a JPEG file, with a table of what its short codes mean together with the bits after them.
struct JPEGHuffmanTable {
  /// The number of bits that `lookup` is indexed by.
  static let lookupBits = 10

  /// The meaning of each possible beginning of `lookupBits` bits, as ``Entry``.
  let lookup: [UInt32]
  /// For each length, the least code left-aligned in 16 bits that is longer.
  private let bounds: [Int]
  /// For each length, what is to be added to a code of it to find its symbol.
  private let offsets: [Int]
  private let symbols: [UInt8]

  /// Creates a code from the number of codes of the lengths 1 to 16, and their symbols; nil if there is no such code.
  ///
  /// The code of all ones is reserved, as section C of ITU T.81 says, but some writers use it, so that it is accepted.
  init?(counts: [Int], symbols: [UInt8], isAC: Bool) {
    var code = 0
    var first = 0
    var bounds = [Int](repeating: 0, count: 18)
    var offsets = [Int](repeating: 0, count: 18)
    var lookup = [UInt32](repeating: Entry.long, count: 1 << Self.lookupBits)
    for length in 1...16 {
      offsets[length] = first - code
      let end = code + counts[length - 1]
      guard end <= 1 << length else { return nil }
      if length <= Self.lookupBits {
        let span = 1 << (Self.lookupBits - length)
        for value in code..<end {
          let symbol = symbols[first + value - code]
          for tail in 0..<span {
            lookup[value * span + tail] = Entry.make(symbol, length: length, tail: tail, isAC: isAC)
          }
        }
      }
      first += end - code
      bounds[length] = end << (16 - length)
      code = end << 1
    }
    (self.lookup, self.bounds, self.offsets, self.symbols) = (lookup, bounds, offsets, symbols)
  }

  /// Finds a code of any length at the beginning of 16 bits; nil if there is none.
  @inline(never)
  func find(_ bits: Int) -> (symbol: Int, length: Int)? {
    for length in 1...16 where bits < bounds[length] {
      let index = (bits >> (16 - length)) + offsets[length]
      return symbols.indices.contains(index) ? (Int(symbols[index]), length) : nil
    }
    return nil
  }

  /// An element of the lookup table.
  ///
  /// A *complete* one holds the value of an AC coefficient in its high half, the coefficients to advance by in its
  /// second byte (64 for the end of the block), and the length of code and value in its first byte. A *partial* one has
  /// the bit `partial` set, the symbol in its second byte and the length of the code in its first byte.
  enum Entry {
    /// The flag of partial elements.
    static let partial: UInt32 = 0x80
    /// The element for codes that are longer than the index, or do not exist.
    static let long: UInt32 = 0

    fileprivate static func make(_ symbol: UInt8, length: Int, tail: Int, isAC: Bool) -> UInt32 {
      let plain = UInt32(symbol) << 8 | partial | UInt32(length)
      guard isAC else { return plain }
      let (run, size) = (Int(symbol >> 4), Int(symbol & 15))
      if size == 0 {
        // Of the symbols without a value only two exist in sequential files: 15/0 skips 16 zeros, 0/0 ends the block.
        return symbol == 0xF0 ? UInt32(16 << 8 | length) : symbol == 0 ? UInt32(64 << 8 | length) : plain
      }
      let spare = JPEGHuffmanTable.lookupBits - length
      guard size <= spare else { return plain }
      let magnitude = (tail >> (spare - size)) & ((1 << size) - 1)
      let value = magnitude < 1 << (size - 1) ? magnitude - (1 << size) + 1 : magnitude
      return UInt32(UInt16(truncatingIfNeeded: value)) << 16 | UInt32((run + 1) << 8 | (length + size))
    }
  }
}
