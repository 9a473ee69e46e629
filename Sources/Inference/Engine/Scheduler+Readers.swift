import SwiftletKernels

/// Waking the readers of streams.
extension Scheduler {
  /// Wakes the readers that wait for new events, on a thread that waits for the next pass.
  ///
  /// - Parameter canWait: True if readers that were woken a short while ago can wait for the events of the next step.
  func wakeReaders(canWait: Bool) {
    let pool = setup.decoder.kernels.pool
    // What no thread has begun since the last step.
    pool.finishAsides()
    // Without workers, the time is this thread's.
    let trace = pool.count > 1 ? setup.trace : nil
    let now = ContinuousClock.now
    for sequence in active {
      guard let buffer = sequence.readerToWake(at: now, canWait: canWait) else { continue }
      pool.runAside {
        let timer = trace?.makeTimer()
        buffer.wake()
        timer?.mark(.waking)
        if let times = timer?.take() { trace?.add(waking: times) }
      }
    }
    mark(.stream)
  }

  /// True if the next step only decodes, so that it takes as long as the one before.
  var isOnlyDecoding: Bool {
    guard waitingCount == 0 else { return false }
    for sequence in active where sequence.isPrefilling { return false }
    return true
  }
}
