import SwiftletKernels

/// The description of a layer's attention.
struct AttentionConfiguration: Sendable, Equatable {
  /// Its extents.
  var shape: AttentionShape
  /// Where its keys and values come from.
  var keyValues = KeyValueSource.projections
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
  /// Whether each head's values are normalised, without weights.
  var normalizesValues = false
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

  /// Whether it has keys and values of its own.
  var storesKeys: Bool { if case .layer = keyValues { false } else { true } }

  enum KeyValueSource: Sendable, Equatable {
    /// Both are projected.
    case projections
    /// Keys are projected, and values are what keys are before they are normalised and rotated.
    case keys
    /// Both are those of an earlier layer.
    case layer(Int)
  }

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
