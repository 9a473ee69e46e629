internal import SwiftletGGUF

/// The header and table of a file of packed weights: the model that it belongs to, and the offsets of its matrices.
///
///     header  11 words: the magic number, the byte order mark, the version, the size of the file, the counts of
///             words of the table, of shards and of matrices, the hash of the table (2), the hash of all these (2)
///     table   for each shard: size, modification time, size of the header, its hash (2)
///             for each matrix: name, format, rows and columns of the tensor, the number of padded groups of rows (0 for
///             none), offset, size, the hash of samples of the tensor (2), the number of pairs of panels, the hash
///             of each (2); strings are a word with their byte count, then their bytes, padded to words
///     panels  of each matrix, aligned to 4096 bytes
///
/// A word has 64 bits in the byte order of the machine that wrote the file.
struct PackedCacheTable: Equatable, Sendable {
  /// A file of the model.
  ///
  /// Its path is not part of it: a copy with the same modification time is the same model.
  struct Shard: Hashable, Sendable {
    var byteCount: Int
    var modificationTime: Int
    var headerByteCount: Int
    var headerHash: ContentHash

    /// The properties as words of the table.
    var words: [UInt64] {
      [byteCount, modificationTime, headerByteCount].map { UInt64(bitPattern: Int64($0)) }
        + [headerHash.low, headerHash.high]
    }
  }

  /// A packed matrix.
  struct Matrix: Equatable, Sendable {
    var name: String
    var format: String
    var rows: Int
    var columns: Int
    /// The number of padded groups of rows; 0 for none.
    var groups: Int
    var offset: Int
    var byteCount: Int
    var tensorHash: ContentHash
    /// The hash of each pair of panels.
    var pairHashes: [ContentHash]
  }

  var shards: [Shard]
  var matrices: [Matrix] = []

  /// The format version, to be incremented with every change of the packed layouts or of this table.
  static var version: Int { 7 }
  static var alignment: Int { 4096 }
  static var headerWordCount: Int { 11 }
  /// The magic number: `SWLTPACK` in file byte order.
  static var magic: UInt64 { UInt64(bigEndian: 0x5357_4C54_5041_434B) }
  static var byteOrderMark: UInt64 { 0x0123_4567_89AB_CDEF }

  /// Rounds an offset up to a multiple of the alignment; nil on overflow.
  static func aligned(_ offset: Int) -> Int? {
    let (sum, overflow) = offset.addingReportingOverflow(alignment - 1)
    return overflow ? nil : sum / alignment * alignment
  }

  /// The header and the table of a file of the given size.
  func words(fileByteCount: Int) -> [UInt64] {
    var table = shards.flatMap(\.words)
    for matrix in matrices {
      table += Self.words(matrix.name) + Self.words(matrix.format)
      table += [matrix.rows, matrix.columns, matrix.groups, matrix.offset, matrix.byteCount].map {
        UInt64(bitPattern: Int64($0))
      }
      table += [matrix.tensorHash.low, matrix.tensorHash.high, UInt64(matrix.pairHashes.count)]
      table += matrix.pairHashes.flatMap { [$0.low, $0.high] }
    }
    let tableHash = ContentHash(table)
    var header = [Self.magic, Self.byteOrderMark]
    header += [Self.version, fileByteCount, table.count, shards.count, matrices.count].map { UInt64($0) }
    header += [tableHash.low, tableHash.high]
    let headerHash = ContentHash(header)
    return header + [headerHash.low, headerHash.high] + table
  }

  private static func words(_ text: String) -> [UInt64] {
    let bytes = Array(text.utf8)
    return [UInt64(bytes.count)]
      + stride(from: 0, to: bytes.count, by: 8).map { start in
        bytes[start..<min(start + 8, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
      }
  }
}
