import Synchronization

/// The times of the parts of steps, for benchmarks.
extension EngineTrace {
  /// The recorded times.
  package struct Parts: Sendable {
    /// Those of steps that generated one token for a single sequence.
    package var steps: [StepTimes] = []
    /// Those of the readers of streams, for each token.
    package var readings: [StepTimes] = []
    /// Those of waking the readers of streams, each time that one was waiting.
    package var wakings: [StepTimes] = []
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

  /// Adds the time of waking a stream's reader.
  func add(waking times: StepTimes) {
    parts.withLock { if $0.wakings.count < limit { $0.wakings.append(times) } }
  }

  /// Removes and returns the times.
  package func takeParts() -> Parts {
    parts.withLock { parts in
      defer { parts = Parts() }
      return parts
    }
  }
}
