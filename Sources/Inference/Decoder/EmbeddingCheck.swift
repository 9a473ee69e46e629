import SwiftletGGUF
import SwiftletKernels
import Synchronization

/// The check of tables whose rows are read from the file when a pass needs them: of all rows, or of those that it needs.
final class EmbeddingCheck: Sendable {
  /// The tables whose row is the number of a token.
  private let tokenTables: [GGUFTensor]
  /// The table whose row is a position.
  private let positionTable: GGUFTensor?
  /// The names of the tables that are packed too, which checks all of them.
  private let packed: Set<String>
  private let isDone = Atomic(false)

  init(tokens: [GGUFTensor], positions: GGUFTensor?, packed: Set<String>) {
    (tokenTables, positionTable, self.packed) = (tokens, positions, packed)
  }

  /// Checks the rows of a token and its position.
  ///
  /// - Throws: ``InferenceError/file(_:)`` with the tensor and the block.
  func check(token: Int, position: Int) throws(InferenceError) {
    if isDone.load(ordering: .acquiring) { return }
    try wrapping { () throws(GGUFError) in
      for table in tokenTables { try table.requireFinite(row: token) }
      if let positionTable, position < positionTable.rows { try positionTable.requireFinite(row: position) }
    }
  }

  /// Checks all rows of tables that are not packed, once; pages of the file that were read are released.
  ///
  /// Those that are packed have been checked by that.
  ///
  /// - Throws: ``InferenceError/file(_:)`` with the tensor and its first block that is NaN or infinite.
  func checkAll(_ pool: WorkerPool) throws(InferenceError) {
    if isDone.load(ordering: .acquiring) { return }
    for table in tokenTables + [positionTable].compactMap(\.self) where !packed.contains(table.name) {
      if let block = Self.firstBlock(of: table, pool) { throw .file(table.nonFiniteError(block: block)) }
    }
    isDone.store(true, ordering: .releasing)
  }

  private static func firstBlock(of table: GGUFTensor, _ pool: WorkerPool) -> Int? {
    let first = Mutex<Int?>(nil)
    pool.forEach(table.rows, chunk: max(1, min(table.rows / (8 * pool.count), 1024))) { _, rows in
      let found = table.firstNonFiniteBlock(inRows: rows)
      let start = table.range.lowerBound
      table.mapping.release(
        start + rows.lowerBound * table.bytesPerRow..<start + rows.upperBound * table.bytesPerRow)
      guard let found else { return }
      first.withLock { $0 = min(found, $0 ?? .max) }
    }
    return first.withLock { $0 }
  }
}
