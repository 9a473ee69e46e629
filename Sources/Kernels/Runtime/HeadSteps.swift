internal import SwiftletKernelInterface

/// What happens to queries, keys and values between their projection and attention.
public struct HeadSteps: Sendable {
  /// How pairs of rotated elements lie in a head.
  public enum Pairing: Sendable, Equatable {
    /// Side by side.
    case adjacent
    /// Half of what is rotated apart.
    case halves
  }

  /// What is projected besides queries.
  public enum KeyValues: Sendable, Equatable {
    /// Keys and behind them values.
    case both
    /// Keys alone, which are values too as long as they are neither normalised nor rotated.
    case keys
    /// Nothing: keys and values are those of another layer.
    case none
  }

  /// What is projected besides queries.
  public var keyValues: KeyValues
  /// What is added to all that is projected; (1, queries + keys + values).
  public var bias: FloatRows?
  /// The norm of queries, of each head or, if its weights are so many, of all of them together.
  public var queryNorm: Norm?
  /// The norm of keys, likewise.
  public var keyNorm: Norm?
  /// The norm of values, likewise.
  public var valueNorm: Norm?
  /// Whether queries and keys are normalised after they are rotated.
  public var rotatesFirst: Bool
  /// How pairs lie.
  public var pairing: Pairing

  /// Creates steps that do nothing but rotate.
  public init(pairing: Pairing = .adjacent) {
    (keyValues, rotatesFirst, self.pairing) = (.both, false, pairing)
  }
}

extension Kernels {
  /// Adds biases to queries, keys and values, normalises them, and rotates queries and keys by the row's angles.
  ///
  /// Rows of `projections` hold queries, keys and values of all heads; rows of `angles` cosine and sine of each pair.
  /// Without `angles` nothing is rotated. Queries of a row are multiplied with its factor, if there are factors.
  public func finishHeads(
    _ projections: FloatRows, rows: Int, _ steps: HeadSteps, angles: FloatRows?, queryFactors: [Float] = [],
    shape: AttentionShape
  ) {
    let pairs = (angles?.columns ?? 0) / 2
    precondition(2 * pairs <= shape.headWidth && (angles?.rows ?? rows) >= rows, "angle extents differ")
    let hasKeys = steps.keyValues != .none
    precondition(
      projections.columns >= shape.queryColumns + (hasKeys ? 2 * shape.keyColumns : 0), "projection extents differ")
    precondition(queryFactors.isEmpty || queryFactors.count >= rows, "too few factors")
    steps.check(shape)
    let rotate = unsafe steps.pairing.rotation(vectors)
    pool.forEach(rows) { [vectors] _, range in
      for row in range {
        let queries = unsafe projections.row(row)
        let keys = unsafe queries + shape.queryColumns
        if let bias = steps.bias { unsafe vectors.add(bias.row(0), to: queries, count: bias.columns) }
        if steps.keyValues == .keys { unsafe (keys + shape.keyColumns).update(from: keys, count: shape.keyColumns) }
        if hasKeys, let norm = steps.valueNorm {
          unsafe norm.applyToHeads(keys + shape.keyColumns, shape.keyColumns, vectors)
        }
        if !steps.rotatesFirst {
          if let norm = steps.queryNorm { unsafe norm.applyToHeads(queries, shape.queryColumns, vectors) }
          if let norm = steps.keyNorm { unsafe norm.applyToHeads(keys, shape.keyColumns, vectors) }
        }
        if let angles {
          for head in 0..<shape.headCount + (hasKeys ? shape.keyValueHeadCount : 0) {
            unsafe rotate(queries + head * shape.headWidth, angles.row(row), pairs)
          }
        }
        if steps.rotatesFirst {
          if let norm = steps.queryNorm { unsafe norm.applyToHeads(queries, shape.queryColumns, vectors) }
          if let norm = steps.keyNorm { unsafe norm.applyToHeads(keys, shape.keyColumns, vectors) }
        }
        if !queryFactors.isEmpty, queryFactors[row] != 1 {
          for column in 0..<shape.queryColumns { unsafe queries[column] *= queryFactors[row] }
        }
      }
    }
  }
}

extension HeadSteps {
  /// Checks that biases and norms fit.
  fileprivate func check(_ shape: AttentionShape) {
    let keyCount = keyValues == .both ? 2 : keyValues == .keys ? 1 : 0
    precondition(
      bias.map { $0.columns == shape.queryColumns + keyCount * shape.keyColumns } ?? true, "bias extents differ")
    precondition(keyValues != .none || keyNorm == nil && valueNorm == nil, "norms of keys that there are not")
    for (norm, columns) in [
      (queryNorm, shape.queryColumns), (keyNorm, shape.keyColumns), (valueNorm, shape.keyColumns),
    ] {
      guard let weight = norm?.weight else { continue }
      let isForAll = weight.rows == 1 && (weight.columns == columns || weight.columns == shape.headWidth)
      precondition(isForAll || weight.rows * weight.columns == columns, "norm extents differ")
    }
  }
}

extension HeadSteps.Pairing {
  /// The kernel that rotates pairs which lie like this.
  func rotation(
    _ vectors: any VectorKernels.Type
  ) -> @Sendable (UnsafeMutablePointer<Float>, UnsafePointer<Float>, Int) -> Void {
    switch self {
    case .adjacent: { unsafe vectors.rotateAdjacentPairs($0, by: $1, pairs: $2) }
    case .halves: { unsafe vectors.rotateHalves($0, by: $1, pairs: $2) }
    }
  }
}

extension Norm {
  /// Normalises `count` elements in runs as long as a row of weights.
  fileprivate func applyToHeads(_ x: UnsafeMutablePointer<Float>, _ count: Int, _ vectors: any VectorKernels.Type) {
    for head in 0..<count / weight.columns {
      let place = unsafe x + head * weight.columns
      unsafe apply(place, into: place, row: weight.rows == 1 ? 0 : head, vectors)
    }
  }
}
