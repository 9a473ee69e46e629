import Foundation

/// Measurements of how processor time grows with the size of the input.
public enum Scaling {
  /// Returns the ratio of the processor time of the calling thread for `factor * size` units to that for `size`.
  ///
  /// Linear work gives about `factor`, quadratic work its square. Other work on the machine only lengthens single
  /// measurements, so up to `attempts` are made until the ratio is below `limit`; the smallest one is returned.
  public static func ratio(
    from size: Int, by factor: Int = 4, below limit: Double, attempts: Int = 7, of work: (Int) throws -> Void
  ) rethrows -> Double {
    try work(size)
    var smallest = Double.infinity
    for _ in 0..<attempts where smallest >= limit {
      let short = try processorTime { try work(size) }
      let long = try processorTime { try work(factor * size) }
      smallest = min(smallest, long / max(short, 1e-6))
    }
    return smallest
  }

  /// Returns the processor time, in seconds, that the calling thread needs for some work.
  private static func processorTime(of work: () throws -> Void) rethrows -> Double {
    let start = threadTime()
    try work()
    return threadTime() - start
  }

  private static func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
