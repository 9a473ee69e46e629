internal import SwiftletKernelInterface

/// The extents of multi-head latent attention (DeepSeek-V2, 2024), with one compressed key/value for all heads.
///
/// The query of each head is projected into the latent space by a matrix per head, and the result of each head out of
/// it by another one (weight absorption), so keys and values are never decompressed.
public struct LatentShape: Sendable, Equatable {
  /// The number of heads.
  public var headCount: Int
  /// The length of the part of a query without RoPE.
  public var plainWidth: Int
  /// The length of the part of a query, and of the key, with RoPE.
  public var rotatedWidth: Int
  /// The length of the compressed key (KV LoRA rank).
  public var rank: Int

  /// Creates the shape from its extents.
  public init(headCount: Int, plainWidth: Int, rotatedWidth: Int, rank: Int) {
    (self.headCount, self.plainWidth, self.rotatedWidth, self.rank) = (headCount, plainWidth, rotatedWidth, rank)
  }

  /// The length of a projected query.
  public var queryWidth: Int { plainWidth + rotatedWidth }
  /// The length of a head in the latent space.
  public var headWidth: Int { rank + rotatedWidth }
}

extension Kernels {
  /// Normalises the compressed key of each row, applies RoPE to key and queries, and writes them to `projections`.
  ///
  /// Rows of `projections` hold queries, key and value of ``LatentShape/headWidth`` elements each. Rows of `keys` hold
  /// the compressed key from `column` on, followed by the part with RoPE.
  public func finishLatents(
    queries: FloatRows, keys: FloatRows, column: Int, rows: Int, shape: LatentShape, norm: Norm,
    pairing: QKVEpilogue.Pairing, angles: FloatRows, into projections: FloatRows
  ) {
    let (rank, width, heads) = (shape.rank, shape.headWidth, shape.headCount)
    precondition(queries.columns >= heads * shape.queryWidth && keys.columns >= column + width, "extents differ")
    precondition(projections.columns >= (heads + 2) * width && norm.weight.columns == rank, "extents differ")
    precondition(angles.columns <= shape.rotatedWidth, "angle extents differ")
    let (pairs, rotated) = (angles.columns / 2, shape.rotatedWidth)
    let rotate = unsafe pairing.rotation(vectors)
    pool.forEach(rows) { [vectors] _, range in
      for row in range {
        let (source, target) = unsafe (keys.row(row) + column, projections.row(row))
        let (key, value) = unsafe (target + heads * width, target + (heads + 1) * width)
        unsafe norm.apply(source, into: key, vectors)
        unsafe (key + rank).update(from: source + rank, count: rotated)
        unsafe rotate(key + rank, angles.row(row), pairs)
        unsafe value.update(from: key, count: rank)
        unsafe (value + rank).update(repeating: 0, count: rotated)
        for head in 0..<heads {
          let query = unsafe target + head * width + rank
          unsafe query.update(
            from: queries.row(row) + head * shape.queryWidth + shape.plainWidth, count: rotated)
          unsafe rotate(query, angles.row(row), pairs)
        }
      }
    }
  }

  /// Copies the first elements of each head, as many as a row of `output` has, into the head's slots.
  ///
  /// Heads are `stride` elements apart.
  public func gatherHeads(
    _ x: FloatRows, stride: Int, _ slots: ExpertSlots, into output: Activations, forms: ActivationForms
  ) {
    let columns = output.columns
    precondition(slots.rows.count <= output.values.rows && columns <= stride, "slot extents differ")
    precondition(slots.runs.allSatisfy { ($0.expert + 1) * stride <= x.columns }, "there is no such head")
    let groups = slots.groups
    pool.forEach(groups.count) { [vectors] _, range in
      for group in range {
        for slot in groups[group].slots {
          let source = unsafe x.row(slots.rows[slot]) + groups[group].expert * stride
          unsafe output.values.row(slot).update(from: source, count: columns)
        }
        output.prepare(groups[group].slots, forms, vectors)
      }
    }
  }

  /// Copies `count` elements of each slot back to its head; heads are `stride` elements apart.
  public func scatterHeads(_ x: FloatRows, count: Int, _ slots: ExpertSlots, stride: Int, into output: FloatRows) {
    precondition(count <= x.columns && count <= stride && slots.rows.count <= x.rows, "slot extents differ")
    precondition(slots.runs.allSatisfy { ($0.expert + 1) * stride <= output.columns }, "there is no such head")
    let groups = slots.groups
    pool.forEach(groups.count) { _, range in
      for group in range {
        for slot in groups[group].slots {
          let target = unsafe output.row(slots.rows[slot]) + groups[group].expert * stride
          unsafe target.update(from: x.row(slot), count: count)
        }
      }
    }
  }
}
