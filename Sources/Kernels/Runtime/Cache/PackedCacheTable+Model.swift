internal import SwiftletGGUF

/// Comparison of a table with the model that is being loaded.
extension PackedCacheTable {
  /// Creates a table of an opened model without matrices.
  init(_ model: GGUFFile) {
    shards = model.shards.map { mapping, headerByteCount in
      Shard(
        byteCount: mapping.count, modificationTime: mapping.modificationTime, headerByteCount: headerByteCount,
        headerHash: unsafe mapping.withBytes(in: 0..<headerByteCount) { unsafe ContentHash($0) })
    }
  }

  /// Checks that the files of the model are those that the table was created from.
  func checkShards(_ model: GGUFFile) throws(PackedCacheError) {
    let expected = PackedCacheTable(model).shards
    guard shards.count == expected.count else { throw .modelMismatch(shard: 0, difference: "number of files") }
    for (index, (shard, own)) in zip(shards, expected).enumerated() where shard != own {
      let difference =
        shard.byteCount != own.byteCount ? "size" : shard.headerHash != own.headerHash ? "header" : "modification time"
      throw .modelMismatch(shard: index, difference: difference)
    }
  }
}

extension PackedCacheTable.Matrix {
  /// Creates the entry of a packed tensor, whose offset and hashes of panels are not known yet.
  init(_ tensor: GGUFTensor, _ matrix: PackedMatrix) {
    self.init(
      name: tensor.name, format: matrix.format.rawValue, rows: tensor.rows, columns: matrix.columns,
      groups: matrix.groups.count, offset: 0, byteCount: matrix.byteCount, tensorHash: ContentHash(samplesOf: tensor),
      pairHashes: Array(repeating: ContentHash(low: 0, high: 0), count: matrix.pairCount))
  }

  /// Returns the matrix in a file after verifying that it is that of the model's tensor, and three of its panels.
  func matrix(
    of model: GGUFFile, in file: MappedFile, _ damage: PackedCacheDamage
  ) throws(PackedCacheError) -> PackedMatrix {
    guard let tensor = model[name], let format = PackedFormat(tensor.type), format.rawValue == self.format,
      tensor.rows == rows, tensor.columns == columns, let groups = RowGroups(groups, ofRows: rows),
      PackedMatrix.byteCount(of: tensor, format, groups) == byteCount, ContentHash(samplesOf: tensor) == tensorHash,
      let matrix = PackedMatrix(tensor, format, groups, in: file, at: offset, hashes: pairHashes, damage: damage)
    else { throw .tensorMismatch(tensor: name) }
    guard let verifier = matrix.verifier,
      verifier.areIntact(Set([0, groups.pairCount / 2, groups.pairCount - 1]))
    else { throw .corruptContents(tensor: name) }
    return matrix
  }
}

/// Hashes of samples, which detect another model at negligible cost.
extension ContentHash {
  /// Hashes up to 4096 bytes each from the beginning, the middle and the end of a tensor.
  init(samplesOf tensor: GGUFTensor) {
    let size = min(4096, tensor.byteCount)
    self = unsafe tensor.withBytes { bytes in
      ContentHash(
        joining: [0, (bytes.count - size) / 2, bytes.count - size].map { start in
          unsafe ContentHash(UnsafeRawBufferPointer(rebasing: bytes[start..<start + size]))
        })
    }
    tensor.mapping.release(tensor.range)
  }

  private init(joining hashes: [ContentHash]) { self.init(hashes.flatMap { [$0.low, $0.high] }) }
}
