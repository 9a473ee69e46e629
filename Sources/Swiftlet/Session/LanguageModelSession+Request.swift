import Foundation

extension LanguageModelSession {
  /// Runs a request from beginning to end, on the actor of the caller.
  ///
  /// - Parameters:
  ///   - inquiry: What to answer, and how.
  ///   - onNews: Called for each event that changes the answer's text; without it, nothing is put together for it.
  ///   - isAbandoned: Asked when the request did not end well: whether nobody waits for it any more, which makes the
  ///     answer so far the answer.
  /// - Returns: What the request has brought.
  /// - Throws: ``LanguageModelSession/Error``, ``LanguageModelSession/ToolCallError``, ``LanguageModelError``,
  ///   ``GeneratedContent/ParsingError``, `CancellationError`, or what the executor or a hook throws.
  nonisolated(nonsending) func run(
    _ inquiry: Inquiry,
    onNews: (@Sendable (StreamNews) -> Void)? = nil,
    isAbandoned: @Sendable () -> Bool = { false }
  ) async throws -> Progress {
    let (turn, prompt) = try begin(inquiry)
    do {
      // A closure does not stay on the caller's actor by itself.
      let isolation = #isolation
      try await SessionContext.$current.withValue(SessionContext(session: self, turn: turn.id, mayRewrite: true)) {
        try await runSteps(of: turn, inquiry, prompt, onNews: onNews, isolation: isolation)
      }
      try Task.checkCancellation()
      return try complete(turn)
    } catch {
      if isAbandoned(), let partial = abandon(turn) { return partial }
      if let onNews, let last = progress(of: turn.id) { onNews(.last(last)) }
      fail(turn)
      throw error
    }
  }

  /// Calls the model, and tools, until the model answers without calling one.
  private func runSteps(
    of turn: Turn, _ inquiry: Inquiry, _ prompt: Transcript.Prompt,
    onNews: (@Sendable (StreamNews) -> Void)?, isolation: isolated (any Actor)?
  ) async throws {
    try Task.checkCancellation()
    let first = try await prepareStep(of: turn, inquiry)
    for hook in first.hooks.onPrompt { try await hook(prompt) }
    var step = first.hooks.onPrompt.isEmpty ? first : try await prepareStep(of: turn, inquiry)
    while true {
      let outcome = try await call(step, in: turn, inquiry, onNews: onNews)
      for entry in outcome.entries {
        switch entry {
        case .reasoning(let reasoning): for hook in step.hooks.onReasoning { try await hook(reasoning) }
        case .response(let response): for hook in step.hooks.onResponse { try await hook(response) }
        default: break
        }
      }
      guard !outcome.calls.isEmpty else { return }
      try await runTools(for: outcome.calls, of: step, in: turn)
      step = try await prepareStep(of: turn, inquiry)
    }
  }

  /// Calls the model's executor once.
  private nonisolated(nonsending) func call(
    _ step: StepConfiguration, in turn: Turn, _ inquiry: Inquiry, onNews: (@Sendable (StreamNews) -> Void)?
  ) async throws -> Turn.StepOutcome {
    let request = try request(for: step, in: turn, inquiry)
    try step.check(request)
    let id = turn.id
    let channel = LanguageModelExecutorGenerationChannel { event in
      if let news = self.receive(event, in: id, isWatched: onNews != nil) { onNews?(news) }
    }
    try await step.model.respond(to: request, executors: executors, streamingInto: channel)
    try Task.checkCancellation()
    return try endStep(of: turn, check: inquiry.check)
  }
}

// MARK: - Changes of state

extension LanguageModelSession {
  /// Puts the prompt into the transcript.
  private func begin(_ inquiry: Inquiry) throws(LanguageModelSession.Error) -> (Turn, Transcript.Prompt) {
    let prompt = Transcript.Prompt(
      metadata: inquiry.metadata, segments: [Transcript.Segment](inquiry.prompt.parts), options: inquiry.options,
      responseFormat: inquiry.schema.map { Transcript.ResponseFormat(schema: $0) },
      contextOptions: inquiry.contextOptions)
    return try update([.transcript, .isResponding]) { (state) throws(LanguageModelSession.Error) in
      guard state.turn == nil else { throw .concurrentRequests }
      let turn = Turn(prompt: prompt, schema: inquiry.schema, before: state.transcript)
      state.transcript.append(.prompt(prompt))
      state.turn = turn
      return (turn, prompt)
    }
  }

