import SwiftletKernels

extension Architectures {
  /// `phi2`: attention and feed-forward network side by side, biases everywhere, a part of each head rotated.
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

  /// `phi3`: fused projections, long contexts by LongRoPE, windows.
  ///
  /// Phi 3 mini has a window of 2047 positions in its file and in transformers, but llama.cpp sees all positions.
  static let phi3 = Family(name: "phi3", models: "Phi 3, 3.5 and 4") { model, keys throws(InferenceError) in
    let window = try keys.window()
    model.changeAttention { $0.window = window }
  }

  /// `phimoe`: besides, biases and experts, of which two are chosen one after the other.
  ///
  /// llama.cpp weighs them by one softmax; transformers, and this, as the models were trained.
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
