internal import SwiftletGGUF

/// The packed matrices of a model in the layout of a file, ready to be written.
struct PackedCacheContents: Sendable {
  /// A matrix, which is written if it is in memory still.
  private struct Part: Sendable {
    weak let matrix: PackedMatrix?
    /// The same matrix if it has to stay in memory.
    let kept: PackedMatrix?
  }

  /// The size of the file in bytes.
  let byteCount: Int
  private let table: PackedCacheTable
  private let parts: [Part]
  private let permissions: Int

  /// The number of bytes that are hashed and then written, while they are in the processor's cache.
  private static let chunkByteCount = 256 << 10

  /// Lays out the matrices of a model.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - matrices: The matrices with the tensors that they were packed from.
  ///   - keepsMatrices: True if the matrices stay in memory as long as these contents.
  /// - Throws: ``PackedCacheError/cannotWrite(found:)`` if there are too many.
  init(
    _ model: GGUFFile, _ matrices: [(tensor: GGUFTensor, matrix: PackedMatrix)], keepsMatrices: Bool = true
  ) throws(PackedCacheError) {
    var table = PackedCacheTable(model)
    table.matrices = matrices.map { PackedCacheTable.Matrix($0.tensor, $0.matrix) }
    var end = 8 * table.words(fileByteCount: 0).count
    for index in matrices.indices {
      guard let offset = PackedCacheTable.aligned(end) else { throw .cannotWrite(found: "too many weights") }
      table.matrices[index].offset = offset
      end = offset + matrices[index].matrix.byteCount
    }
    (self.table, byteCount) = (table, end)
    parts = matrices.map { Part(matrix: $0.matrix, kept: keepsMatrices ? $0.matrix : nil) }
    // The weights are as readable as the model's file.
    permissions = model.shards.first?.mapping.permissions ?? 0o600
  }

  /// Writes the file, replacing one of this kind.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - continues: Called before each matrix with the number of bytes written so far; false ends the writing.
  /// - Throws: ``PackedCacheError/cannotWrite(found:)``; no part of the file is left then.
  func write(to path: String, continues: (_ written: Int) -> Bool = { _ in true }) throws(PackedCacheError) {
    var (table, written) = (table, 0)
    do throws(OutputError) {
      let file = try AtomicFile(replacing: path, magic: PackedCacheTable.magic, permissions: permissions)
      try file.resize(to: byteCount)
      for (index, part) in parts.enumerated() {
        guard let matrix = part.matrix else { throw OutputError(path, found: "a model that was unloaded") }
        guard continues(written) else { throw OutputError(path, found: "too little memory") }
        table.matrices[index].pairHashes = try Self.write(matrix, to: file, at: table.matrices[index].offset)
        written += matrix.byteCount
      }
      try file.write(table.words(fileByteCount: byteCount), at: 0)
      try file.commit()
    } catch {
      throw .cannotWrite(found: error.found)
    }
  }

  /// Writes the panels of a matrix, and returns the hash of each pair.
  private static func write(
    _ matrix: PackedMatrix, to file: AtomicFile, at offset: Int
  ) throws(OutputError) -> [ContentHash] {
    // A hash of panels that were damaged would declare the damage to be right.
    matrix.prepareAll()
    let size = 2 * matrix.panelByteCount
    let step = max(1, chunkByteCount / max(size, 1))
    var hashes: [ContentHash] = []
    for first in stride(from: 0, to: matrix.pairCount, by: step) {
      let end = min(first + step, matrix.pairCount)
      for pair in first..<end {
        hashes.append(
          unsafe matrix.panels.withBytes(in: pair * size..<(pair + 1) * size) { unsafe ContentHash($0) })
      }
      try unsafe matrix.panels.withBytes(in: first * size..<end * size) { bytes throws(OutputError) in
        try unsafe file.write(bytes, at: offset + first * size)
      }
    }
    return hashes
  }
}
