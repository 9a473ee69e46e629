/// The time at which weights are packed for the kernels, and checked for NaN and infinities.
public enum WeightLoading: String, Sendable, Hashable, CaseIterable {
  /// All while the model is loaded, which throws an error if a weight is NaN or infinite.
  case eager
  /// On first use, and in the background after loading; a weight that is NaN or infinite ends the pass that finds it.
  case lazy
}
