internal import SwiftletKernelInterface

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The extents of a gated delta rule layer.
public struct DeltaShape: Sendable, Equatable {
  /// The number of query and key heads.
  public var keyHeads: Int
  /// The number of value heads, a multiple of the number of key heads.
  public var valueHeads: Int
  /// The length of a query or key.
  public var keyWidth: Int
  /// The length of a value.
  public var valueWidth: Int
  /// Indicates that value heads that share a key head are adjacent; else they are `keyHeads` heads apart.
  public var isGrouped: Bool

  /// Creates the shape from its extents.
  public init(keyHeads: Int, valueHeads: Int, keyWidth: Int, valueWidth: Int, isGrouped: Bool) {
    (self.keyHeads, self.valueHeads) = (keyHeads, valueHeads)
    (self.keyWidth, self.valueWidth, self.isGrouped) = (keyWidth, valueWidth, isGrouped)
  }

  /// The total length of queries, keys and values.
  public var channels: Int { 2 * keyHeads * keyWidth + valueHeads * valueWidth }
  /// The total length of all values.
  public var valueColumns: Int { valueHeads * valueWidth }
}

/// The weights of a gated delta rule layer other than matrices; all but the norm are (1, value heads).
public struct DeltaWeights: Sendable {
  let decay: FloatRows
  let timeBias: FloatRows
  let norm: Norm

  /// Creates the weights from the negative decay rate, the time step bias and the norm of head outputs.
  public init(decay: FloatRows, timeBias: FloatRows, norm: Norm) {
    (self.decay, self.timeBias, self.norm) = (decay, timeBias, norm)
  }
}

extension Kernels {
  /// Applies the gated delta rule to each sequence.
  ///
  /// The state of each value head follows the first `stateOffset` floats. Rows of `x` hold queries, keys and values;
  /// rows of `gates`, from `gateColumn` on, the output gates, to which SiLU is applied; rows of `steps`, from
  /// `stepColumn` on, the logits of β and then the time steps, or, if the shape is grouped, both for each key head in
  /// turn.
  public func applyDeltaRule(
    _ x: FloatRows, gates: FloatRows, gateColumn: Int, steps: FloatRows, stepColumn: Int, _ sequences: [SequenceRows],
    shape: DeltaShape, weights: DeltaWeights, state index: Int, stateOffset: Int, into output: Activations,
    forms: ActivationForms
  ) {
    let (heads, keyWidth, valueWidth) = (shape.valueHeads, shape.keyWidth, shape.valueWidth)
    let group = heads / shape.keyHeads
    precondition(x.columns >= shape.channels && output.columns == shape.valueColumns, "extents differ")
    precondition(gates.columns >= gateColumn + shape.valueColumns, "extents differ")
    precondition(steps.columns >= stepColumn + 2 * heads, "extents differ")
    precondition(weights.decay.columns == heads && weights.timeBias.columns == heads, "extents differ")
    let stateCount = stateOffset + heads * keyWidth * valueWidth
    precondition(sequences.allSatisfy { $0.cache.pool.states.columns >= stateCount }, "the state is too small")
    pool.forEach(sequences.count * heads) { [vectors] _, range in
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * keyWidth) { memory in
        guard let query = memory.baseAddress else { return }
        let key = unsafe query + keyWidth
        for item in range {
          let (sequence, head) = (sequences[item / heads], item % heads)
          let keyHead = shape.isGrouped ? head / group : head % shape.keyHeads
          let state = unsafe sequence.cache.state(index) + stateOffset + head * keyWidth * valueWidth
          for row in sequence.rows {
            let source = unsafe x.row(row)
            unsafe unit(source + keyHead * keyWidth, keyWidth, 1 / Float(keyWidth).squareRoot(), query)
            unsafe unit(source + (shape.keyHeads + keyHead) * keyWidth, keyWidth, 1, key)
            // Grouped: for each key head first all β, then all time steps of its value heads.
            let column =
              shape.isGrouped ? stepColumn + head / group * 2 * group + head % group : stepColumn + head
            let step = unsafe steps.row(row)
            let (logit, time) = unsafe (step[column], step[column + (shape.isGrouped ? group : heads)])
            let rate = unsafe softplus(time + weights.timeBias.row(0)[head]) * weights.decay.row(0)[head]
            let result = unsafe output.values.row(row) + head * valueWidth
            let token = unsafe DeltaRuleStep(
              state: state, query: query, key: key,
              value: source + 2 * shape.keyHeads * keyWidth + head * valueWidth, decay: exp(rate),
              beta: 1 / (1 + exp(-logit)), keyWidth: keyWidth, valueWidth: valueWidth)
            unsafe vectors.advance(token, into: result)
            unsafe weights.norm.apply(result, into: result, vectors)
            let gate = unsafe gates.row(row) + gateColumn + head * valueWidth
            unsafe vectors.apply(.silu, to: gate, times: result, count: valueWidth, into: result)
          }
        }
      }
    }
    let rows = sequences.reduce(0) { $0 + $1.rows.count }
    prepare(output, rows: rows, forms: forms)
  }
}

/// The softplus function ln(1 + eˣ).
func softplus(_ x: Float) -> Float { x > 20 ? x : log1p(exp(x)) }

/// Scales a vector to a norm of `length`.
private func unit(
  _ x: UnsafePointer<Float>, _ count: Int, _ length: Float, _ output: UnsafeMutablePointer<Float>
) {
  var square: Float = 0
  for index in 0..<count { unsafe square += x[index] * x[index] }
  let factor = length / (square + 1e-6).squareRoot()
  for index in 0..<count { unsafe output[index] = x[index] * factor }
}
