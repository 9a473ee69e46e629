/// Takes the median of several runs.
struct Stopwatch: Sendable {
  /// How many runs there are at least, unless they are very long.
  var minimumRuns: Int
  /// For how long runs are repeated.
  var budget: Duration

  /// The median of the seconds that `body` takes, after one run to warm up.
  func median(_ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    body()
    var samples: [Double] = []
    let start = clock.now
    while true {
      samples.append(clock.measure(body).seconds)
      let spent = clock.now - start
      // Kernels without vectors may take a second a run, and are known well enough after a few.
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
