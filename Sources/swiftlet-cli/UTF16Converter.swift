/// A converter of UTF-16 text to UTF-8, piece by piece.
struct UTF16Converter {
  private let isBigEndian: Bool
  /// The bytes of a unit, or of a pair of units, whose other half is in the next piece.
  private var rest: [UInt8] = []

  /// The number of bytes of the mark.
  static let markCount = 2

  /// Creates a converter for the text after a mark of UTF-16; `nil` if the bytes do not begin with one.
  init?(markOf bytes: [UInt8]) {
    isBigEndian = bytes.starts(with: [0xFE, 0xFF])
    guard isBigEndian || bytes.starts(with: [0xFF, 0xFE]) else { return nil }
  }

  /// True if the text ends with the last piece.
  var isComplete: Bool { rest.isEmpty }

  /// Returns a piece in UTF-8; `nil` if it is no UTF-16.
  mutating func convert(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
    rest += bytes
    var units = stride(from: 0, to: rest.count - 1, by: 2).map { index -> UInt16 in
      let pair = isBigEndian ? (rest[index], rest[index + 1]) : (rest[index + 1], rest[index])
      return UInt16(pair.0) << 8 | UInt16(pair.1)
    }
    if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    rest.removeFirst(2 * units.count)
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }
}
