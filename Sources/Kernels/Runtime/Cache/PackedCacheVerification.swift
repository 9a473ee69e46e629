/// The time at which packed weights of a file are compared with their checksums.
public enum PackedCacheVerification: Sendable, Hashable {
  /// Each pair of panels when a product first needs it.
  case onFirstUse
  /// All of them, before the first product.
  case whileLoading
  /// None, to measure what the verification costs.
  case never
}
