/// A decoder of a zlib stream (RFC 1950, 1951) that writes into a window piece by piece.
///
/// Time and memory are bounded by what the caller asks for: decoding stops when a piece is full.
struct Inflater: ~Escapable {
  /// The state within the sequence of blocks.
  private enum Block {
    case header
    case stored(Int)
    case compressed
    case finished
  }

  /// An error in the stream.
  enum Failure: Error, Equatable {
    case truncated
    case malformed(found: String, expected: String)
  }

  /// The greatest distance of a match, which is the length of the history that the window must keep.
  static let historyLength = 32768
  /// The number of bytes by which a piece may exceed its limit, plus what copying in words may overwrite.
  static let slack = 280

  private var bits: BitReader
  private var block = Block.header
  private var isLastBlock = false
  private var literals: DeflateTable?
  private var distances: DeflateTable?

  /// Reads the header of a zlib stream.
  @_lifetime(copy input)
  init(_ input: Span<UInt8>) throws(Failure) {
    bits = BitReader(input)
    let (method, flags) = (bits.read(8), bits.read(8))
    guard !bits.isOverrun else { throw .truncated }
    guard method & 15 == 8, method >> 4 <= 7, (method << 8 | flags) % 31 == 0, flags & 0x20 == 0 else {
      throw .malformed(
        found: "the bytes \(method) and \(flags)", expected: "a zlib header of method 8 without a dictionary")
    }
  }

  /// The number of bytes of the stream that were read.
  var consumedBytes: Int { bits.consumedBytes }

  /// True after the last block.
  var isFinished: Bool { if case .finished = block { true } else { false } }

  /// Decodes until the output reaches a limit or the stream ends, and returns the new end of the output.
  ///
  /// The window has at least `limit` + ``slack`` bytes, because the output may end up to 260 bytes after the limit.
  /// Before `position`, the index of the next byte, it has all output so far, or at least the last ``historyLength``
  /// bytes of it.
  @_lifetime(self: copy self)
  mutating func decode(
    into window: inout MutableSpan<UInt8>, from position: Int, to limit: Int
  ) throws(Failure) -> Int {
    var position = position
    while position < limit, !isFinished {
      switch block {
      case .header: try readHeader()
      case .stored(let remaining):
        let wanted = min(remaining, limit &- position)
        let copied = bits.copyBytes(wanted, into: &window, at: position)
        guard copied == wanted else { throw .truncated }
        position &+= copied
        block = copied < remaining ? .stored(remaining &- copied) : endOfBlock
      case .compressed:
        guard let literals, let distances else { throw .malformed(found: "no code", expected: "a code") }
        let outcome = bits.decodeSymbols(
          literals.entries.span, distances.entries.span, into: &window, position: &position, limit: limit)
        guard !bits.isOverrun else { throw .truncated }
        switch outcome {
        case .full: break
        case .endOfBlock: block = endOfBlock
        case .badCode: throw .malformed(found: "an unused code", expected: "a literal, a length or a distance")
        case .badDistance(let distance):
          throw .malformed(found: "a distance of \(distance)", expected: "at most \(position), the bytes so far")
        }
      case .finished: break
      }
    }
    return position
  }

  private var endOfBlock: Block { isLastBlock ? .finished : .header }

  @_lifetime(self: copy self)
  private mutating func readHeader() throws(Failure) {
    isLastBlock = bits.read(1) == 1
    switch bits.read(2) {
    case 0:
      bits.align()
      let (length, complement) = (bits.read(16), bits.read(16))
      guard !bits.isOverrun else { throw .truncated }
      guard length == complement ^ 0xFFFF else {
        throw .malformed(found: "the length \(length) with \(complement)", expected: "its complement")
      }
      bits.align()
      block = length == 0 ? endOfBlock : .stored(length)
    case 1:
      literals = DeflateTable.fixed?.literals
      distances = DeflateTable.fixed?.distances
      block = .compressed
    case 2:
      try readCodes()
      block = .compressed
    default: throw .malformed(found: "a block of type 3", expected: "type 0, 1 or 2")
    }
    guard !bits.isOverrun else { throw .truncated }
  }

  /// Reads the codes of a block (RFC 1951, section 3.2.7).
  @_lifetime(self: copy self)
  private mutating func readCodes() throws(Failure) {
    let (literalCount, distanceCount, orderCount) = (bits.read(5) + 257, bits.read(5) + 1, bits.read(4) + 4)
    guard literalCount <= 286, distanceCount <= 30 else {
      throw .malformed(
        found: "codes of \(literalCount) and \(distanceCount) symbols", expected: "at most 286 and 30")
    }
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for index in order.prefix(orderCount) { codeLengths[index] = UInt8(truncatingIfNeeded: bits.read(3)) }
    guard let code = DeflateTable(codeLengths: codeLengths[...]) else { throw Self.badCode("code lengths") }

    var lengths: [UInt8] = []
    while lengths.count < literalCount + distanceCount {
      bits.refill()
      let entry = code.entries[Int(truncatingIfNeeded: bits.buffer) & 127]
      guard entry & DeflateTable.exceptional == 0 else { throw Self.badCode("code lengths") }
      bits.consume(Int(entry & 63))
      let symbol = UInt8(truncatingIfNeeded: entry >> 16)
      switch symbol {
      case 0..<16: lengths.append(symbol)
      case 16:
        guard let last = lengths.last else {
          throw .malformed(found: "a repeated code length at the start", expected: "a code length")
        }
        lengths.append(contentsOf: repeatElement(last, count: 3 + bits.read(2)))
      case 17: lengths.append(contentsOf: repeatElement(0, count: 3 + bits.read(3)))
      default: lengths.append(contentsOf: repeatElement(0, count: 11 + bits.read(7)))
      }
    }
    guard !bits.isOverrun else { throw .truncated }
    guard lengths.count == literalCount + distanceCount else {
      throw .malformed(found: "\(lengths.count) code lengths", expected: "\(literalCount + distanceCount)")
    }
    literals = DeflateTable(literals: lengths[..<literalCount])
    guard literals != nil else { throw Self.badCode("literals and lengths") }
    distances = DeflateTable(distances: lengths[literalCount...])
    guard distances != nil else { throw Self.badCode("distances") }
  }

  private static func badCode(_ what: String) -> Failure {
    .malformed(found: "a code of \(what) that is over-subscribed or incomplete", expected: "a complete prefix code")
  }

  /// Reads the checksum after the last block.
  @_lifetime(self: copy self)
  mutating func readChecksum() throws(Failure) -> UInt32 {
    bits.align()
    var checksum: UInt32 = 0
    for _ in 0..<4 { checksum = checksum << 8 | UInt32(truncatingIfNeeded: bits.read(8)) }
    guard !bits.isOverrun else { throw .truncated }
    return checksum
  }
}
