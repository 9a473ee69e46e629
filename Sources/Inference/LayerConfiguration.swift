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
  /// The rank of the learned residual connection beside attention (LAuReL), nil if there is none.
  var laurelRank: Int?
  /// Whether all that leaves the layer is multiplied with a number of the layer's own.
  var hasOutputScale = false

  /// Whether it has keys and values of its own.
  var storesKeys: Bool { hasAttention && attention.storesKeys }

  /// Puts a recurrence where attention is.
  mutating func replaceAttention(by recurrence: RecurrenceConfiguration) {
    (hasAttention, self.recurrence) = (false, recurrence)
  }
}

/// What each layer is told of a token besides what the layer before gives: its row of a table, and what its embedding
/// is projected to.
struct LayerInputConfiguration: Sendable, Equatable {
  /// The length of a layer's input.
  var width: Int
  /// The function of the gate that decides what a layer takes of it.
  var function: GateFunction
}

/// Alternating updates: how many streams there are, and on which of them layers work; see ``AltUpWeights``.
struct AltUpConfiguration: Sendable, Equatable {
  var count: Int
  var active: Int
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
