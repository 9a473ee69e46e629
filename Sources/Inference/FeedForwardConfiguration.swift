import SwiftletKernels

/// The configuration of a layer's feed-forward network.
enum FeedForwardConfiguration: Sendable, Equatable {
  case dense(DenseConfiguration)
  case experts(ExpertsConfiguration)
}

/// The configuration of a dense feed-forward network.
struct DenseConfiguration: Sendable, Equatable {
  /// The hidden width.
  var width: Int
  var function = GateFunction.silu
  /// The activation sparsity: the standard deviations above the mean below which gates are zeroed; nil for none.
  var sparsity: Float?
  /// True if the activation is multiplied by a linear up projection (gated linear unit).
  var isGated = true
  /// True if all matrices require biases; otherwise these are optional.
  var requiresBias = false
}

/// The configuration of a mixture of experts.
struct ExpertsConfiguration: Sendable, Equatable {
  var count: Int
  var usedCount: Int
  /// The hidden width of an expert.
  var width: Int
  var function = GateFunction.silu
  /// True if the activation is multiplied by a linear up projection (gated linear unit).
  var isGated = true
  var routing = ExpertRouting()
  /// True if router and experts have biases.
  var hasBias = false
  /// The hidden width of the shared expert; 0 for none.
  var sharedWidth = 0
  /// The suffix of its tensors' names.
  var sharedSuffix = "_shexp"
  /// True if the shared expert has a gate.
  var hasSharedGate = false
  /// True if gate and up projections are one tensor.
  var isFused = false
  /// The norms of a mixture that is a branch separate from the shared expert; nil if both have the same input.
  var branch: ExpertBranch?

  /// The width of the experts' input and output; nil for that of the embedding.
  var latentWidth: Int?

  /// The names of the gate and up projections: one for each, or one if they are fused.
  var gateUpNames: [String] {
    if isFused { return ["ffn_gate_up_exps"] }
    return (isGated ? ["ffn_gate_exps"] : []) + ["ffn_up_exps"]
  }

  /// The shared expert.
  var shared: DenseConfiguration { DenseConfiguration(width: sharedWidth, function: function, isGated: isGated) }
}

/// The names of the norms of a mixture of experts beside a dense network (Gemma 4).
///
/// Both read the residual stream, and so does the router, whose norm weights are `ffn_gate_inp.scale` divided by the
/// root of the width. The weights of selected experts are multiplied by their elements of `ffn_down_exps.scale`.
struct ExpertBranch: Sendable, Equatable {
  var norm = "pre_ffw_norm_2"
  var postNorm = "post_ffw_norm_2"
  var sharedPostNorm = "post_ffw_norm_1"
}
