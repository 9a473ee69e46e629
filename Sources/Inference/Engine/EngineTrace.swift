import Synchronization

/// A record of what an engine did when, for a picture of it.
///
/// ``json()`` is in the trace-event format of Chromium ("Trace Event Format", JSON object form), which Perfetto and
/// `chrome://tracing` open: a line for the steps of the model, one for each request with its queue, prompt and answer.
public final class EngineTrace: Sendable, Hashable {
  /// Whether two records are the same one.
  public static func == (a: EngineTrace, b: EngineTrace) -> Bool { a === b }

  /// Hashes the record's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// A stretch of time on one of the picture's lines.
  struct Span: Sendable {
    var name: StaticString
    var line: Int
    var start: ContinuousClock.Instant
    var end: ContinuousClock.Instant
    var details: [(name: StaticString, value: Int)]
  }

  private struct State {
    var spans: [Span] = []
    var droppedCount = 0
    var lineCount = 1
  }

  private let state = Mutex(State())
  private let start = ContinuousClock.now
  private let limit: Int

  /// Creates an empty record.
  ///
  /// - Parameter limit: How many stretches are kept; later ones are only counted.
  public init(limit: Int = 1 << 20) { self.limit = limit }

  /// The line of the model's steps.
  static let steps = 0

  /// What has been written down.
  var spans: [Span] { state.withLock { $0.spans } }

  func add(_ span: Span) {
    state.withLock { state in
      if state.spans.count < limit { state.spans.append(span) } else { state.droppedCount += 1 }
    }
  }

  /// Adds a request that has ended: the times in which it waited, was read and answered, on a line of its own.
  func add(_ statistics: RequestStatistics, submitted: ContinuousClock.Instant) {
    let line = state.withLock { state in
      defer { state.lineCount += 1 }
      return state.lineCount
    }
    let begun = submitted + statistics.queueTime
    let read = begun + statistics.promptTime
    add(Span(name: "queue", line: line, start: submitted, end: begun, details: []))
    add(
      Span(
        name: "prompt", line: line, start: begun, end: read,
        details: [("tokens", statistics.promptTokens), ("cached", statistics.cachedTokens)]))
    add(
      Span(
        name: "answer", line: line, start: read, end: read + statistics.generationTime,
        details: [
          ("tokens", statistics.generatedTokens), ("forced", statistics.forcedTokens),
          ("guessed", statistics.guessedTokens), ("accepted", statistics.acceptedTokens),
          ("steps", statistics.steps),
        ]))
  }

  /// The record as JSON text; times are in microseconds since it was created.
  public func json() -> String {
    let (spans, dropped, lines) = state.withLock { ($0.spans, $0.droppedCount, $0.lineCount) }
    var text = "{\"displayTimeUnit\": \"ms\", \"otherData\": {\"droppedEvents\": \(dropped)}, \"traceEvents\": [\n"
    for line in 0..<lines {
      let name = line == Self.steps ? "model" : "request \(line)"
      text +=
        "{\"name\": \"thread_name\", \"ph\": \"M\", \"pid\": 1, \"tid\": \(line), \"args\": {\"name\": \"\(name)\"}}"
      text += line + 1 < lines || !spans.isEmpty ? ",\n" : "\n"
    }
    for (index, span) in spans.enumerated() {
      let details = span.details.map { "\"\($0.name)\": \($0.value)" }.joined(separator: ", ")
      text += "{\"name\": \"\(span.name)\", \"ph\": \"X\", \"pid\": 1, \"tid\": \(span.line), "
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
