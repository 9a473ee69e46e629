/// How many bytes ahead of what they work on products ask for weights: into the first cache and into the second, 0 if they
/// do not.
struct WeightFetch: Equatable {
  var near: Int
  var far: Int

  /// The processor's own guesses are better.
  static let none = WeightFetch(near: 0, far: 0)
  /// From near alone.
  static let once = WeightFetch(near: 6144, far: 0)
  /// Into the second cache early, into the first late: for processors whose first cache can wait for few lines at once.
  static let twice = WeightFetch(near: 2048, far: 16384)
}
