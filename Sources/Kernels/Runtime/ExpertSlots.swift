internal import SwiftletKernelsPortable

/// The rows of a batch, sorted by the experts that process them.
///
/// Each pair of a row and one of its experts has a slot. The slots of an expert are contiguous and begin with a new
/// activation group, so that the expert's weights are read once for all of them, and unused experts are not read.
public struct ExpertSlots: Sendable {
  /// The range of slots of one expert.
  struct Run: Sendable {
    var expert: Int
    var slots: Range<Int>
  }

  private(set) var runs: [Run] = []
  /// The batch row of each slot; slots between two runs are padding.
  private(set) var rows: [Int] = []
  /// The slots of each row with their weights.
  private(set) var uses: [[(slot: Int, weight: Float, expert: Int)]] = []

  /// Sorts rows by the experts that the router chose.
  public init(_ choices: [[(expert: Int, weight: Float)]], expertCount: Int) {
    var counts = Array(repeating: 0, count: expertCount)
    for choice in choices { for (expert, _) in choice { counts[expert] += 1 } }
    var starts = Array(repeating: 0, count: expertCount)
    var next = 0
    for expert in 0..<expertCount where counts[expert] > 0 {
      starts[expert] = next
      runs.append(Run(expert: expert, slots: next..<next + counts[expert]))
      next += Activations.groupCount(rows: counts[expert]) * ActivationGroup.tokens
    }
    rows = Array(repeating: 0, count: next)
    for (row, choice) in choices.enumerated() {
      uses.append(
        choice.map { expert, weight in
          rows[starts[expert]] = row
          defer { starts[expert] += 1 }
          return (starts[expert], weight, expert)
        })
    }
  }

  /// Creates slots for heads with separate matrices: heads act as experts that all rows use.
  public init(heads: Int, rows count: Int) {
    let stride = Self.count(heads: 1, rows: count)
    runs = (0..<heads).map { Run(expert: $0, slots: $0 * stride..<$0 * stride + count) }
    rows = (0..<heads * stride).map { min($0 % stride, count - 1) }
  }

  /// Creates slots for one expert that processes all rows; slots are identical to rows.
  public init(expert: Int, rows count: Int) {
    runs = [Run(expert: expert, slots: 0..<count)]
    rows = Array(0..<count)
  }

  /// The number of slots for a number of heads and rows.
  public static func count(heads: Int, rows: Int) -> Int {
    heads * Activations.groupCount(rows: rows) * ActivationGroup.tokens
  }

  /// The maximum number of slots of a batch.
  public static func maximumCount(rows: Int, usedExperts: Int, expertCount: Int) -> Int {
    let uses = rows * usedExperts
    return uses + min(expertCount, uses) * (ActivationGroup.tokens - 1)
  }

  /// The activation groups of all runs, as ranges of slots with their expert.
  var groups: [Run] {
    runs.flatMap { run in
      stride(from: run.slots.lowerBound, to: run.slots.upperBound, by: ActivationGroup.tokens).map {
        Run(expert: run.expert, slots: $0..<min($0 + ActivationGroup.tokens, run.slots.upperBound))
      }
    }
  }
}

/// Stacked matrices of several experts that share an input; see ``Projection``.
public struct ExpertProjection: Sendable {
  let projection: Projection
  /// The number of experts.
  public let expertCount: Int

  /// Combines matrices with the same number of rows per expert, a multiple of ``rowMultiple``.
  public init(_ matrices: [PackedMatrix], expertCount: Int) {
    precondition(
      matrices.allSatisfy { $0.rows % (expertCount * Self.rowMultiple) == 0 }, "expert rows are not whole panel pairs")
    (projection, self.expertCount) = (Projection(matrices), expertCount)
  }

  /// The divisor of the number of rows per expert, to which ``PackedMatrix/init(_:groups:pool:arena:)`` pads them.
  public static var rowMultiple: Int { PackedMatrix.pairRows }
  /// The number of rows per expert after padding.
  public static func paddedRows(_ rows: Int) -> Int { (rows + rowMultiple - 1) / rowMultiple * rowMultiple }
  /// The total output length of an expert.
  public var rows: Int { projection.rows / expertCount }
  /// The input length.
  public var columns: Int { projection.columns }
  /// The activation forms that the matrices require.
  public var inputForms: ActivationForms { projection.inputForms }
  /// The size of the packed matrices in bytes.
  public var byteCount: Int { projection.byteCount }
}
