import Synchronization

/// The times of the parts of steps, for benchmarks.
extension EngineTrace {
  /// The recorded times.
  struct Parts {
    /// Those of steps that generated one token for a single sequence.
    var steps: [StepTimes] = []
    /// Those of the readers of streams, for each token.
    var readings: [StepTimes] = []
  }

  /// Creates the timer of a thread; nil if the trace does not measure parts.
  package func makeTimer() -> StepTimer? { measuresParts ? StepTimer() : nil }

  /// Adds the times of a step that generated one token for a single sequence.
  func add(_ times: StepTimes) {
    parts.withLock { if $0.steps.count < limit { $0.steps.append(times) } }
  }

  /// Adds the times that a stream's reader needed for an event, if that is a token, and resets its timer.
  package func addReading(of event: GenerationEvent, _ timer: StepTimer) {
    let times = timer.take()
    guard case .token = event else { return }
    parts.withLock { if $0.readings.count < limit { $0.readings.append(times) } }
  }

  /// Removes and returns the times of steps that generated one token, and those of the streams' readers.
  package func takeParts() -> (steps: [StepTimes], readings: [StepTimes]) {
    parts.withLock { parts in
      defer { parts = Parts() }
      return (parts.steps, parts.readings)
    }
  }
}
