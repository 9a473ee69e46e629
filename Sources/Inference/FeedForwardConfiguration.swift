import SwiftletKernels

/// The description of a layer's feed-forward network.
enum FeedForwardConfiguration: Sendable, Equatable {
  case dense(DenseConfiguration)
  case experts(ExpertsConfiguration)
}

/// A feed-forward network that all tokens go through.
struct DenseConfiguration: Sendable, Equatable {
  /// The length of its hidden vector.
  var width: Int
  var function = GateFunction.silu
  /// How many standard deviations above their mean gates have to be to count, nil if all do.
  var sparsity: Float?
  /// Whether the function's result is multiplied with a linear part.
  var isGated = true
  /// Whether all its matrices have to have biases; elsewhere they may.
  var requiresBias = false
}

/// A feed-forward network of which each token goes through some parts.
struct ExpertsConfiguration: Sendable, Equatable {
  var count: Int
  var usedCount: Int
  /// The length of an expert's hidden vector.
  var width: Int
  var function = GateFunction.silu
  /// Whether the function's result is multiplied with a linear part.
  var isGated = true
  var routing = ExpertRouting()
  /// Whether router and experts have biases.
  var hasBias = false
  /// The length of the hidden vector of what all tokens go through besides, 0 for nothing.
  var sharedWidth = 0
  /// How the names of its tensors end.
  var sharedSuffix = "_shexp"
  /// Whether that has a gate of its own.
  var hasSharedGate = false
  /// Whether gates and linear parts are one tensor.
  var isFused = false
  /// The norms of a mixture that lies beside what is shared, as a branch of its own; nil if both take the same.
  var branch: ExpertBranch?

  /// The length of what experts take and give, nil if that is the embedding's.
  var latentWidth: Int?

  /// The names of the matrices of gates and linear parts: one for each, or one for both.
  var gateUpNames: [String] {
    if isFused { return ["ffn_gate_up_exps"] }
    return (isGated ? ["ffn_gate_exps"] : []) + ["ffn_up_exps"]
  }

  /// What all tokens go through besides.
  var shared: DenseConfiguration { DenseConfiguration(width: sharedWidth, function: function, isGated: isGated) }
}

/// The names of the norms of a mixture of experts beside a dense network (Gemma 4).
///
/// Both take the residual stream, and so does the router, whose norm has `ffn_gate_inp.scale` over the root of the width
/// as its weights. What chosen experts weigh is multiplied with their elements of `ffn_down_exps.scale`.
struct ExpertBranch: Sendable, Equatable {
  var norm = "pre_ffw_norm_2"
  var postNorm = "post_ffw_norm_2"
  var sharedPostNorm = "post_ffw_norm_1"
}
