/// The rows of a batch that belong to one sequence, in order of position.
///
/// Recurrent layers process them sequentially.
public struct SequenceRows: Sendable {
  let cache: KeyValueCache
  private(set) var rows: [Int]
  /// The rows as runs of consecutive batch rows.
  private(set) var runs: [Range<Int>]

  /// Groups the rows of a batch by sequence.
  public static func all(of batch: [BatchRow]) -> [SequenceRows] {
    var indices: [ObjectIdentifier: Int] = [:]
    var result: [SequenceRows] = []
    for (index, row) in batch.enumerated() {
      let identifier = ObjectIdentifier(row.cache)
      if let position = indices[identifier] {
        result[position].append(index)
      } else {
        indices[identifier] = result.count
        result.append(SequenceRows(cache: row.cache, rows: [index], runs: [index..<index + 1]))
      }
    }
    return result
  }

  private mutating func append(_ row: Int) {
    rows.append(row)
    if let last = runs.last, last.upperBound == row {
      runs[runs.count - 1] = last.lowerBound..<row + 1
    } else {
      runs.append(row..<row + 1)
    }
  }
}
