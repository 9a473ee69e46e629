extension VP8LCodes {
  /// The five codes of a group, for the tiles of a picture that share them.
  struct Group {
    /// Green, lengths of copies, and places in the colour cache.
    let green: Code
    let red: Code
    let blue: Code
    let alpha: Code
    /// Distances of copies.
    let distance: Code
  }

  /// Reads a group of codes and adds them, or only reads them if they are not used.
  ///
  /// - Throws: ``ImageError`` if a code is damaged.
  @_lifetime(bits: copy bits)
  mutating func readGroup(
    cacheSize: Int, isUsed: Bool, _ bits: inout VP8LBits
  ) throws(ImageError) -> Group? {
    var codes: [Code] = []
    for size in [256 + 24 + cacheSize, 256, 256, 256, 40] {
      let lengths = try Self.readLengths(size, &bits)
      if isUsed { codes.append(try add(lengths, bits)) }
    }
    return isUsed ? Group(green: codes[0], red: codes[1], blue: codes[2], alpha: codes[3], distance: codes[4]) : nil
  }

  /// Reads the lengths of the codes of an alphabet.
  @_lifetime(bits: copy bits)
  private static func readLengths(_ size: Int, _ bits: inout VP8LBits) throws(ImageError) -> [UInt8] {
    var lengths = [UInt8](repeating: 0, count: size)
    if bits.read(1) == 1 {
      let count = bits.read(1) + 1
      var symbols = [bits.read(bits.read(1) == 0 ? 1 : 8)]
      if count == 2 { symbols.append(bits.read(8)) }
      for symbol in symbols {
        guard symbol < size else {
          throw bits.error(found: "the symbol \(symbol)", expected: "a symbol of an alphabet of \(size)")
        }
        lengths[symbol] = 1
      }
      try bits.checkEnd()
      return lengths
    }
    let order = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    var lengthLengths = [UInt8](repeating: 0, count: 19)
    for index in 0..<bits.read(4) + 4 { lengthLengths[order[index]] = UInt8(bits.read(3)) }
    var codes = VP8LCodes()
    let code = try codes.add(lengthLengths, bits)
    var left = size
    if bits.read(1) == 1 {
      left = 2 + bits.read(2 + 2 * bits.read(3))
      guard left <= size else {
        throw bits.error(found: "\(left) code lengths", expected: "at most \(size)")
      }
    }
    var (index, previous) = (0, UInt8(8))
    while index < size, left > 0 {
      left -= 1
      let symbol = symbol(code, codes.elements.span, &bits)
      guard symbol >= 16 else {
        lengths[index] = UInt8(symbol)
        if symbol > 0 { previous = UInt8(symbol) }
        index += 1
        continue
      }
      let count =
        switch symbol {
        case 16: 3 + bits.read(2)
        case 17: 3 + bits.read(3)
        default: 11 + bits.read(7)
        }
      guard index + count <= size else {
        throw bits.error(found: "\(index + count) code lengths", expected: "at most \(size)")
      }
      for place in index..<index + count { lengths[place] = symbol == 16 ? previous : 0 }
      index += count
    }
    try bits.checkEnd()
    return lengths
  }
}
