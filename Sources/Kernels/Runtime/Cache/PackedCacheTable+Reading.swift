internal import SwiftletGGUF

/// Parsing: no data is trusted before its hash is verified, and no extent before it is range-checked.
extension PackedCacheTable {
  /// Reads the table of a file and checks that all matrices are inside the file, after the table, and disjoint.
  init(_ file: MappedFile) throws(PackedCacheError) {
    guard file.count >= 8 * Self.headerWordCount else {
      throw .wrongSize(found: file.count, expected: 8 * Self.headerWordCount)
    }
    let header = Self.words(file, 0..<Self.headerWordCount)
    guard header[0] == Self.magic else { throw .notAPackedCache }
    guard header[1] == Self.byteOrderMark else {
      throw header[1] == Self.byteOrderMark.byteSwapped ? .byteOrderMismatch : .corruptTable
    }
    guard header[2] == UInt64(Self.version) else {
      throw .versionMismatch(found: Int(clamping: header[2]), expected: Self.version)
    }
    guard ContentHash(header[..<9]) == ContentHash(low: header[9], high: header[10]) else { throw .corruptTable }
    guard header[3] == UInt64(file.count) else {
      throw .wrongSize(found: file.count, expected: Int(clamping: header[3]))
    }
    guard header[4] <= UInt64(file.count / 8 - Self.headerWordCount) else { throw .corruptTable }
    let end = Self.headerWordCount + Int(header[4])
    var reader = WordReader(Self.words(file, Self.headerWordCount..<end))
    guard ContentHash(reader.words) == ContentHash(low: header[7], high: header[8]) else { throw .corruptTable }
    shards = []
    var left = header[5]
    while left > 0 {
      shards.append(try Shard(&reader))
      left -= 1
    }
    left = header[6]
    var free = 8 * end
    while left > 0 {
      let matrix = try Matrix(&reader)
      let (matrixEnd, overflow) = matrix.offset.addingReportingOverflow(matrix.byteCount)
      guard matrix.offset >= free, matrix.offset % Self.alignment == 0, matrix.byteCount > 0, !overflow,
        matrixEnd <= file.count
      else { throw .corruptTable }
      free = matrixEnd
      matrices.append(matrix)
      left -= 1
    }
    guard reader.isAtEnd else { throw .corruptTable }
  }

  /// The words of a range of a file, which are inside it.
  static func words(_ file: MappedFile, _ range: Range<Int>) -> [UInt64] {
    unsafe file.withBytes(in: 8 * range.lowerBound..<8 * range.upperBound) { bytes in
      // Safe: the bytes are those of the range.
      (0..<range.count).map { unsafe bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) }
    }
  }
}

/// A sequential reader of the words of a table.
private struct WordReader {
  let words: [UInt64]
  private var next = 0

  init(_ words: [UInt64]) { self.words = words }

  var isAtEnd: Bool { next == words.count }

  mutating func word() throws(PackedCacheError) -> UInt64 {
    guard next < words.count else { throw .corruptTable }
    defer { next += 1 }
    return words[next]
  }

  mutating func integer() throws(PackedCacheError) -> Int { Int(Int64(bitPattern: try word())) }

  mutating func hash() throws(PackedCacheError) -> ContentHash { ContentHash(low: try word(), high: try word()) }

  mutating func hashes() throws(PackedCacheError) -> [ContentHash] {
    let count = try word()
    guard count <= UInt64(words.count - next) / 2 else { throw .corruptTable }
    return try (0..<Int(count)).map { _ throws(PackedCacheError) in try hash() }
  }

  mutating func text() throws(PackedCacheError) -> String {
    let count = try word()
    guard count <= UInt64(words.count - next) * 8 else { throw .corruptTable }
    var bytes: [UInt8] = []
    while bytes.count < Int(count) {
      let word = try word()
      for shift in 0..<min(8, Int(count) - bytes.count) { bytes.append(UInt8(truncatingIfNeeded: word >> (8 * shift))) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension PackedCacheTable.Shard {
  fileprivate init(_ reader: inout WordReader) throws(PackedCacheError) {
    byteCount = try reader.integer()
    modificationTime = try reader.integer()
    headerByteCount = try reader.integer()
    headerHash = try reader.hash()
  }
}

extension PackedCacheTable.Matrix {
  fileprivate init(_ reader: inout WordReader) throws(PackedCacheError) {
    name = try reader.text()
    format = try reader.text()
    rows = try reader.integer()
    columns = try reader.integer()
    groups = try reader.integer()
    offset = try reader.integer()
    byteCount = try reader.integer()
    tensorHash = try reader.hash()
    pairHashes = try reader.hashes()
  }
}
