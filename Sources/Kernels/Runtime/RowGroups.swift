internal import SwiftletKernelsPortable

/// The rows of a packed matrix: those of its tensor, or equal stacked groups of them, padded to pairs of panels.
///
/// The matrices of experts and of heads are stacked. Each of them begins with a pair of panels of its own, and zero
/// rows fill its last pair.
struct RowGroups: Equatable, Sendable {
  /// The number of padded groups; 0 for all rows of the tensor without padding.
  let count: Int
  /// The number of rows of a group in the tensor.
  let rows: Int

  /// The padded groups of a tensor, or all its rows if `count` is 0; nil if the groups are not equal.
  init?(_ count: Int, ofRows total: Int) {
    guard count >= 0, total % max(count, 1) == 0 else { return nil }
    (self.count, rows) = (count, total / max(count, 1))
  }

  private var pairsPerGroup: Int { (rows + Panel.pairRows - 1) / Panel.pairRows }
  /// The number of pairs of panels.
  var pairCount: Int { max(count, 1) * pairsPerGroup }
  /// The number of rows of the packed matrix.
  var packedRows: Int { count == 0 ? rows : pairCount * Panel.pairRows }

  /// Returns true if no row of some pairs of panels is missing.
  func areComplete(_ pairs: Range<Int>) -> Bool {
    (2 * pairs.lowerBound..<2 * pairs.upperBound).allSatisfy { rows(ofPanel: $0).count == Panel.rows }
  }

  /// The rows of the tensor in a panel, none in one that only pads.
  func rows(ofPanel panel: Int) -> Range<Int> {
    let (group, local) = (panel / (2 * pairsPerGroup), panel % (2 * pairsPerGroup))
    let start = min(local * Panel.rows, rows)
    return group * rows + start..<group * rows + min(start + Panel.rows, rows)
  }
}
