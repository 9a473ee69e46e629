internal import SwiftletKernelsPortable

/// The rows of a batch sorted by the experts that they go through.
///
/// Each pair of a row and one of its experts has a slot. The slots of an expert lie side by side and begin with a whole
/// group of activations, so that the expert's weights are read once for all of them, and no other expert's at all.
public struct ExpertSlots: Sendable {
  /// The slots of one expert.
  struct Run: Sendable {
    var expert: Int
    var slots: Range<Int>
  }

  private(set) var runs: [Run] = []
  /// For each slot its row of the batch; what is between two runs belongs to none.
  private(set) var rows: [Int] = []
  /// For each row its slots with their weights.
  private(set) var uses: [[(slot: Int, weight: Float, expert: Int)]] = []

  /// Sorts rows by the experts that were chosen for them.
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

  /// Every row of a batch in each of some heads that have matrices of their own: heads are experts that all rows use.
  public init(heads: Int, rows count: Int) {
    let stride = Self.count(heads: 1, rows: count)
    runs = (0..<heads).map { Run(expert: $0, slots: $0 * stride..<$0 * stride + count) }
    rows = (0..<heads * stride).map { min($0 % stride, count - 1) }
  }

  /// Every row of a batch with the matrices of one expert; slots are the rows.
  public init(expert: Int, rows count: Int) {
    runs = [Run(expert: expert, slots: 0..<count)]
    rows = Array(0..<count)
  }

  /// How many slots there are for heads.
  public static func count(heads: Int, rows: Int) -> Int {
    heads * Activations.groupCount(rows: rows) * ActivationGroup.tokens
  }

  /// How many slots there may be for a batch.
  public static func maximumCount(rows: Int, usedExperts: Int, expertCount: Int) -> Int {
    let uses = rows * usedExperts
    return uses + min(expertCount, uses) * (ActivationGroup.tokens - 1)
  }

  /// The groups of all runs: ranges of slots with their expert.
  var groups: [Run] {
    runs.flatMap { run in
      stride(from: run.slots.lowerBound, to: run.slots.upperBound, by: ActivationGroup.tokens).map {
        Run(expert: run.expert, slots: $0..<min($0 + ActivationGroup.tokens, run.slots.upperBound))
      }
    }
  }
}

/// Matrices of many experts, one below the other, that take the same input; see ``Projection``.
public struct ExpertProjection: Sendable {
  let projection: Projection
  /// The number of experts.
  public let expertCount: Int

  /// Joins matrices of which each has as many rows, a multiple of ``rowMultiple``, for each expert.
  public init(_ matrices: [PackedMatrix], expertCount: Int) {
    precondition(
      matrices.allSatisfy { $0.rows % (expertCount * Self.rowMultiple) == 0 }, "an expert has parts of panels")
    (projection, self.expertCount) = (Projection(matrices), expertCount)
  }

  /// What the rows of an expert are a multiple of.
  public static var rowMultiple: Int { PackedMatrix.pairRows }
  /// The length of all products of an expert together.
  public var rows: Int { projection.rows / expertCount }
  /// The length of an input.
  public var columns: Int { projection.columns }
  /// The forms in which the matrices take activations.
  public var inputForms: ActivationForms { projection.inputForms }
  /// The size of the packed matrices in bytes.
  public var byteCount: Int { projection.byteCount }
}
