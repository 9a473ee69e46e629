import SwiftletKernels

extension Architectures {
  /// `granite`: Llama with scales of embeddings, residuals and logits.
  static let granite = Family(name: "granite", models: "Granite 3 and 4 without experts", pairing: .adjacent) {
    model, keys throws(InferenceError) in
    try model.useGraniteScales(keys)
  }

  /// `granitemoe`: `granite` with experts and an optional shared expert.
  static let granitemoe = Family(name: "granitemoe", models: "Granite 3 and 4 with experts", pairing: .adjacent) {
    model, keys throws(InferenceError) in
    try model.useGraniteScales(keys)
    try model.useGraniteExperts(keys)
  }
}

extension DecoderConfiguration {
  mutating func useGraniteExperts(_ keys: ArchitectureKeys) throws(InferenceError) {
    try useExperts(keys) { experts throws(InferenceError) in
      experts.routing.scoring = .softmaxOfSelected
      experts.sharedWidth = try keys.integer(
        "expert_shared_feed_forward_length", in: 0...1 << 20, zeroWithout: "ffn_down_shexp.weight")
    }
  }

  mutating func useGraniteScales(_ keys: ArchitectureKeys) throws(InferenceError) {
    embeddingScale = Float(try keys.optional("embedding_scale", below: 1e6) ?? 1)
    logitScale = 1 / Float(try keys.optional("logit_scale", below: 1e6) ?? 1)
    let residualScale = Float(try keys.optional("residual_scale", below: 1e6) ?? 1)
    changeLayers { $0.residualScale = residualScale }
  }
}
