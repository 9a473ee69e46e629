import SwiftletKernels

/// The configuration of a layer.
struct LayerConfiguration: Sendable, Equatable {
  var attention: AttentionConfiguration
  /// True if the layer has attention.
  var hasAttention = true
  /// The recurrent mixer beside or instead of attention; nil for none.
  var recurrence: RecurrenceConfiguration?
  /// The feed-forward network; nil for none.
  var feedForward: FeedForwardConfiguration?
  /// The names of the norms before and after attention and feed-forward network; nil for none.
  var attentionNorm: String? = "attn_norm"
  var attentionPostNorm: String?
  var feedForwardNorm: String? = "ffn_norm"
  var feedForwardPostNorm: String?
  /// The names of the norms of the residual sums (post-norm architectures); nil for none.
  var attentionSumNorm: String?
  var feedForwardSumNorm: String?
  /// The scale of both results before they are added to the residual stream.
  var residualScale: Float = 1
  /// True if the feed-forward network runs in parallel to attention, on the same input.
  var isParallel = false
  /// The rank of the learned residual connection beside attention (LAuReL); nil for none.
  var laurelRank: Int?
  /// True if the layer has a learned scale of its output.
  var hasOutputScale = false

  /// True if it has keys and values of its own.
  var storesKeys: Bool { hasAttention && attention.storesKeys }

  /// Replaces attention by a recurrent mixer.
  mutating func replaceAttention(by recurrence: RecurrenceConfiguration) {
    (hasAttention, self.recurrence) = (false, recurrence)
  }
}

/// The configuration of per-layer inputs: the token's row of a table, and a projection of its embedding.
struct LayerInputConfiguration: Sendable, Equatable {
  /// The width of a layer's input.
  var width: Int
  /// The activation function of its gate.
  var function: GateFunction
}

/// The configuration of alternating updates (AltUp): the number of streams, and the one that layers process.
///
/// See ``AltUpWeights``.
struct AltUpConfiguration: Sendable, Equatable {
  var count: Int
  var active: Int
}

/// The configuration of a recurrent mixer, which has a state instead of keys and values.
enum RecurrenceConfiguration: Sendable, Equatable {
  /// A short convolution of each channel, gated before and after (LFM2).
  case convolution(kernelSize: Int)
  /// A gated delta rule behind a short convolution (Qwen 3 Next).
  case delta(DeltaShape, kernelSize: Int)
  /// A selective state space behind a short convolution (Mamba-2), whose result may be normalised.
  case stateSpace(StateSpaceShape, kernelSize: Int, hasNorm: Bool)

  /// The number of elements of a state, for embeddings of `width`.
  func stateColumns(width: Int) -> Int {
    switch self {
    case .convolution(let kernelSize): (kernelSize - 1) * width
    case .delta(let shape, let kernelSize):
      (kernelSize - 1) * shape.channels + shape.valueHeads * shape.keyWidth * shape.valueWidth
    case .stateSpace(let shape, let kernelSize, _): (kernelSize - 1) * shape.channels + shape.stateCount
    }
  }
}
