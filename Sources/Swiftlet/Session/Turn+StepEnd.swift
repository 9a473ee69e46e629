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
