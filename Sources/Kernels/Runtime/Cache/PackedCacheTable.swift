internal import SwiftletGGUF

/// What a file of packed weights says of itself: which model it belongs to, and where which matrix is.
///
///     head    11 words: the name of the format, the order mark, the version, the size of the file, the counts of
///             words of the table, of shards and of matrices, the hash of the table (2), the hash of all these (2)
///     table   for each shard: size, modification time, size of the header, its hash (2)
///             for each matrix: name, format, rows, columns, offset, size, hashes of samples of the tensor (2) and of
///             the panels (2); texts are a word with their length and as many words as their bytes fill
///     panels  of each matrix, from the next multiple of 4096 bytes on
///
/// A word has 64 bits in the byte order of the machine that wrote the file.
struct PackedCacheTable: Equatable, Sendable {
  /// A file of the model.
  ///
  /// Its place on disk is no part of it: a copy that keeps the time is the same model.
  struct Shard: Hashable, Sendable {
    var byteCount: Int
    var modificationTime: Int
    var headerByteCount: Int
    var headerHash: ContentHash
  }

  /// A packed matrix.
  struct Matrix: Equatable, Sendable {
    var name: String
    var format: String
    var rows: Int
    var columns: Int
    var offset: Int
    var byteCount: Int
    var tensorHash: ContentHash
    var panelHash: ContentHash
  }

  var shards: [Shard]
  var matrices: [Matrix] = []

  /// To be raised with every change of how weights are packed, or of this table.
  static var version: Int { 5 }
  static var alignment: Int { 4096 }
  static var headCount: Int { 11 }
  /// `SWLTPACK` in the order in which the bytes lie in the file.
  static var magic: UInt64 { UInt64(bigEndian: 0x5357_4C54_5041_434B) }
  static var orderMark: UInt64 { 0x0123_4567_89AB_CDEF }

  /// The next multiple of the alignment, nil beyond what can be addressed.
  static func aligned(_ offset: Int) -> Int? {
    let (sum, overflow) = offset.addingReportingOverflow(alignment - 1)
    return overflow ? nil : sum / alignment * alignment
  }

  /// The head and the table of a file of the given size.
  func words(fileByteCount: Int) -> [UInt64] {
    var table: [UInt64] = []
    for shard in shards {
      table += [shard.byteCount, shard.modificationTime, shard.headerByteCount].map { UInt64(bitPattern: Int64($0)) }
      table += [shard.headerHash.low, shard.headerHash.high]
    }
    for matrix in matrices {
      table += Self.words(matrix.name) + Self.words(matrix.format)
      table += [matrix.rows, matrix.columns, matrix.offset, matrix.byteCount].map { UInt64(bitPattern: Int64($0)) }
      table += [matrix.tensorHash.low, matrix.tensorHash.high, matrix.panelHash.low, matrix.panelHash.high]
    }
    let tableHash = ContentHash(table)
    var head = [Self.magic, Self.orderMark]
    head += [Self.version, fileByteCount, table.count, shards.count, matrices.count].map { UInt64($0) }
    head += [tableHash.low, tableHash.high]
    let headHash = ContentHash(head)
    return head + [headHash.low, headHash.high] + table
  }

  private static func words(_ text: String) -> [UInt64] {
    let bytes = Array(text.utf8)
    return [UInt64(bytes.count)]
      + stride(from: 0, to: bytes.count, by: 8).map { start in
        bytes[start..<min(start + 8, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
      }
  }
}
