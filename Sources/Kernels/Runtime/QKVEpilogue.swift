internal import SwiftletKernelInterface

/// The operations on queries, keys and values between their projection and attention: biases, norms and RoPE.
public struct QKVEpilogue: Sendable {
  /// The arrangement of rotated pairs in a head.
  public enum Pairing: Sendable, Equatable {
    /// Adjacent elements form a pair.
    case adjacent
    /// Elements half the rotated width apart form a pair (NeoX).
    case halves
    /// In each half of the rotated width, elements half of it apart form a pair.
    case halvesOfHalves
  }

  /// The projections besides queries.
  public enum KeyValues: Sendable, Equatable {
    /// Keys followed by values.
    case both
    /// Keys only; the values are the keys before normalisation and rotation.
    case keys
    /// None: keys and values are shared with another layer.
    case none
  }

  /// The projections besides queries.
  public var keyValues: KeyValues
  /// The bias of all projections; (1, queries + keys + values).
  public var bias: FloatRows?
  /// The norm of queries, per head or, depending on its number of weights, over all heads.
  public var queryNorm: Norm?
  /// The norm of keys, likewise.
  public var keyNorm: Norm?
  /// The norm of values, likewise.
  public var valueNorm: Norm?
  /// Indicates that RoPE is applied before the norms of queries and keys.
  public var rotatesFirst: Bool
  /// The arrangement of rotated pairs in a head.
  public var pairing: Pairing

  /// Creates an epilogue that only applies RoPE.
  public init(pairing: Pairing = .adjacent) {
    (keyValues, rotatesFirst, self.pairing) = (.both, false, pairing)
  }
}

extension Kernels {
  /// Adds biases to queries, keys and values, normalises them, and applies RoPE to queries and keys.
  ///
  /// Rows of `projections` hold queries, keys and values of all heads; rows of `angles` hold the cosine and sine of
  /// each pair. Without `angles` RoPE is skipped. The queries of each row are multiplied by its query factor, if any.
  public func finishHeads(
    _ projections: FloatRows, rows: Int, _ epilogue: QKVEpilogue, angles: FloatRows?, queryFactors: [Float] = [],
    shape: AttentionShape
  ) {
    let pairs = (angles?.columns ?? 0) / 2
    precondition(2 * pairs <= shape.headWidth && (angles?.rows ?? rows) >= rows, "angle extents differ")
    precondition(epilogue.pairing != .halvesOfHalves || pairs % 2 == 0, "an odd number of pairs has no halves")
    let hasKeys = epilogue.keyValues != .none
    precondition(
      projections.columns >= shape.queryColumns + (hasKeys ? 2 * shape.keyColumns : 0), "projection extents differ")
    precondition(queryFactors.isEmpty || queryFactors.count >= rows, "too few factors")
    epilogue.check(shape)
    let rotate = unsafe epilogue.pairing.rotation(vectors)
    pool.forEach(rows) { [vectors] _, range in
      for row in range {
        let queries = unsafe projections.row(row)
        let keys = unsafe queries + shape.queryColumns
        if let bias = epilogue.bias { unsafe vectors.add(bias.row(0), to: queries, count: bias.columns) }
        if epilogue.keyValues == .keys { unsafe (keys + shape.keyColumns).update(from: keys, count: shape.keyColumns) }
        if hasKeys, let norm = epilogue.valueNorm {
          unsafe norm.applyToHeads(keys + shape.keyColumns, shape.keyColumns, vectors)
        }
        if !epilogue.rotatesFirst {
          if let norm = epilogue.queryNorm { unsafe norm.applyToHeads(queries, shape.queryColumns, vectors) }
          if let norm = epilogue.keyNorm { unsafe norm.applyToHeads(keys, shape.keyColumns, vectors) }
        }
        if let angles {
          for head in 0..<shape.headCount + (hasKeys ? shape.keyValueHeadCount : 0) {
            unsafe rotate(queries + head * shape.headWidth, angles.row(row), pairs)
          }
        }
        if epilogue.rotatesFirst {
          if let norm = epilogue.queryNorm { unsafe norm.applyToHeads(queries, shape.queryColumns, vectors) }
          if let norm = epilogue.keyNorm { unsafe norm.applyToHeads(keys, shape.keyColumns, vectors) }
        }
        if !queryFactors.isEmpty, queryFactors[row] != 1 {
          for column in 0..<shape.queryColumns { unsafe queries[column] *= queryFactors[row] }
        }
      }
    }
  }
}

extension QKVEpilogue {
  /// Checks the extents of biases and norms.
  fileprivate func check(_ shape: AttentionShape) {
    let keyCount = keyValues == .both ? 2 : keyValues == .keys ? 1 : 0
    precondition(
      bias.map { $0.columns == shape.queryColumns + keyCount * shape.keyColumns } ?? true, "bias extents differ")
    precondition(keyValues != .none || keyNorm == nil && valueNorm == nil, "norms without keys")
    for (norm, columns) in [
      (queryNorm, shape.queryColumns), (keyNorm, shape.keyColumns), (valueNorm, shape.keyColumns),
    ] {
      guard let weight = norm?.weight else { continue }
      let isForAll = weight.rows == 1 && (weight.columns == columns || weight.columns == shape.headWidth)
      precondition(isForAll || weight.rows * weight.columns == columns, "norm extents differ")
    }
  }
}

extension QKVEpilogue.Pairing {
  /// The RoPE kernel for this arrangement.
  func rotation(
    _ vectors: any VectorKernels.Type
  ) -> @Sendable (UnsafeMutablePointer<Float>, UnsafePointer<Float>, Int) -> Void {
    switch self {
    case .adjacent: { unsafe vectors.rotateAdjacentPairs($0, by: $1, pairs: $2) }
    case .halves: { unsafe vectors.rotateHalves($0, by: $1, pairs: $2) }
    case .halvesOfHalves:
      { head, angles, pairs in
        unsafe vectors.rotateHalves(head, by: angles, pairs: pairs / 2)
        unsafe vectors.rotateHalves(head + pairs, by: angles + pairs, pairs: pairs / 2)
      }
    }
  }
}

extension Norm {
  /// Normalises `count` elements in segments as long as a row of weights.
  fileprivate func applyToHeads(_ x: UnsafeMutablePointer<Float>, _ count: Int, _ vectors: any VectorKernels.Type) {
    for head in 0..<count / weight.columns {
      let address = unsafe x + head * weight.columns
      unsafe apply(address, into: address, row: weight.rows == 1 ? 0 : head, vectors)
    }
  }
}
