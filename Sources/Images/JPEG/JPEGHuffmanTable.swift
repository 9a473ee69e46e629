/// A Huffman code of a JPEG file, with a table of what its short codes mean together with the bits after them.
///
/// It is one array, so that the tables of a scan can be joined and reached through one span:
/// `1 << lookupBits` elements to be looked up by the next bits; 17 bounds, for each length the least code that is
/// longer, left-aligned in 16 bits; 17 offsets, what is to be added to a code of a length to find its symbol; the 256
/// symbols.
struct JPEGHuffmanTable {
  /// The number of bits that beginnings of codes are looked up by.
  static let lookupBits = 10
  /// The number of elements of a table.
  static let size = symbolsStart + 256

  private static let boundsStart = 1 << lookupBits
  private static let offsetsStart = boundsStart + 17
  private static let symbolsStart = offsetsStart + 17

  let elements: [UInt32]

  /// Creates a code from the number of codes of the lengths 1 to 16, and their symbols; nil if there is no such code.
  ///
  /// The code of all ones is reserved, as section C of ITU T.81 says, but some writers use it, so that it is accepted.
  init?(counts: [Int], symbols: [UInt8], isAC: Bool) {
    var code = 0
    var first = 0
    var elements = [UInt32](repeating: 0, count: Self.size)
    for length in 1...16 {
      let end = code + counts[length - 1]
      guard end <= 1 << length else { return nil }
      if length <= Self.lookupBits {
        let span = 1 << (Self.lookupBits - length)
        for value in code..<end {
          for tail in 0..<span {
            elements[value * span + tail] = Self.element(
              symbols[first + value - code], length: length, tail: tail, isAC: isAC)
          }
        }
      }
      elements[Self.boundsStart + length] = UInt32(end << (16 - length))
      elements[Self.offsetsStart + length] = UInt32(truncatingIfNeeded: first - code)
      first += end - code
      code = end << 1
    }
    for (index, symbol) in symbols.enumerated() { elements[Self.symbolsStart + index] = UInt32(symbol) }
    self.elements = elements
  }

  /// Finds a code of any length at the beginning of 16 bits; nil if there is none.
  @inline(never)
  static func find(_ bits: Int, in table: Span<UInt32>) -> (symbol: Int, length: Int)? {
    for length in 1...16 where bits < Int(table[boundsStart + length]) {
      let index = UInt32(bits >> (16 - length)) &+ table[offsetsStart + length]
      return index < 256 ? (Int(table[symbolsStart + Int(index)]), length) : nil
    }
    return nil
  }

  /// The flag of partial elements of the lookup table.
  static let partial: UInt32 = 0x80

  /// Makes an element of the lookup table; 0 stands for codes that are longer than the index, or do not exist.
  ///
  /// A *complete* one holds the value of an AC coefficient in its high half, the coefficients to advance by in its
  /// second byte (64 for the end of the block), and the length of code and value in its first byte. A *partial* one has
  /// the flag ``partial``, the symbol in its second byte and the length of the code in its first byte.
  private static func element(_ symbol: UInt8, length: Int, tail: Int, isAC: Bool) -> UInt32 {
    let plain = UInt32(symbol) << 8 | partial | UInt32(length)
    guard isAC else { return plain }
    let (run, size) = (Int(symbol >> 4), Int(symbol & 15))
    // Of the symbols without a value only two exist in sequential files: 15/0 skips 16 zeros, 0/0 ends the block.
    if size == 0 { return symbol == 0xF0 ? UInt32(16 << 8 | length) : symbol == 0 ? UInt32(64 << 8 | length) : plain }
    let spare = lookupBits - length
    guard size <= spare else { return plain }
    let magnitude = (tail >> (spare - size)) & ((1 << size) - 1)
    let value = magnitude < 1 << (size - 1) ? magnitude - (1 << size) + 1 : magnitude
    return UInt32(UInt16(truncatingIfNeeded: value)) << 16 | UInt32((run + 1) << 8 | (length + size))
  }
}
