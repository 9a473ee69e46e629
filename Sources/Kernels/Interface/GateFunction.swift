/// The activation function of a feed-forward network.
public enum GateFunction: Sendable, Equatable, CaseIterable {
  /// x / (1 + e⁻ˣ).
  case silu
  /// The Gaussian error linear unit in its approximation by tanh.
  case geluTanh
  /// The Gaussian error linear unit by the error function.
  case gelu
  /// max(x, 0)².
  case reluSquared
  /// 1 / (1 + e⁻ˣ).
  case sigmoid
  /// The clamped gate of gpt-oss, which adds one to its linear part.
  case clamped
}
