/// A stopwatch that returns the median of several runs.
struct Stopwatch: Sendable {
  /// The minimum number of runs, unless they are very long.
  var minimumRuns: Int
  /// The minimum total duration of the runs.
  var budget: Duration

  /// Returns the median duration of `body` in seconds, after one warm-up run.
  func median(_ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    body()
    var samples: [Double] = []
    let start = clock.now
    while true {
      samples.append(clock.measure(body).seconds)
      let spent = clock.now - start
      // Portable kernels may take a second per run; a few runs are then enough.
      if spent > budget && samples.count >= minimumRuns || spent > budget * 5 { break }
    }
    samples.sort()
    return (samples[(samples.count - 1) / 2] + samples[samples.count / 2]) / 2
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
