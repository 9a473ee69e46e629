/// The rows of a batch that belong to one sequence, in the order of their positions.
///
/// Layers with a state take them one after the other.
public struct SequenceRows: Sendable {
  let cache: KeyValueCache
  private(set) var rows: [Int]
  /// The same as runs of rows that follow one another in the batch.
  private(set) var runs: [Range<Int>]

  /// Sorts the rows of a batch by their sequences.
  public static func all(of batch: [BatchRow]) -> [SequenceRows] {
    var places: [ObjectIdentifier: Int] = [:]
    var result: [SequenceRows] = []
    for (index, row) in batch.enumerated() {
      let identifier = ObjectIdentifier(row.cache)
      if let place = places[identifier] {
        result[place].append(index)
      } else {
        places[identifier] = result.count
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
