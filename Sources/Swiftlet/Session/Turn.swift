import Foundation

/// The state of a running request: its position in the transcript and its token usage.
///
/// A request is a chain of steps, each of which calls an executor once. Positions are indices of the session's
/// transcript, which only the request changes while it runs.
struct Turn: Sendable {
  /// The identifier that distinguishes this request from earlier ones whose executor may still send events.
  let id = UUID()

  /// The request of the session's caller.
  let request: SessionRequest

  /// The transcript before the request, restored after a failure.
  let before: Transcript

  /// The position of the prompt.
  var start: Int

  /// The position of the current step's first entry.
  var stepStart: Int

  /// True if a hook rewrote the history, after which ``before`` cannot be restored.
  var historyWasRewritten = false

  /// True if the transcript was assigned from outside the request while it ran.
  var wasModifiedExternally = false

  /// The profile's policy for the transcript of a failed request, if it has one.
  var errorHandlingPolicy: TranscriptErrorHandlingPolicy?

  /// The entry and the segment of the most recent event.
  var cursor = Cursor()

  /// The complete answer, stored because a hook may remove it from the transcript.
  var answer: GeneratedContent?

  /// The JSON text of the step's tool calls by identifier.
  var argumentTexts: [String: String] = [:]

  /// The parser of the answer so far.
  var answerParser = IncrementalAnswerParser()

  /// The total length of the answer text in UTF-8 bytes.
  var answerLength = 0

  /// The answer length in bytes up to which every change creates a snapshot.
  ///
  /// The cost of a snapshot grows with the answer, so snapshots of longer answers are created on demand.
  static let eagerSnapshotLimit = 1024

  /// The token usage of the earlier steps and of the current one.
  private var earlierUsage = LanguageModelSession.Usage.none
  var stepUsage = LanguageModelSession.Usage.none

  /// The entry and segment that the next event continues by default.
  struct Cursor: Sendable {
    var entry: Int?
    var segment: Int?
  }

  init(_ request: SessionRequest, before: Transcript) {
    self.request = request
    self.before = before
    start = before.endIndex
    stepStart = before.endIndex
  }
}

extension Turn {
  /// The schema of the answer; `nil` for text.
  private var schema: GenerationSchema? { request.prompt.responseFormat?.schema }

  /// The token usage of all steps.
  var usage: LanguageModelSession.Usage { earlierUsage + stepUsage }

  /// Resets the per-step state for the next step.
  mutating func beginStep(in transcript: Transcript) {
    earlierUsage += stepUsage
    stepUsage = .none
    cursor = Cursor()
    argumentTexts = [:]
    answerParser.reset()
    stepStart = transcript.endIndex
  }

  /// Updates the position of the prompt after entries before it have been inserted or removed.
  mutating func relocate(in transcript: Transcript) {
    start = transcript.entries.firstIndex { $0.id == request.prompt.id } ?? transcript.endIndex
  }

  /// The result of the request so far; `nil` if the partial answer cannot be parsed yet.
  mutating func progress(in transcript: Transcript) -> Progress? {
    let entries = transcript.entries[min(start, transcript.endIndex)...]
    guard let content = answer ?? (schema == nil ? textContent(in: entries) : structuredContent(in: transcript)) else {
      return nil
    }
    return Progress(content: content, entries: entries, usage: usage)
  }

  /// The text of all responses, with a line break where tools ran in between.
  private func textContent(in entries: ArraySlice<Transcript.Entry>) -> GeneratedContent {
    var text = ""
    var isInterrupted = false
    for entry in entries {
      switch entry {
      case .response(let response):
        let addition = response.text
        guard !addition.isEmpty else { continue }
        // Most answers are a single response, whose text is not copied.
        text = text.isEmpty ? addition : text + (isInterrupted ? "\n" : "") + addition
        isInterrupted = false
      case .toolCalls:
        isInterrupted = true
      default:
        continue
      }
    }
    return answerParser.content(ofText: text)
  }

