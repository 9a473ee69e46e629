import Synchronization

/// A trace of an engine's steps and requests.
///
/// ``json()`` returns it in the trace-event format of Chromium ("Trace Event Format", JSON object form), which Perfetto
/// and `chrome://tracing` open: a track for the steps of the model, and one for each request with its queue, prompt and
/// answer.
public final class EngineTrace: Sendable, Hashable {
  /// Returns true if two traces are the same object.
  public static func == (a: EngineTrace, b: EngineTrace) -> Bool { a === b }

  /// Hashes the trace's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// A time span on a track.
  struct Span: Sendable {
    var name: StaticString
    var track: Int
    var start: ContinuousClock.Instant
    var end: ContinuousClock.Instant
    var details: [(name: StaticString, value: Int)]
  }

  private struct State {
    var spans: [Span] = []
    var droppedCount = 0
    var trackCount = 1
  }

  private let state = Mutex(State())
  private let start = ContinuousClock.now
  let limit: Int
  /// True if the time of a step is divided into its parts, each of which costs a reading of the clock.
  package let measuresParts: Bool
  let parts = Mutex(Parts())

  /// Creates an empty trace.
  ///
  /// - Parameter limit: The maximum number of spans; further ones are only counted.
  public convenience init(limit: Int = 1 << 20) { self.init(limit: limit, measuresParts: false) }

  /// Creates an empty trace that measures the parts of steps too, if that is asked for.
  package init(limit: Int = 1 << 20, measuresParts: Bool) {
    (self.limit, self.measuresParts) = (limit, measuresParts)
  }

  /// The track of the model's steps.
  static let stepsTrack = 0

  /// The recorded spans.
  var spans: [Span] { state.withLock { $0.spans } }

  func add(_ span: Span) {
    state.withLock { state in
      if state.spans.count < limit { state.spans.append(span) } else { state.droppedCount += 1 }
    }
  }

  /// Adds a request that has ended: its queue, prefill and decoding times, on a track of its own.
  func add(_ statistics: RequestStatistics, submitted: ContinuousClock.Instant) {
    let track = state.withLock { state in
      defer { state.trackCount += 1 }
      return state.trackCount
    }
    let begun = submitted + statistics.queueTime
    let read = begun + statistics.promptTime
    add(Span(name: "queue", track: track, start: submitted, end: begun, details: []))
    add(
      Span(
        name: "prompt", track: track, start: begun, end: read,
        details: [("tokens", statistics.promptTokens), ("cached", statistics.cachedTokens)]))
    add(
      Span(
        name: "answer", track: track, start: read, end: read + statistics.generationTime,
        details: [
          ("tokens", statistics.generatedTokens), ("forced", statistics.forcedTokens),
          ("drafted", statistics.draftTokens), ("accepted", statistics.acceptedTokens),
          ("steps", statistics.steps),
        ]))
  }

  /// Returns the trace as JSON; times are in microseconds since its creation.
  public func json() -> String {
    let (spans, dropped, tracks) = state.withLock { ($0.spans, $0.droppedCount, $0.trackCount) }
    var text = "{\"displayTimeUnit\": \"ms\", \"otherData\": {\"droppedEvents\": \(dropped)}, \"traceEvents\": [\n"
    for track in 0..<tracks {
      let name = track == Self.stepsTrack ? "model" : "request \(track)"
      text +=
        "{\"name\": \"thread_name\", \"ph\": \"M\", \"pid\": 1, \"tid\": \(track), \"args\": {\"name\": \"\(name)\"}}"
      text += track + 1 < tracks || !spans.isEmpty ? ",\n" : "\n"
    }
    for (index, span) in spans.enumerated() {
      let details = span.details.map { "\"\($0.name)\": \($0.value)" }.joined(separator: ", ")
      text += "{\"name\": \"\(span.name)\", \"ph\": \"X\", \"pid\": 1, \"tid\": \(span.track), "
      text += "\"ts\": \(microseconds(from: start, to: span.start)), "
      text += "\"dur\": \(microseconds(from: span.start, to: span.end)), \"args\": {\(details)}}"
      text += index + 1 < spans.count ? ",\n" : "\n"
    }
    return text + "]}\n"
  }

  private func microseconds(from start: ContinuousClock.Instant, to end: ContinuousClock.Instant) -> Int {
    let (seconds, attoseconds) = (end - start).components
    return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
  }
}
