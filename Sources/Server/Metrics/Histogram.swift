/// A histogram of times in seconds.
package struct Histogram: Sendable, Equatable {
  /// The upper limits of the buckets.
  package static let limits = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300,
  ]

  /// The number of values in each bucket; the last one has those above all limits.
  package private(set) var counts = Array(repeating: 0, count: limits.count + 1)
  /// The sum of the values.
  package private(set) var sum = 0.0

  /// Creates an empty histogram.
  package init() {}

  /// The number of values.
  package var count: Int { counts.reduce(0, +) }

  /// Adds a value.
  package mutating func observe(_ value: Double) {
    counts[Self.limits.firstIndex { value <= $0 } ?? Self.limits.count] += 1
    sum += value
  }
}
