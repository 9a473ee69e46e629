internal import SwiftletKernelInterface

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The extents of a layer with a selective state space.
public struct StateSpaceShape: Sendable, Equatable {
  /// The number of heads.
  public var headCount: Int
  /// The length of a head's input and of its result.
  public var headWidth: Int
  /// The number of groups of heads; those of a group are written by one vector and read by another.
  public var groupCount: Int
  /// The length of these vectors.
  public var stateWidth: Int

  /// Creates the shape from its extents.
  public init(headCount: Int, headWidth: Int, groupCount: Int, stateWidth: Int) {
    (self.headCount, self.headWidth, self.groupCount) = (headCount, headWidth, groupCount)
    self.stateWidth = stateWidth
  }

  /// The length of all heads' inputs together.
  public var columns: Int { headCount * headWidth }
  /// The length of what is convolved: the inputs, and what writes and reads.
  public var channels: Int { columns + 2 * groupCount * stateWidth }
  /// The length of a row of all that a token brings: gates, what is convolved, and time steps.
  public var inputColumns: Int { columns + channels + headCount }
  /// The number of elements of all heads' states.
  public var stateCount: Int { columns * stateWidth }
}

/// What a layer with a selective state space has besides matrices; each (1, heads) but the norm.
public struct StateSpaceWeights: Sendable {
  let decay: FloatRows
  let skip: FloatRows
  let timeBias: FloatRows
  /// Of the gated results, (groups, their length); nil for none.
  let norm: Norm?

  /// Joins the negative rate of decay, the factor of inputs that pass by, the bias of time steps and the norm.
  public init(decay: FloatRows, skip: FloatRows, timeBias: FloatRows, norm: Norm?) {
    (self.decay, self.skip, self.timeBias, self.norm) = (decay, skip, timeBias, norm)
  }
}

extension Kernels {
  /// Tokens whose decays are computed at once.
  private static let tokensAtOnce = 64

  /// Runs each sequence through its states, which lie behind the `stateOffset` first floats.
  ///
  /// Rows of `x` hold gates, inputs of heads, what writes, what reads, and time steps. Results are gated through silu and
  /// then normalised, each group of heads for itself.
  public func applyStateSpace(
    _ x: FloatRows, _ sequences: [SequenceRows], shape: StateSpaceShape, weights: StateSpaceWeights,
    state index: Int, stateOffset: Int, into output: Activations, forms: ActivationForms
  ) {
    let (heads, columns) = (shape.headCount, shape.columns)
    let groupWidth = columns / shape.groupCount
    precondition(x.columns >= shape.inputColumns && output.columns == columns, "extents differ")
    precondition(heads % shape.groupCount == 0, "the heads cannot be parted into groups")
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
          let place = unsafe values + group * groupWidth
          unsafe norm.apply(place, into: place, row: group, vectors)
        }
      }
      output.prepare(group, forms, vectors)
    }
  }
}
