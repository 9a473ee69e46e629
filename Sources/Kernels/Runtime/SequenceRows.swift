/// The rows of a batch that belong to one sequence, in the order of their positions.
///
/// Layers with a state take them one after the other.
public struct SequenceRows: Sendable {
  let cache: KeyValueCache
  private(set) var rows: [Int]

  /// Sorts the rows of a batch by their sequences.
  public static func all(of batch: [BatchRow]) -> [SequenceRows] {
    var places: [ObjectIdentifier: Int] = [:]
    var result: [SequenceRows] = []
    for (index, row) in batch.enumerated() {
      let identifier = ObjectIdentifier(row.cache)
      if let place = places[identifier] {
        result[place].rows.append(index)
      } else {
        places[identifier] = result.count
        result.append(SequenceRows(cache: row.cache, rows: [index]))
      }
    }
    return result
  }
}
