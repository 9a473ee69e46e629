import SwiftletKernels

extension Architectures {
  /// `phi2`: parallel attention and feed-forward network, biases everywhere, partial rotary embedding.
  static let phi2 = Family(name: "phi2", models: "Phi 1 to 2", norm: .layer, normsHaveBias: true, rotatesPart: true) {
    model, _ in
    model.requiresOutput = true
    model.requiresOutputBias = true
    model.changeLayers {
      ($0.isParallel, $0.feedForwardNorm) = (true, nil)
      ($0.attention.requiresBias, $0.attention.requiresOutputBias) = (true, true)
    }
    model.changeDense { ($0.function, $0.isGated, $0.requiresBias) = (.geluTanh, false, true) }
  }

  /// `phi3`: fused projections, LongRoPE, sliding windows.
  ///
  /// Phi 3 mini has a window of 2047 positions in its file and in transformers, but llama.cpp sees all positions.
  static let phi3 = Family(name: "phi3", models: "Phi 3, 3.5 and 4") { model, keys throws(InferenceError) in
    let window = try keys.window()
    model.changeAttention { $0.window = window }
  }

  /// `phimoe`: `phi3` with biases and experts, of which two are selected sequentially (sparse mixer).
  ///
  /// As in training and in transformers; llama.cpp weights them by one softmax.
  static let phimoe = Family(
    name: "phimoe", models: "Phi 3.5 with experts", norm: .layer, epsilonKey: Norm.Kind.rootMeanSquare.epsilonKey,
    normsHaveBias: true
  ) { model, keys throws(InferenceError) in
    let window = try keys.window()
    model.requiresOutput = true
    model.requiresOutputBias = true
    model.changeAttention { ($0.window, $0.requiresBias, $0.requiresOutputBias) = (window, true, true) }
    try model.useExperts(keys) { $0.routing.scoring = .sparseMixer(tolerance: 0.01) }
  }
}