  /// Makes the request for a step, which begins with it.
  private func request(
    for step: StepConfiguration, in turn: Turn, _ inquiry: Inquiry
  ) throws -> LanguageModelExecutorGenerationRequest {
    let transcript = try update([]) { (state) throws(LanguageModelSession.Error) in
      guard state.turn?.id == turn.id else { throw .transcriptMutationWhileResponding }
      state.turn?.beginStep(in: state.transcript)
      state.turn?.errorHandlingPolicy = step.errorHandlingPolicy
      return state.transcript
    }
    return step.request(transcript: transcript, inquiry)
  }

  /// Takes in an event, and tells whether the answer's text has changed.
  private func receive(
    _ event: LanguageModelExecutorGenerationChannel.Event, in turn: UUID, isWatched: Bool
  ) -> StreamNews? {
    update(.transcript) { state in
      // An executor may leave a task behind that goes on sending when the request is long over.
      guard state.turn?.id == turn, var current = state.turn.take() else { return nil }
      defer { state.turn = current }
      guard current.apply(event, to: &state.transcript), isWatched else { return nil }
      guard current.answerLength <= Turn.lengthOfEagerSnapshots else {
        return .change { [weak self] in self?.progress(of: turn) }
      }
      return current.progress(in: state.transcript).map { .progress($0) }
    }
  }

  /// The progress of a running request, or `nil` if it has ended.
  private func progress(of turn: UUID) -> Progress? {
    update([]) { state in
      guard state.turn?.id == turn, var current = state.turn.take() else { return nil }
      defer { state.turn = current }
      return current.progress(in: state.transcript)
    }
  }

  /// Completes the entries of a step, and checks the answer if it is the last one.
  private func endStep(of turn: Turn, check: (GeneratedContent) throws -> Void) throws -> Turn.StepOutcome {
    let (outcome, content) = try update(.transcript) { state -> (Turn.StepOutcome, GeneratedContent?) in
      guard var current = state.turn, current.id == turn.id else {
        throw LanguageModelSession.Error.transcriptMutationWhileResponding
      }
      let outcome = try current.endStep(in: &state.transcript)
      let content = outcome.calls.isEmpty ? current.progress(in: state.transcript)?.content : nil
      current.answer = content
      state.turn = current
      return (outcome, content)
    }
    if let content {
      try check(content)
      guard content.isComplete else {
        throw GeneratedContent.ParsingError(
          rawContent: content.jsonString, debugDescription: "the answer ends in the middle, expected complete JSON")
      }
    }
    return outcome
  }

  /// Adds an entry that the request made itself.
  func append(_ entry: Transcript.Entry, in turn: Turn) {
    update(.transcript) { state in
      guard state.turn?.id == turn.id else { return }
      state.transcript.append(entry)
    }
  }

  /// Ends a request whose answer is complete.
  private func complete(_ turn: Turn) throws -> Progress {
    try update([.isResponding, .usage]) { state in
      guard var current = state.turn, current.id == turn.id, !current.wasDisturbed else {
        throw LanguageModelSession.Error.transcriptMutationWhileResponding
      }
      guard let progress = current.progress(in: state.transcript) else {
        throw GeneratedContent.ParsingError(rawContent: "", debugDescription: "there is no answer, expected JSON")
      }
      Self.settle(current, in: &state)
      return progress
    }
  }

  /// Ends a request that nobody waits for any more, and keeps what it has brought.
  private func abandon(_ turn: Turn) -> Progress? {
    update([.isResponding, .usage]) { state in
      guard var current = state.turn, current.id == turn.id else { return nil }
      let progress = current.progress(in: state.transcript)
      Self.settle(current, in: &state)
      return progress
    }
  }

  /// Ends a request that failed, and takes what it has brought out of the transcript unless the policy says otherwise.
  private func fail(_ turn: Turn) {
    update([.transcript, .isResponding]) { state in
      guard let current = state.turn, current.id == turn.id else { return }
      let policy = state.errorHandlingPolicy ?? current.errorHandlingPolicy
      if policy?.preservesTranscript != true {
        let start = min(current.start, state.transcript.endIndex)
        state.rolledBack.append(state.transcript.entries[start...])
        if current.historyWasRewritten {
          state.transcript.entries.removeSubrange(start...)
        } else {
          state.transcript = current.before
        }
      }
      state.turn = nil
    }
  }

  private static func settle(_ turn: Turn, in state: inout State) {
    state.usage += turn.usage
    state.turn = nil
  }
}
