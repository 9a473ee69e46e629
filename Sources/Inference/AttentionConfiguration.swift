import SwiftletKernels

/// The configuration of a layer's attention.
struct AttentionConfiguration: Sendable, Equatable {
  /// The dimensions.
  var shape: AttentionShape
  /// The source of keys and values.
  var keyValues = KeyValueSource.projections
  /// The scale of the scores.
  var scale: Float
  /// The length of the sliding window, including the token's own position; nil for full attention.
  ///
  /// With bidirectional attention, half of it is on either side.
  var window: Int?
  /// The soft cap of the scores; 0 for none.
  var softCap: Float = 0
  /// True if each head has an attention sink.
  var hasSinks = false
  /// The index of the rotary embedding in the configuration; nil for none.
  var rope: Int? = 0
  /// The norm of queries and keys.
  var queryKeyNorm: QueryKeyNorm?
  /// True if values are normalised by head, without weights.
  var normalizesValues = false
  /// True if queries and keys are rotated before they are normalised.
  var rotatesFirst = false
  /// True if the query, key and value projections require biases; otherwise these are optional.
  var requiresBias = false
  /// True if the output projection requires a bias.
  var requiresOutputBias = false
  /// The scaling of queries by position; see ``AttentionTemperature``.
  var attentionTemperature: AttentionTemperature?
  /// True if the result is gated by an additional output of the query projection.
  var hasOutputGate = false
  /// The configuration of multi-head latent attention; nil for none.
  var latent: LatentConfiguration?

  /// True if the layer has its own keys and values.
  var storesKeys: Bool { if case .layer = keyValues { false } else { true } }

  enum KeyValueSource: Sendable, Equatable {
    /// Separate projections.
    case projections
    /// Keys are projected, and values are the keys before normalisation and rotation.
    case keys
    /// Shared with an earlier layer.
    case layer(Int)
  }

  enum QueryKeyNorm: Sendable, Equatable {
    /// By head, with the same weights for all heads.
    case heads
    /// By head, with separate weights for each head.
    case ownHeads
    /// Over all heads together.
    case whole
  }
}

/// A temperature of queries that grows with the position: `1 + scale · ln(1 + ⌊position / length⌋)` (Llama 4).
struct AttentionTemperature: Sendable, Equatable {
  var scale: Double
  var length: Double
}
