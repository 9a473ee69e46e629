internal import SwiftletGGUF

extension PrefixFile {
  /// The header of a prefix file.
  struct Header: Equatable {
    var tokenCount: Int
    var model: ContentHash
    var adapter: ContentHash
    /// The instruction set, as a word from ``word(_:)``.
    var instructionSet: UInt64
    /// The KV cache format, as a word from ``word(_:)``.
    var format: UInt64
    /// The page size of full-attention layers in bytes; 0 if there are none.
    var fullByteCount: Int
    var contextSize: Int
    /// The page size of sliding-window layers in bytes; 0 if there are none.
    var localByteCount: Int
    /// The number of pages of sliding-window layers.
    var localCount: Int
    var table = ContentHash(low: 0, high: 0)

    /// The format version, to be incremented with every change of the page layout or of this file.
    static var version: Int { 3 }
    /// The size of the header in words.
    static var count: Int { 19 }
    /// The magic number: `SWLTPREF` in file byte order.
    static var magic: UInt64 { UInt64(bigEndian: 0x5357_4C54_5052_4546) }

    /// The number of pages of full-attention layers.
    private var fullCount: Int { fullByteCount > 0 ? tokenCount / KeyValuePool.positionsPerPage : 0 }

    /// The sizes of the pages in file order.
    var pageByteCounts: [Int] {
      Array(repeating: fullByteCount, count: fullCount) + Array(repeating: localByteCount, count: localCount)
    }

    /// The size of the file in bytes; nil on overflow.
    private var fileByteCount: Int? {
      let (full, local) = (
        fullCount.multipliedReportingOverflow(by: fullByteCount),
        localCount.multipliedReportingOverflow(by: localByteCount)
      )
      let (pages, overflow) = full.partialValue.addingReportingOverflow(local.partialValue)
      let (total, tooMuch) = pages.addingReportingOverflow(8 * (Self.count + tokenCount + 2 * (fullCount + localCount)))
      return full.overflow || local.overflow || overflow || tooMuch ? nil : total
    }

    /// The header as words of the file.
    var words: [UInt64] {
      var words = [Self.magic, PackedCacheTable.byteOrderMark]
      words += [Self.version, fileByteCount ?? 0, tokenCount].map { UInt64(bitPattern: Int64($0)) }
      words += [model.low, model.high, adapter.low, adapter.high, instructionSet, format]
      words += [fullByteCount, contextSize, localByteCount, localCount].map { UInt64(bitPattern: Int64($0)) }
      words += [table.low, table.high]
      let hash = ContentHash(words)
      return words + [hash.low, hash.high]
    }
  }
}

/// Parsing: no data is trusted before its hash is verified.
extension PrefixFile.Header {
  init(_ file: MappedFile) throws(PrefixFileError) {
    guard file.count >= 8 * Self.count else { throw .wrongSize(found: file.count, expected: 8 * Self.count) }
    let words = Self.words(file, 0..<Self.count)
    guard words[0] == Self.magic else { throw .notAPrefixFile }
    guard words[1] == PackedCacheTable.byteOrderMark else {
      throw words[1] == PackedCacheTable.byteOrderMark.byteSwapped ? .byteOrderMismatch : .corruptTable
    }
    guard words[2] == UInt64(Self.version) else {
      throw .versionMismatch(found: Int(clamping: words[2]), expected: Self.version)
    }
    guard ContentHash(words[..<17]) == ContentHash(low: words[17], high: words[18]) else { throw .corruptTable }
    guard words[3] == UInt64(file.count) else {
      throw .wrongSize(found: file.count, expected: Int(clamping: words[3]))
    }
    // A loose bound on the token count, so that sums do not overflow.
    guard words[4] > 0, words[4] < UInt64(file.count), words[4] % UInt64(KeyValuePool.positionsPerPage) == 0,
      let fullByteCount = Int(exactly: words[11]), let contextSize = Int(exactly: words[12]),
      let localByteCount = Int(exactly: words[13]), words[14] <= words[4] / UInt64(KeyValuePool.positionsPerPage)
    else { throw .corruptTable }
    self.init(
      tokenCount: Int(words[4]), model: ContentHash(low: words[5], high: words[6]),
      adapter: ContentHash(low: words[7], high: words[8]), instructionSet: words[9], format: words[10],
      fullByteCount: fullByteCount, contextSize: contextSize, localByteCount: localByteCount,
      localCount: Int(words[14]), table: ContentHash(low: words[15], high: words[16]))
    guard fileByteCount == file.count else { throw .corruptTable }
  }

  /// Checks that the file matches the expected origin and pool.
  func check(against expected: Self) throws(PrefixFileError) {
    guard model == expected.model else { throw .modelMismatch }
    guard adapter == expected.adapter else { throw .adapterMismatch }
    guard instructionSet == expected.instructionSet else {
      throw .instructionSetMismatch(found: Self.text(instructionSet), expected: Self.text(expected.instructionSet))
    }
    guard format == expected.format, fullByteCount == expected.fullByteCount,
      localByteCount == expected.localByteCount, localCount == expected.localCount
    else {
      func description(_ header: Self) -> String {
        let full = "\(Self.text(header.format)) in pages of \(header.fullByteCount) bytes"
        return header.localCount == 0 ? full : full + " and \(header.localCount) of \(header.localByteCount)"
      }
      throw .formatMismatch(found: description(self), expected: description(expected))
    }
    guard contextSize == expected.contextSize else {
      throw .contextSizeMismatch(found: contextSize, expected: expected.contextSize)
    }
  }

  static func words(_ file: MappedFile, _ range: Range<Int>) -> [UInt64] {
    unsafe file.withBytes(in: 8 * range.lowerBound..<8 * range.upperBound) { bytes in
      // Safe: the bytes are those of the range.
      (0..<range.count).map { unsafe bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) }
    }
  }

  /// Packs the first 8 bytes of a string into a word, the first in the lowest byte.
  static func word(_ text: String) -> UInt64 { text.utf8.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) } }

  /// Unpacks the string of a word, up to the first byte that is not printable.
  private static func text(_ word: UInt64) -> String {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }.prefix { $0 > 32 && $0 < 127 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
