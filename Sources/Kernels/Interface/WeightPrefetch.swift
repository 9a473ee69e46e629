/// The distances, in bytes ahead of what they work on, at which products prefetch weights from memory.
///
/// The first tokens to meet weights are those that prefetch. If ``far`` is 0, nothing is brought into the second-level
/// cache; if ``near`` is, a few tokens do not prefetch, and many do at a distance that suits all processors.
package struct WeightPrefetch: Equatable, Sendable {
  /// The distance into the first-level cache.
  package var near: Int
  /// The distance into the second-level cache.
  package var far: Int

  /// Joins both distances.
  package init(near: Int, far: Int) { (self.near, self.far) = (near, far) }

  /// The processor's own prefetcher is better.
  package static let none = WeightPrefetch(near: 0, far: 0)
  /// Into the first-level cache alone.
  package static let once = WeightPrefetch(near: 6144, far: 0)
  /// Into the second-level cache early, into the first-level one late: for processors whose first-level cache can wait
  /// for few lines at once.
  package static let twice = WeightPrefetch(near: 2048, far: 16384)
}
