import SwiftletKernels

extension Architectures {
  /// `command-r`: parallel attention and feed-forward network, LayerNorm without biases, scaled logits.
  static let commandR = Family(name: "command-r", models: "Command R, Aya", pairing: .adjacent, norm: .layer) {
    model, keys throws(InferenceError) in
    try model.configureCohere(keys)
    // Command R+ normalises queries and keys, with separate weights for each head.
    if keys.hasTensor("attn_q_norm.weight") { model.changeAttention { $0.queryKeyNorm = .ownHeads } }
  }

  /// `cohere2`: `command-r` with sliding windows; full-attention layers have no position embedding.
  static let cohere2 = Family(name: "cohere2", models: "Command R7B, Command A", pairing: .adjacent, norm: .layer) {
    model, keys throws(InferenceError) in
    try model.configureCohere(keys)
    let isLocal = try model.useWindow(keys, period: 4)
    for index in model.layers.indices where !isLocal[index] { model.layers[index].attention.rope = nil }
  }
}

extension DecoderConfiguration {
  fileprivate mutating func configureCohere(_ keys: ArchitectureKeys) throws(InferenceError) {
    logitScale = Float(try keys.positive("logit_scale", below: 1e6))
    changeLayers { ($0.isParallel, $0.feedForwardNorm) = (true, nil) }
  }
}
