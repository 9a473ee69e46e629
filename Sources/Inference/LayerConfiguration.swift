import SwiftletKernels

/// The description of one layer of a decoder.
struct LayerConfiguration: Sendable, Equatable {
  var attention: AttentionConfiguration
  /// Whether the layer has attention.
  var hasAttention = true
  /// What the layer has beside or instead of attention, if it does.
  var recurrence: RecurrenceConfiguration?
  /// The feed-forward network, nil for none.
  var feedForward: FeedForwardConfiguration?
  /// The names of the tensors of the norms, nil where there is none: before and after attention and feed-forward.
  var attentionNorm: String? = "attn_norm"
  var attentionPostNorm: String?
  var feedForwardNorm: String? = "ffn_norm"
  var feedForwardPostNorm: String?
  /// The names of the tensors of norms of the sums with the results of both, which take the sums' places.
  var attentionSumNorm: String?
  var feedForwardSumNorm: String?
  /// What the results of both are multiplied with before they are added.
  var residualScale: Float = 1
  /// Whether the feed-forward network takes what attention takes, and not its sum with attention's result.
  var isParallel = false

  /// Puts a recurrence where attention is.
  mutating func replaceAttention(by recurrence: RecurrenceConfiguration) {
    (hasAttention, self.recurrence) = (false, recurrence)
  }
}

/// The description of a layer's attention.
struct AttentionConfiguration: Sendable, Equatable {
  /// What scores are multiplied with.
  var scale: Float
  /// The number of positions that are seen, the own among them; nil for all.
  ///
  /// Where tokens see what comes after them, half of it lies on either side.
  var window: Int?
  /// The bound of scores, 0 for none.
  var softCap: Float = 0
  /// Whether each head has a score that only takes its share.
  var hasSinks = false
  /// The position embedding's place among the configuration's, nil for none.
  var rope: Int? = 0
  /// The norm of queries and keys.
  var queryKeyNorm: QueryKeyNorm?
  /// Whether queries and keys are rotated before they are normalised.
  var rotatesFirst = false
  /// Whether the projections to queries, keys and values have to have biases; elsewhere they may.
  var requiresBias = false
  /// Whether the output projection has to have one.
  var requiresOutputBias = false
  /// How much more later positions' queries count; see ``QueryGrowth``.
  var queryGrowth: QueryGrowth?
  /// Whether its result is gated by what comes out of the matrix of queries besides them.
  var hasOutputGate = false
  /// How keys and values are compressed; nil if they are not.
  var latent: LatentConfiguration?

  enum QueryKeyNorm: Sendable, Equatable {
    /// Of each head, with the same weights.
    case heads
    /// Of each head, with weights of its own.
    case ownHeads
    /// Of all heads together.
    case whole
  }
}

/// A factor of queries that grows with the position: `1 + scale · ln(1 + ⌊position / length⌋)` (Llama 4).
struct QueryGrowth: Sendable, Equatable {
  var scale: Double
  var length: Double
}

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
  /// Whether that has a gate of its own.
  var hasSharedGate = false
  /// The length of what experts take and give, nil if that is the embedding's.
  var latentWidth: Int?

  /// What all tokens go through besides.
  var shared: DenseConfiguration { DenseConfiguration(width: sharedWidth, function: function, isGated: isGated) }
}

/// The description of a layer that has a state instead of keys and values.
enum RecurrenceConfiguration: Sendable, Equatable {
  /// A short convolution of each channel, gated before and after (LFM2).
  case convolution(steps: Int)
  /// A gated delta rule behind a short convolution (Qwen 3 Next).
  case delta(DeltaShape, steps: Int)
  /// A selective state space behind a short convolution (Mamba-2), whose result may be normalised.
  case stateSpace(StateSpaceShape, steps: Int, hasNorm: Bool)

  /// The length of a state, for embeddings of `width`.
  func stateColumns(width: Int) -> Int {
    switch self {
    case .convolution(let steps): (steps - 1) * width
    case .delta(let shape, let steps):
      (steps - 1) * shape.channels + shape.valueHeads * shape.keyWidth * shape.valueWidth
    case .stateSpace(let shape, let steps, _): (steps - 1) * shape.channels + shape.stateCount
    }
  }
}
