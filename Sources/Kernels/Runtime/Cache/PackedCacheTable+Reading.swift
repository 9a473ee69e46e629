internal import SwiftletGGUF

/// Reading: nothing is believed before its hash has been seen, and no extent before it has been compared.
extension PackedCacheTable {
  /// Reads the table of a file and checks that every matrix lies inside, behind the table and apart from the others.
  init(_ file: MappedFile) throws(PackedCacheError) {
    guard file.count >= 8 * Self.headCount else {
      throw .wrongSize(found: file.count, expected: 8 * Self.headCount)
    }
    let head = Self.words(file, 0..<Self.headCount)
    guard head[0] == Self.magic else { throw .notACache }
    guard head[1] == Self.orderMark else {
      throw head[1] == Self.orderMark.byteSwapped ? .foreignByteOrder : .damagedTable
    }
    guard head[2] == UInt64(Self.version) else {
      throw .otherVersion(found: Int(clamping: head[2]), expected: Self.version)
    }
    guard ContentHash(head[..<9]) == ContentHash(low: head[9], high: head[10]) else { throw .damagedTable }
    guard head[3] == UInt64(file.count) else {
      throw .wrongSize(found: file.count, expected: Int(clamping: head[3]))
    }
    guard head[4] <= UInt64(file.count / 8 - Self.headCount) else { throw .damagedTable }
    let end = Self.headCount + Int(head[4])
    var reader = TableReader(Self.words(file, Self.headCount..<end))
    guard ContentHash(reader.words) == ContentHash(low: head[7], high: head[8]) else { throw .damagedTable }
    shards = []
    var left = head[5]
    while left > 0 {
      shards.append(try Shard(&reader))
      left -= 1
    }
    left = head[6]
    var free = 8 * end
    while left > 0 {
      let matrix = try Matrix(&reader)
      let (matrixEnd, overflow) = matrix.offset.addingReportingOverflow(matrix.byteCount)
      guard matrix.offset >= free, matrix.offset % Self.alignment == 0, matrix.byteCount > 0, !overflow,
        matrixEnd <= file.count
      else { throw .damagedTable }
      free = matrixEnd
      matrices.append(matrix)
      left -= 1
    }
    guard reader.isAtEnd else { throw .damagedTable }
  }

  private static func words(_ file: MappedFile, _ range: Range<Int>) -> [UInt64] {
    unsafe file.withBytes(in: 8 * range.lowerBound..<8 * range.upperBound) { bytes in
      // Safe: the bytes are those of the range.
      (0..<range.count).map { unsafe bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) }
    }
  }
}

/// The words of a table, one after the other.
private struct TableReader {
  let words: [UInt64]
  private var next = 0

  init(_ words: [UInt64]) { self.words = words }

  var isAtEnd: Bool { next == words.count }

  mutating func word() throws(PackedCacheError) -> UInt64 {
    guard next < words.count else { throw .damagedTable }
    defer { next += 1 }
    return words[next]
  }

  mutating func integer() throws(PackedCacheError) -> Int { Int(Int64(bitPattern: try word())) }

  mutating func hash() throws(PackedCacheError) -> ContentHash { ContentHash(low: try word(), high: try word()) }

  mutating func text() throws(PackedCacheError) -> String {
    let count = try word()
    guard count <= UInt64(words.count - next) * 8 else { throw .damagedTable }
    var bytes: [UInt8] = []
    while bytes.count < Int(count) {
      let word = try word()
      for shift in 0..<min(8, Int(count) - bytes.count) { bytes.append(UInt8(truncatingIfNeeded: word >> (8 * shift))) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension PackedCacheTable.Shard {
  fileprivate init(_ reader: inout TableReader) throws(PackedCacheError) {
    byteCount = try reader.integer()
    modificationTime = try reader.integer()
    headerByteCount = try reader.integer()
    headerHash = try reader.hash()
  }
}

extension PackedCacheTable.Matrix {
  fileprivate init(_ reader: inout TableReader) throws(PackedCacheError) {
    name = try reader.text()
    format = try reader.text()
    rows = try reader.integer()
    columns = try reader.integer()
    offset = try reader.integer()
    byteCount = try reader.integer()
    tensorHash = try reader.hash()
    panelHash = try reader.hash()
  }
}
