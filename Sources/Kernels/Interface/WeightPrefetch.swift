/// The prefetch distances of weights in matrix products, in bytes ahead of the current address.
///
/// Only the first token tile that reads a row tile prefetches from memory. If ``far`` is 0, nothing is prefetched into
/// the L2 cache. If ``near`` is 0, small batches do not prefetch, and large ones use a default distance.
package struct WeightPrefetch: Equatable, Sendable {
  /// The prefetch distance for the L1 cache.
  package var near: Int
  /// The prefetch distance for the L2 cache.
  package var far: Int

  /// Creates the distances for both cache levels.
  package init(near: Int, far: Int) { (self.near, self.far) = (near, far) }

  /// No software prefetch, for processors whose hardware prefetcher performs better.
  package static let none = WeightPrefetch(near: 0, far: 0)
  /// Prefetch into the L1 cache only.
  package static let l1 = WeightPrefetch(near: 6144, far: 0)
  /// Prefetch into the L2 cache early and into the L1 cache late.
  ///
  /// Suited to processors whose L1 cache supports few outstanding misses.
  package static let l1AndL2 = WeightPrefetch(near: 2048, far: 16384)
}
