internal import SwiftletKernelInterface

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The extents of a selective state-space layer (Mamba-2).
public struct StateSpaceShape: Sendable, Equatable {
  /// The number of heads.
  public var headCount: Int
  /// The length of a head's input and output.
  public var headWidth: Int
  /// The number of groups of heads that share the vectors B and C.
  public var groupCount: Int
  /// The length of B and C.
  public var stateWidth: Int

  /// Creates the shape from its extents.
  public init(headCount: Int, headWidth: Int, groupCount: Int, stateWidth: Int) {
    (self.headCount, self.headWidth, self.groupCount) = (headCount, headWidth, groupCount)
    self.stateWidth = stateWidth
  }

  /// The total length of all head inputs.
  public var columns: Int { headCount * headWidth }
  /// The number of convolved channels: head inputs, B and C.
  public var channels: Int { columns + 2 * groupCount * stateWidth }
  /// The length of an input row: gates, convolved channels, and time steps.
  public var inputColumns: Int { columns + channels + headCount }
  /// The number of elements of all heads' states.
  public var stateCount: Int { columns * stateWidth }
}

/// The weights of a selective state-space layer other than matrices; all but the norm are (1, heads).
public struct StateSpaceWeights: Sendable {
  let decay: FloatRows
  let skip: FloatRows
  let timeBias: FloatRows
  /// The norm of the gated outputs, of shape (groups, group width); nil for none.
  let norm: Norm?

  /// Creates the weights from the negative decay rate A, the skip factor D, the time step bias and the norm.
  public init(decay: FloatRows, skip: FloatRows, timeBias: FloatRows, norm: Norm?) {
    (self.decay, self.skip, self.timeBias, self.norm) = (decay, skip, timeBias, norm)
  }
}

extension Kernels {
  /// The number of tokens whose decays are computed at once.
  private static let tokensAtOnce = 64

  /// Applies the selective scan to each sequence.
  ///
  /// The states follow the first `stateOffset` floats. Rows of `x` hold gates, head inputs, B, C, and time steps.
  /// Outputs are multiplied by SiLU of the gates and then normalised, each group of heads separately.
  public func applyStateSpace(
    _ x: FloatRows, _ sequences: [SequenceRows], shape: StateSpaceShape, weights: StateSpaceWeights,
    state index: Int, stateOffset: Int, into output: Activations, forms: ActivationForms
  ) {
    let (heads, columns) = (shape.headCount, shape.columns)
    let groupWidth = columns / shape.groupCount
    precondition(x.columns >= shape.inputColumns && output.columns == columns, "extents differ")
    precondition(heads % shape.groupCount == 0, "the number of heads is not a multiple of the number of groups")
    for weights in [weights.decay, weights.skip, weights.timeBias] {
      precondition(weights.columns == heads, "extents differ")
    }
    if let norm = weights.norm {
      precondition(norm.weight.rows == shape.groupCount && norm.weight.columns == groupWidth, "norm extents differ")
    }
    let stateCount = stateOffset + shape.stateCount
    precondition(sequences.allSatisfy { $0.cache.pool.states.columns >= stateCount }, "the state is too small")
    pool.forEach(sequences.count * heads) { [vectors] _, range in
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * Self.tokensAtOnce) { memory in
        guard let decays = memory.baseAddress else { return }
        for item in range {
          let (sequence, head) = (sequences[item / heads], item % heads)
          let state =
            unsafe sequence.cache.state(index) + stateOffset + head * shape.headWidth * shape.stateWidth
          let written = 2 * columns + head / (heads / shape.groupCount) * shape.stateWidth
          let read = written + shape.groupCount * shape.stateWidth
          let (decay, skip) = unsafe (weights.decay.row(0)[head], weights.skip.row(0)[head])
          let timeBias = unsafe weights.timeBias.row(0)[head]
          for run in sequence.runs {
            for first in stride(from: run.lowerBound, to: run.upperBound, by: Self.tokensAtOnce) {
              let count = min(Self.tokensAtOnce, run.upperBound - first)
              for token in 0..<count {
                let time = unsafe x.row(first + token)[columns + shape.channels + head] + timeBias
                let step = softplus(time)
                unsafe decays[2 * token] = exp(step * decay)
                unsafe decays[2 * token + 1] = step
              }
              let source = unsafe x.row(first)
              let steps = unsafe StateSpaceSteps(
                state: state, stateWidth: shape.stateWidth, headWidth: shape.headWidth,
                x: source + columns + head * shape.headWidth, b: source + written, c: source + read, stride: x.stride,
                decays: decays, skip: skip, tokens: count,
                output: output.values.row(first) + head * shape.headWidth, outputStride: output.values.stride)
              vectors.advance(steps)
            }
          }
        }
      }
    }
    forEachGroup(sequences.reduce(0) { $0 + $1.rows.count }) { [vectors] group in
      for row in group {
        let values = unsafe output.values.row(row)
        unsafe vectors.apply(.silu, to: x.row(row), times: values, count: columns, into: values)
        guard let norm = weights.norm else { continue }
        for group in 0..<shape.groupCount {
          let address = unsafe values + group * groupWidth
          unsafe norm.apply(address, into: address, row: group, vectors)
        }
      }
      output.prepare(group, forms, vectors)
    }
  }
}
