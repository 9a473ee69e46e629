import SwiftletKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Architectures {
  /// `mistral3`: YaRN without its scale of queries and keys, and an attention temperature by position.
  static let mistral3 = Family(name: "mistral3", models: "Ministral 3, Devstral 2", pairing: .adjacent) {
    model, keys throws(InferenceError) in
    let factor = try keys.positive("rope.scaling.factor", below: 1e6, default: 1)
    if let multiplier = try keys.optional("rope.scaling.yarn_log_multiplier", below: 1e3) {
      model.ropes[0].magnitude = (1 + 0.1 * log(factor)) / (1 + 0.1 * multiplier * log(factor))
    }
    if let scale = try keys.optional("attention.temperature_scale", below: 1e3) {
      let length = try keys.integer("rope.scaling.original_context_length", in: 1...1 << 30)
      let temperature = AttentionTemperature(scale: scale, length: Double(length))
      model.changeAttention { $0.attentionTemperature = temperature }
    }
    guard try keys.integer("expert_count", in: 0...1024, zeroWithout: "ffn_gate_inp.weight") > 0 else { return }
    try model.useExperts(keys) { $0.routing.isNormalized = true }
  }
}
