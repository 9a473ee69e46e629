import SwiftletGGUF

/// The dimensions of a decoder with attention.
struct DecoderDimensions: Sendable {
  /// The width of the residual stream.
  var width: Int
  var layers: Int
  var heads: Int
  var keyValueHeads: Int
  var headWidth: Int
  /// The hidden width of feed-forward networks.
  var hidden: Int
  /// The number of tokens in the vocabulary.
  var vocabulary: Int
  /// The context length of the training.
  var context: Int
  var ropeBase: Float
  /// The epsilon of norms.
  var epsilon: Float
  /// The length of the part of a head that is rotated; nil for all of it.
  var rotatedWidth: Int?

  /// The total length of queries.
  var queryColumns: Int { heads * headWidth }
  /// The total length of keys, which is that of values.
  var keyColumns: Int { keyValueHeads * headWidth }

  /// Returns the keys that all architectures with attention have.
  func keys(layers: Int) -> [ShapeKey] {
    [
      ("context_length", .number(context)), ("embedding_length", .number(width)), ("block_count", .number(layers)),
      ("feed_forward_length", .number(hidden)), ("attention.head_count", .number(heads)),
      ("attention.head_count_kv", .number(keyValueHeads)), ("attention.key_length", .number(headWidth)),
      ("attention.value_length", .number(headWidth)), ("rope.dimension_count", .number(rotatedWidth ?? headWidth)),
      ("vocab_size", .number(vocabulary)), ("rope.freq_base", .float32(ropeBase)),
      ("attention.layer_norm_rms_epsilon", .float32(epsilon)),
    ]
  }

  /// Returns the tensors of attention, with `others` after the projections of queries, keys and values.
  ///
  /// An output gate is projected together with the queries.
  func attention(_ others: [ShapeTensor] = [], hasOutputGate: Bool = false) -> [ShapeTensor] {
    var tensors: [ShapeTensor] = [
      .norm("attn_norm", width), .matrix("attn_q", width, hasOutputGate ? 2 * queryColumns : queryColumns),
      .matrix("attn_k", width, keyColumns), .matrix("attn_v", width, keyColumns),
    ]
    tensors += others
    tensors.append(.matrix("attn_output", queryColumns, width))
    return tensors
  }

  /// Returns the norms of each head's queries and keys.
  func headNorms(ofQueries value: Float = 1) -> [ShapeTensor] {
    [.norm("attn_q_norm", headWidth, value: value), .norm("attn_k_norm", headWidth)]
  }

  /// The biases of queries, keys and values.
  var projectionBiases: [ShapeTensor] {
    [.bias("attn_q", queryColumns), .bias("attn_k", keyColumns), .bias("attn_v", keyColumns)]
  }

  /// Returns the tensors of a gated feed-forward network with the norm before it.
  func network(norm: String = "ffn_norm") -> [ShapeTensor] {
    [ShapeTensor.norm(norm, width)] + Self.gated("", width, hidden)
  }

  /// Returns the matrices of a gated feed-forward network.
  static func gated(_ suffix: String, _ width: Int, _ hidden: Int) -> [ShapeTensor] {
    [
      .matrix("ffn_gate" + suffix, width, hidden), .matrix("ffn_up" + suffix, width, hidden),
      .matrix("ffn_down" + suffix, hidden, width),
    ]
  }
}

/// The dimensions of a mixture of experts.
struct ExpertDimensions: Sendable {
  var count: Int
  var used: Int
  /// The hidden width of an expert.
  var width: Int
  /// The hidden width of shared experts together; 0 for none.
  var shared = 0
  /// True if the shared expert has a gate.
  var hasSharedGate = false

  /// The keys of a mixture.
  var keys: [ShapeKey] {
    [
      ("expert_count", .number(count)), ("expert_used_count", .number(used)),
      ("expert_feed_forward_length", .number(width)),
    ]
  }

  /// Returns the tensors of the mixture with the norm before it, in a residual stream of `outer` columns.
  func tensors(_ outer: Int, norm: String = "ffn_norm") -> [ShapeTensor] {
    var tensors: [ShapeTensor] = [
      .norm(norm, outer), .floats("ffn_gate_inp", outer, count), .matrix("ffn_gate_exps", outer, width, count),
      .matrix("ffn_up_exps", outer, width, count), .matrix("ffn_down_exps", width, outer, count),
    ]
    if hasSharedGate { tensors.append(.floats("ffn_gate_inp_shexp", outer)) }
    if shared > 0 { tensors += DecoderDimensions.gated("_shexp", outer, shared) }
    return tensors
  }
}