  /// The value of the current step's answer so far.
  private mutating func structuredContent(in transcript: Transcript) -> GeneratedContent? {
    let responses = stepResponses(in: transcript)
    if case .structure(let segment)? = responses.last?.segments.last { return segment.content }
    return try? answerParser.content(ofJSON: Self.text(of: responses))
  }

  /// The concatenated text of responses; the text of a single one is not copied.
  static func text(of responses: [Transcript.Response]) -> String {
    responses.count == 1 ? responses[0].text : responses.map(\.text).joined()
  }

  /// The responses of the current step.
  func stepResponses(in transcript: Transcript) -> [Transcript.Response] {
    transcript.entries[min(stepStart, transcript.endIndex)...].compactMap {
      if case .response(let response) = $0 { response } else { nil }
    }
  }
}

// MARK: - The end of a step

extension Turn {
  /// The result of a step whose executor has returned.
  struct StepOutcome: Sendable {
    /// The step's entries, complete.
    var entries: [Transcript.Entry]

    /// The tool calls of the entries, in order.
    var calls: [Transcript.ToolCall]
  }

  /// Completes the entries of the current step.
  ///
  /// Sets the arguments of tool calls. Without tool calls, the step's text is the answer, which is parsed if the
  /// request has a schema.
  ///
  /// - Throws: ``GeneratedContent/ParsingError`` if the answer is not JSON or was cut short.
  mutating func endStep(in transcript: inout Transcript) throws -> StepOutcome {
    var calls: [Transcript.ToolCall] = []
    for index in transcript.entries[stepStart...].indices {
      guard case .toolCalls(var entry) = transcript.entries[index] else { continue }
      for position in entry.calls.indices {
        let id = entry.calls[position].id
        entry.calls[position].arguments = Self.arguments(argumentTexts[id] ?? "")
      }
      transcript.entries[index] = .toolCalls(entry)
      calls += entry.calls
    }
    let hasCalls = !calls.isEmpty
    transcript.entries.replaceSubrange(
      stepStart..., with: transcript.entries[stepStart...].filter { !$0.isEmpty(amongCalls: hasCalls) })
    if !hasCalls { try completeValue(in: &transcript) }
    return StepOutcome(entries: Array(transcript.entries[stepStart...]), calls: calls)
  }

  /// The arguments of a tool call as a value.
  ///
  /// Text that is not JSON stays a string, which the tool then rejects.
  private static func arguments(_ text: String) -> GeneratedContent {
    if text.allSatisfy(\.isWhitespace) { return GeneratedContent(kind: .structure(properties: [:], orderedKeys: [])) }
    if let content = try? GeneratedContent(json: text), content.isComplete { return content }
    return GeneratedContent(kind: .string(text))
  }

  /// Replaces the answer's text by its parsed value.
  private mutating func completeValue(in transcript: inout Transcript) throws {
    guard let schema else { return }
    let read = try answerParser.content(ofJSON: Self.text(of: stepResponses(in: transcript)))
    let content = read.isComplete ? schema.graph.representingNil(in: read) : read
    var isPlaced = false
    for index in transcript.entries[stepStart...].indices.reversed() {
      guard case .response(var response) = transcript.entries[index] else { continue }
      let id = response.segments.first?.id
      response.segments = []
      if !isPlaced {
        var segment = Transcript.StructuredSegment(schemaName: schema.name, content: content)
        if let id { segment.id = id }
        response.segments = [.structure(segment)]
        isPlaced = true
      }
      transcript.entries[index] = .response(response)
    }
  }
}

extension Transcript.Entry {
  /// True if the entry has no content and is not the answer.
  fileprivate func isEmpty(amongCalls hasCalls: Bool) -> Bool {
    switch self {
    case .toolCalls(let calls): calls.isEmpty
    case .response(let response): hasCalls && response.segments.isEmpty && response.metadata.isEmpty
    default: false
    }
  }
}
