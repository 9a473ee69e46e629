import SwiftletGGUF
import SwiftletKernels

extension Architectures {
  /// `gemma3n`: alternating updates of several residual streams, per-layer inputs, activation sparsity.
  ///
  /// The last layers share the keys and values of earlier ones. Sparsity uses the population standard deviation of a
  /// row's gates, as in transformers; llama.cpp uses that of a sample.
  static let gemma3n = Family(name: "gemma3n", models: "Gemma 3n", layersDiffer: true) {
    model, keys throws(InferenceError) in
    try model.configureLayeredGemma(keys, windowPeriod: 5)
    model.logitSoftCap = Float(try keys.optional("final_logit_softcapping", below: 1e6) ?? 30)
    let width = model.attention.headWidth
    model.ropes = [
      try RotaryEmbedding(keys, pairing: .halves, headWidth: width, defaultBase: 1_000_000),
      try RotaryEmbedding(keys, pairing: .halves, headWidth: width, baseKey: "rope.freq_base_swa", isScaled: false),
    ]
    try model.shareKeysAndValues(keys)
    try model.useLayerInputs(keys, in: 1...1 << 16)
    let streams = try keys.integer("altup.num_inputs", in: 2...16)
    model.altUp = AltUpConfiguration(
      count: streams, active: try keys.integer("altup.active_idx", in: 0...streams - 1))
    let rank = try keys.laurelRank()
    model.changeLayers { $0.laurelRank = rank }
    let bounds = try keys.sparsity(layerCount: model.layerCount)
    for (index, bound) in bounds.enumerated() where bound > -.infinity {
      guard case .dense(var dense) = model.layers[index].feedForward else { continue }
      dense.sparsity = bound
      model.layers[index].feedForward = .dense(dense)
    }
  }
}

extension DecoderConfiguration {
  /// Sets the configuration that Gemma 3n and 4 share.
  ///
  /// Most layers have sliding windows with a separate rotary embedding; queries, keys and values have norms instead of
  /// a scale.
  mutating func configureLayeredGemma(_ keys: ArchitectureKeys, windowPeriod: Int?) throws(InferenceError) {
    configureGemma()
    changeAttention { ($0.queryKeyNorm, $0.normalizesValues) = (.heads, true) }
    if keys.isAbsent("attention.scale") { changeAttention { $0.scale = 1 } }
    let window = try keys.integer("attention.sliding_window", in: 1...1 << 30)
    let isLocal = try keys.windowLayers(layerCount, period: windowPeriod)
    for index in layers.indices where isLocal[index] {
      (layers[index].attention.window, layers[index].attention.rope) = (window, 1)
    }
  }

  /// Lets the last layers share the keys and values of the last layer before them with the same window.
  mutating func shareKeysAndValues(_ keys: ArchitectureKeys) throws(InferenceError) {
    let count = try keys.integer("attention.shared_kv_layers", in: 0...layerCount - 1)
    let first = layerCount - count
    for index in first..<layerCount {
      let window = layers[index].attention.window
      guard let source = layers[..<first].lastIndex(where: { $0.attention.window == window }) else {
        throw keys.error(
          "attention.shared_kv_layers", found: "\(count)",
          expected: "fewer: no layer before them has the window of layer \(index)")
      }
      layers[index].attention.keyValues = .layer(source)
    }
  }

  /// Enables per-layer inputs, if the file has their width.
  mutating func useLayerInputs(_ keys: ArchitectureKeys, in range: ClosedRange<Int>) throws(InferenceError) {
    let width = try keys.integer("embedding_length_per_layer_input", in: range)
    if width > 0 { layerInput = LayerInputConfiguration(width: width, function: .geluTanh) }
  }
}

extension ArchitectureKeys {
  /// Reads the rank of the learned residual connections from their tensors, as there is no key for it.
  fileprivate func laurelRank() throws(InferenceError) -> Int {
    let names = ["blk.0.laurel_l.weight", "blk.0.laurel_r.weight"]
    let (down, up) = try wrapping { () throws(GGUFError) in (try file.tensor(names[0]), try file.tensor(names[1])) }
    guard down.rows == up.columns else {
      throw .unsupportedFeature(
        file: file.path, found: "\(names[0]) of rank \(down.rows) and \(names[1]) of rank \(up.columns)",
        expected: "the same rank")
    }
    return down.rows
  }

  /// Reads the activation sparsity of each layer, in standard deviations above the mean; −∞ for none.
  fileprivate func sparsity(layerCount: Int) throws(InferenceError) -> [Float] {
    let key = "activation_sparsity_scale"
    let bounds = try wrapping { () throws(GGUFError) in try file.metadata.floats(name(key)) }
    guard let bounds, bounds.count == layerCount, bounds.allSatisfy({ $0 < .infinity }) else {
      throw error(
        key, found: summary(key), expected: "\(layerCount) numbers, −∞ for no sparsity")
    }
    return bounds
  }
}
