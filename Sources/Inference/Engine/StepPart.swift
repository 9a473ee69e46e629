/// A part of the time of a generated token.
///
/// The parts up to ``scheduling`` follow one another on the engine's thread and add up to the time of a step. The
/// others are the work for the stream's reader, on other threads while the next step runs.
package enum StepPart: Int, CaseIterable, Sendable {
  /// The matrix products before and after attention or a recurrence: queries, keys and values, and the output.
  case attentionProducts
  /// The matrix products of feed-forward networks.
  case feedForward
  /// The matrix product that gives the logits.
  case outputHead
  /// Attention over the KV cache, or a recurrence.
  case attention
  /// Norms, activations, rotations, sums and the quantisation of activations.
  case elementwise
  /// The rest of the forward pass, such as embeddings and the angles of positions.
  case rest
  /// The samplers, with the passes over the logits.
  case sampling
  /// The history of penalties, and the changes of single logits: penalties, biases and suppressed tokens.
  case penalties
  /// The guide: its token masks, as far as the model waits for them, and its states.
  case guide
  /// The draft model.
  case drafting
  /// The delivery of the token to the stream, as far as the engine's thread does it.
  case stream
  /// The scheduler: the batch, KV pages, prompt lookup and statistics.
  case scheduling
  /// The waking of the stream's reader, by a thread that waits for the next loop of the forward pass.
  case waking
  /// The conversion of the token to text and events, by the reader.
  case detokenizing
  /// The processing of those events, by the reader.
  case delivery

  /// True if the part belongs to the work for the stream's reader, which overlaps with the next step.
  package var belongsToConsumer: Bool { rawValue > Self.scheduling.rawValue }

  /// True if the part belongs to the forward pass.
  package var isForwardPass: Bool { rawValue <= Self.rest.rawValue }
}

/// The time of each part of a step.
package struct StepTimes: Sendable {
  private var durations = [Duration](repeating: .zero, count: StepPart.allCases.count)

  /// Creates times that are all zero.
  package init() {}

  /// The time of a part.
  package subscript(part: StepPart) -> Duration {
    get { durations[part.rawValue] }
    set { durations[part.rawValue] = newValue }
  }

  /// The time of all parts.
  package var total: Duration { durations.reduce(Duration.zero, +) }

  /// Returns the mean times of the middle half of some steps, by their total time; nil if there are none.
  ///
  /// Unlike medians of the parts, these add up to the time of a step; like them, they are not affected by outliers.
  package static func typical(of steps: [StepTimes]) -> StepTimes? {
    let sorted = steps.sorted { $0.total < $1.total }
    let quarter = sorted.count / 4
    let middle = sorted[quarter..<sorted.count - quarter]
    guard !middle.isEmpty else { return nil }
    var typical = StepTimes()
    for part in StepPart.allCases {
      typical[part] = middle.reduce(Duration.zero) { $0 + $1[part] } / middle.count
    }
    return typical
  }
}

/// A timer that divides the time of a step: each mark adds the time since the mark before to a part.
package final class StepTimer {
  private var times = StepTimes()
  private var last = ContinuousClock.now

  /// Adds the time since the last mark to a part.
  package func mark(_ part: StepPart) {
    let now = ContinuousClock.now
    times[part] += now - last
    last = now
  }

  /// Starts the next part now, so that the time since the last mark is dropped.
  package func restart() { last = .now }

  /// Returns the times, and sets them to zero.
  package func take() -> StepTimes {
    defer { times = StepTimes() }
    return times
  }
}
