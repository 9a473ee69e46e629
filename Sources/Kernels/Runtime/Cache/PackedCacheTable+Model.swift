internal import SwiftletGGUF

/// Comparing: the table of a file with the model that is to be loaded.
extension PackedCacheTable {
  /// A table without matrices, of an opened model.
  init(_ model: GGUFFile) {
    shards = model.shards.map { mapping, headerByteCount in
      Shard(
        byteCount: mapping.count, modificationTime: mapping.modificationTime, headerByteCount: headerByteCount,
        headerHash: unsafe mapping.withBytes(in: 0..<headerByteCount) { unsafe ContentHash($0) })
    }
  }

  /// Checks that the files of the model are those that the table was made for.
  func checkShards(_ model: GGUFFile) throws(PackedCacheError) {
    let expected = PackedCacheTable(model).shards
    guard shards.count == expected.count else { throw .otherModel(shard: 0, difference: "number of files") }
    for (index, (shard, own)) in zip(shards, expected).enumerated() where shard != own {
      let difference =
        shard.byteCount != own.byteCount ? "size" : shard.headerHash != own.headerHash ? "header" : "modification time"
      throw .otherModel(shard: index, difference: difference)
    }
  }
}

extension PackedCacheTable.Matrix {
  /// Describes a packed tensor that is going to lie at an offset.
  init(_ tensor: GGUFTensor, _ matrix: PackedMatrix, at offset: Int) {
    self.init(
      name: tensor.name, format: matrix.format.rawValue, rows: matrix.rows, columns: matrix.columns, offset: offset,
      byteCount: matrix.byteCount, tensorHash: ContentHash(samplesOf: tensor), panelHash: ContentHash(samplesOf: matrix)
    )
  }

  /// The matrix in a file, once it has proved to be that of the model's tensor.
  func matrix(of model: GGUFFile, in file: MappedFile) throws(PackedCacheError) -> PackedMatrix {
    guard let tensor = model[name], let format = PackedFormat(tensor.type), format.rawValue == self.format,
      tensor.rows == rows, tensor.columns == columns, PackedMatrix.byteCount(of: tensor, format) == byteCount,
      ContentHash(samplesOf: tensor) == tensorHash,
      let matrix = PackedMatrix(tensor, format, in: file, at: offset)
    else { throw .otherMatrix(tensor: name) }
    guard ContentHash(samplesOf: matrix) == panelHash else { throw .damagedContents(tensor: name) }
    return matrix
  }
}

/// Samples: enough to notice other contents and torn writes, little enough to cost no time beside a load.
extension ContentHash {
  /// Up to 4096 bytes each from the beginning, the middle and the end of a tensor.
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

  /// The first, the middle and the last two panels of a matrix.
  init(samplesOf matrix: PackedMatrix) {
    let (count, size) = (matrix.pairCount, 2 * matrix.panelByteCount)
    self.init(
      joining: [0, count / 2, count - 1].map { index in
        unsafe matrix.panels.withBytes(in: index * size..<(index + 1) * size) { unsafe ContentHash($0) }
      })
  }

  private init(joining hashes: [ContentHash]) { self.init(hashes.flatMap { [$0.low, $0.high] }) }
}
