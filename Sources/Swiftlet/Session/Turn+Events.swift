import Foundation

extension Turn {
  /// Applies an event to the transcript; returns true if it changed the answer's text.
  mutating func apply(
    _ event: LanguageModelExecutorGenerationChannel.Event, to transcript: inout Transcript
  ) -> Bool {
    switch event.kind {
    case .response(let response): apply(response, to: &transcript)
    case .reasoning(let reasoning):
      apply(reasoning, to: &transcript)
    case .toolCalls(let calls):
      apply(calls, to: &transcript)
    }
  }

  private mutating func apply(
    _ event: LanguageModelExecutorGenerationChannel.Response, to transcript: inout Transcript
  ) -> Bool {
    let entry = open(id: event.entryID, in: &transcript) {
      if case .response = $0 { true } else { false }
    } make: {
      .response(Transcript.Response(id: $0, segments: []))
    }
    guard case .response(var response) = transcript.entries.takeEntry(at: entry) else { return false }
    defer { transcript.entries[entry] = .response(response) }
    switch event.action.kind {
    case .appendText(let fragment):
      stepUsage.output.totalTokenCount += fragment.tokenCount
      changeText(of: &response.segments, segmentID: fragment.segmentID) { $0 += fragment.content }
      let isAtEnd =
        cursor.segment == response.segments.indices.last
        && !transcript.entries[(entry + 1)...].contains { if case .response = $0 { true } else { false } }
      if !isAtEnd { answerParser.reset() }
      answerLength += fragment.content.utf8.count
      return !fragment.content.isEmpty
    case .replaceTextSegment(let replacement):
      stepUsage.output.totalTokenCount += replacement.tokenCount
      changeText(of: &response.segments, segmentID: replacement.segmentID) { $0 = replacement.content }
      answerParser.reset()
      answerLength += replacement.content.utf8.count
      return true
    case .addAttachmentSegment(let segment):
      // The next text begins a segment of its own.
      response.segments.append(.attachment(segment))
      cursor.segment = nil
    case .removeAttachmentSegment(let id):
      response.segments.removeAll { if case .attachment(let segment) = $0 { segment.id == id } else { false } }
      cursor.segment = nil
    case .updateMetadata(let metadata):
      response.metadata = metadata.values
    case .updateUsage(let total):
      stepUsage = LanguageModelSession.Usage(total)
    }
    return false
  }

  private mutating func apply(
    _ event: LanguageModelExecutorGenerationChannel.Reasoning, to transcript: inout Transcript
  ) -> Bool {
    let entry = open(id: event.entryID, in: &transcript) {
      if case .reasoning = $0 { true } else { false }
    } make: {
      .reasoning(Transcript.Reasoning(id: $0, segments: []))
    }
    guard case .reasoning(var reasoning) = transcript.entries.takeEntry(at: entry) else { return false }
    defer { transcript.entries[entry] = .reasoning(reasoning) }
    switch event.action.kind {
    case .appendText(let fragment):
      countReasoning(fragment.tokenCount)
      changeText(of: &reasoning.segments, segmentID: fragment.segmentID) { $0 += fragment.content }
    case .replaceTextSegment(let replacement):
      countReasoning(replacement.tokenCount)
      changeText(of: &reasoning.segments, segmentID: replacement.segmentID) { $0 = replacement.content }
    case .updateSignature(let signature):
      countReasoning(signature.tokenCount)
      reasoning.signature = signature.signature
    case .updateMetadata(let metadata):
      reasoning.metadata = metadata.values
    case .updateUsage(let total):
      stepUsage = LanguageModelSession.Usage(total)
    }
    return false
  }

  private mutating func countReasoning(_ tokens: Int) {
    stepUsage.output.totalTokenCount += tokens
    stepUsage.output.reasoningTokenCount += tokens
  }

  private mutating func apply(
    _ event: LanguageModelExecutorGenerationChannel.ToolCalls, to transcript: inout Transcript
  ) -> Bool {
    let entry = open(id: event.entryID, in: &transcript) {
      if case .toolCalls = $0 { true } else { false }
    } make: {
      .toolCalls(Transcript.ToolCalls(id: $0, []))
    }
    guard case .toolCalls(var calls) = transcript.entries.takeEntry(at: entry) else { return false }
    defer { transcript.entries[entry] = .toolCalls(calls) }
    switch event.action.kind {
    case .toolCall(let call):
      apply(call, to: &calls.calls)
    case .removeToolCall(let id):
      calls.calls.removeAll { $0.id == id }
      argumentTexts[id] = nil
    case .updateMetadata:
      break
    case .updateUsage(let total):
      stepUsage = LanguageModelSession.Usage(total)
    }
    return false
  }

  private mutating func apply(
    _ event: LanguageModelExecutorGenerationChannel.ToolCalls.ToolCall, to calls: inout [Transcript.ToolCall]
  ) {
    let known = calls.firstIndex { $0.id == event.id }
    let index = known ?? calls.endIndex
    if known == nil {
      // The arguments are set when the step ends and their text is complete.
      let nothing = GeneratedContent(kind: .structure(properties: [:], orderedKeys: []))
      calls.append(Transcript.ToolCall(id: event.id, toolName: event.name, arguments: nothing))
    }
    switch event.action.kind {
    case .appendArguments(let fragment):
      stepUsage.output.totalTokenCount += fragment.tokenCount
      argumentTexts[event.id, default: ""] += fragment.content
    case .updateMetadata(let metadata):
      calls[index].metadata = metadata.values
    }
  }
}

extension Turn {
  /// The position of the step's entry with a kind and an identifier; appends one if there is none.
  private mutating func open(
    id: String?, in transcript: inout Transcript, isOfKind: (Transcript.Entry) -> Bool,
    make: (String) -> Transcript.Entry
  ) -> Int {
    let known: Int?
    if let id {
      known = transcript.entries[stepStart...].firstIndex { $0.id == id && isOfKind($0) }
    } else {
      known = cursor.entry.flatMap { isOfKind(transcript.entries[$0]) ? $0 : nil }
    }
    if let known {
      if known != cursor.entry { cursor = Cursor(entry: known) }
      return known
    }
    transcript.entries.append(make(id ?? UUID().uuidString))
    cursor = Cursor(entry: transcript.entries.endIndex - 1)
    return transcript.entries.endIndex - 1
  }

  /// Changes the text of a segment; appends one if there is none.
  private mutating func changeText(
    of segments: inout [Transcript.Segment], segmentID: String?, _ change: (inout String) -> Void
  ) {
    let known =
      segmentID.map { id in segments.firstIndex { $0.id == id } } ?? cursor.segment ?? segments.indices.last
    if let known, case .text(var segment) = segments[known] {
      // A uniquely referenced string is extended in place.
      segments[known] = .text(Transcript.TextSegment(id: "", content: ""))
      change(&segment.content)
      segments[known] = .text(segment)
      cursor.segment = known
    } else {
      var segment = Transcript.TextSegment(id: segmentID ?? UUID().uuidString, content: "")
      change(&segment.content)
      segments.append(.text(segment))
      cursor.segment = segments.endIndex - 1
    }
  }
}

extension [Transcript.Entry] {
  /// Swaps an entry for a placeholder, so that it is uniquely referenced and can be extended in place.
  fileprivate mutating func takeEntry(at position: Int) -> Transcript.Entry {
    var entry = Transcript.Entry.toolCalls(Transcript.ToolCalls(id: "", []))
    swap(&entry, &self[position])
    return entry
  }
}
