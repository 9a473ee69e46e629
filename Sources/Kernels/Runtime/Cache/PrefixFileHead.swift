internal import SwiftletGGUF

extension PrefixFile {
  /// What a file says of itself before all else.
  struct Head: Equatable {
    var tokenCount: Int
    var model: ContentHash
    var adapter: ContentHash
    /// Texts, as ``word(_:)`` makes them.
    var instructionSet: UInt64
    var format: UInt64
    /// The size of a page of layers that see all positions, 0 if there are none.
    var fullByteCount: Int
    var contextSize: Int
    /// The size of a page of layers with windows, 0 if there are none.
    var localByteCount: Int
    /// The number of such pages.
    var localCount: Int
    var table = ContentHash(low: 0, high: 0)

    /// To be raised with every change of how keys and values lie in a page, or of this file.
    static var version: Int { 2 }
    /// The number of words.
    static var count: Int { 19 }
    /// `SWLTPREF` in the order in which the bytes lie in the file.
    static var magic: UInt64 { UInt64(bigEndian: 0x5357_4C54_5052_4546) }

    /// The number of pages of layers that see all positions.
    private var fullCount: Int { fullByteCount > 0 ? tokenCount / KeyValuePool.positionsPerPage : 0 }

    /// The sizes of the pages, in the order of the file.
    var pageByteCounts: [Int] {
      Array(repeating: fullByteCount, count: fullCount) + Array(repeating: localByteCount, count: localCount)
    }

    /// The size of the whole file, nil if no file can be so large.
    private var fileByteCount: Int? {
      let (full, local) = (
        fullCount.multipliedReportingOverflow(by: fullByteCount),
        localCount.multipliedReportingOverflow(by: localByteCount)
      )
      let (pages, overflow) = full.partialValue.addingReportingOverflow(local.partialValue)
      let (total, tooMuch) = pages.addingReportingOverflow(8 * (Self.count + tokenCount + 2 * (fullCount + localCount)))
      return full.overflow || local.overflow || overflow || tooMuch ? nil : total
    }

    /// The head as it lies in the file.
    var words: [UInt64] {
      var words = [Self.magic, PackedCacheTable.orderMark]
      words += [Self.version, fileByteCount ?? 0, tokenCount].map { UInt64(bitPattern: Int64($0)) }
      words += [model.low, model.high, adapter.low, adapter.high, instructionSet, format]
      words += [fullByteCount, contextSize, localByteCount, localCount].map { UInt64(bitPattern: Int64($0)) }
      words += [table.low, table.high]
      let hash = ContentHash(words)
      return words + [hash.low, hash.high]
    }
  }
}

/// Reading: nothing is believed before its hash has been seen.
extension PrefixFile.Head {
  init(_ file: MappedFile) throws(PrefixFileError) {
    guard file.count >= 8 * Self.count else { throw .wrongSize(found: file.count, expected: 8 * Self.count) }
    let words = Self.words(file, 0..<Self.count)
    guard words[0] == Self.magic else { throw .notAPrefix }
    guard words[1] == PackedCacheTable.orderMark else {
      throw words[1] == PackedCacheTable.orderMark.byteSwapped ? .foreignByteOrder : .damagedTable
    }
    guard words[2] == UInt64(Self.version) else {
      throw .otherVersion(found: Int(clamping: words[2]), expected: Self.version)
    }
    guard ContentHash(words[..<17]) == ContentHash(low: words[17], high: words[18]) else { throw .damagedTable }
    guard words[3] == UInt64(file.count) else {
      throw .wrongSize(found: file.count, expected: Int(clamping: words[3]))
    }
    // Far more than fit: sums stay numbers.
    guard words[4] > 0, words[4] < UInt64(file.count), words[4] % UInt64(KeyValuePool.positionsPerPage) == 0,
      let fullByteCount = Int(exactly: words[11]), let contextSize = Int(exactly: words[12]),
      let localByteCount = Int(exactly: words[13]), words[14] <= words[4] / UInt64(KeyValuePool.positionsPerPage)
    else { throw .damagedTable }
    self.init(
      tokenCount: Int(words[4]), model: ContentHash(low: words[5], high: words[6]),
      adapter: ContentHash(low: words[7], high: words[8]), instructionSet: words[9], format: words[10],
      fullByteCount: fullByteCount, contextSize: contextSize, localByteCount: localByteCount,
      localCount: Int(words[14]), table: ContentHash(low: words[15], high: words[16]))
    guard fileByteCount == file.count else { throw .damagedTable }
  }

  /// Checks that the file was made by what is there now.
  func check(against expected: Self) throws(PrefixFileError) {
    guard model == expected.model else { throw .otherModel }
    guard adapter == expected.adapter else { throw .otherAdapter }
    guard instructionSet == expected.instructionSet else {
      throw .otherInstructionSet(found: Self.text(instructionSet), expected: Self.text(expected.instructionSet))
    }
    guard format == expected.format, fullByteCount == expected.fullByteCount,
      localByteCount == expected.localByteCount, localCount == expected.localCount
    else {
      func description(_ head: Self) -> String {
        let full = "\(Self.text(head.format)) in pages of \(head.fullByteCount) bytes"
        return head.localCount == 0 ? full : full + " and \(head.localCount) of \(head.localByteCount)"
      }
      throw .otherFormat(found: description(self), expected: description(expected))
    }
    guard contextSize == expected.contextSize else {
      throw .otherContextSize(found: contextSize, expected: expected.contextSize)
    }
  }

  static func words(_ file: MappedFile, _ range: Range<Int>) -> [UInt64] {
    unsafe file.withBytes(in: 8 * range.lowerBound..<8 * range.upperBound) { bytes in
      // Safe: the bytes are those of the range.
      (0..<range.count).map { unsafe bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) }
    }
  }

  /// The first 8 bytes of a text, the first one lowest.
  static func word(_ text: String) -> UInt64 { text.utf8.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) } }

  /// The text of a word, as far as it can be shown.
  private static func text(_ word: UInt64) -> String {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }.prefix { $0 > 32 && $0 < 127 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
