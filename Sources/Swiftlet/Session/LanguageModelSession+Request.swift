import Foundation

/// The request of a session's caller, common to all forms of `respond` and `streamResponse`.
struct SessionRequest: Sendable {
  /// The entry of the prompt, with the options and the format of the answer.
  let prompt: Transcript.Prompt

  /// Throws if a complete answer cannot be converted to the requested type.
  ///
  /// It runs before the request ends, so that an answer of another form fails the request.
  var check: @Sendable (GeneratedContent) throws -> Void = { _ in }

  /// Creates a request whose answer is text, or has a schema.
  init(
    _ prompt: Prompt, schema: GenerationSchema? = nil, options: GenerationOptions,
    contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) {
    self.prompt = Transcript.Prompt(
      metadata: metadata, segments: [Transcript.Segment](prompt.parts), options: options,
      responseFormat: schema.map { Transcript.ResponseFormat(schema: $0) }, contextOptions: contextOptions)
  }

  /// Creates a request whose answer is a value of a type.
  ///
  /// Strings are requested as text without a schema, which every model supports.
  init<Content: Generable>(
    _ prompt: Prompt, type: Content.Type, options: GenerationOptions, contextOptions: ContextOptions,
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) {
    self.init(
      prompt, schema: type == String.self ? nil : type.generationSchema, options: options,
      contextOptions: contextOptions, metadata: metadata)
    check = { _ = try Content($0) }
  }
}

extension LanguageModelSession {
  /// Runs a request to completion on the caller's actor.
  ///
  /// - Parameters:
  ///   - request: The request to answer.
  ///   - onUpdate: Called for each event that changes the answer's text; `nil` if no snapshots are needed.
  ///   - isAbandoned: Evaluated after a failure: true if the request has no reader left, which makes the answer so far
  ///     the result.
  /// - Returns: The result.
  /// - Throws: ``LanguageModelSession/Error``, ``LanguageModelSession/ToolCallError``, ``ToolRoundLimitError``,
  ///   ``LanguageModelError``, ``GeneratedContent/ParsingError``, `CancellationError`, or any error of the executor or a hook.
  nonisolated(nonsending) func run(
    _ request: SessionRequest,
    onUpdate: (@Sendable (StreamUpdate) -> Void)? = nil,
    isAbandoned: @Sendable () -> Bool = { false }
  ) async throws -> Progress {
    let turn = try begin(request)
    do {
      // A closure does not inherit the caller's actor.
      let isolation = #isolation
      try await SessionContext.$current.withValue(SessionContext(session: self, turn: turn.id, mayRewrite: true)) {
        try await runSteps(of: turn, onUpdate: onUpdate, isolation: isolation)
      }
      try Task.checkCancellation()
      return try complete(turn)
    } catch {
      if isAbandoned(), let partial = abandon(turn) { return partial }
      if let onUpdate, let last = progress(of: turn.id) { onUpdate(.last(last)) }
      fail(turn)
      throw error
    }
  }

  /// Runs the model and its tool calls until a step ends without tool calls.
  private func runSteps(
    of turn: Turn, onUpdate: (@Sendable (StreamUpdate) -> Void)?, isolation: isolated (any Actor)?
  ) async throws {
    try Task.checkCancellation()
    let first = try await prepareStep(of: turn)
    for hook in first.hooks.onPrompt { try await hook(turn.request.prompt) }
    var step = first.hooks.onPrompt.isEmpty ? first : try await prepareStep(of: turn)
    var rounds = 0
    while true {
      let outcome = try await call(step, in: turn, onUpdate: onUpdate)
      for entry in outcome.entries {
        switch entry {
        case .reasoning(let reasoning): for hook in step.hooks.onReasoning { try await hook(reasoning) }
        case .response(let response): for hook in step.hooks.onResponse { try await hook(response) }
        default: break
        }
      }
      guard !outcome.calls.isEmpty else { return }
      guard rounds < maximumToolRounds else {
        throw ToolRoundLimitError(transcript: transcript, limit: maximumToolRounds)
      }
      rounds += 1
      try await runTools(for: outcome.calls, of: step, in: turn)
      step = try await prepareStep(of: turn)
    }
  }

  /// Calls the model's executor once.
  private nonisolated(nonsending) func call(
    _ step: StepConfiguration, in turn: Turn, onUpdate: (@Sendable (StreamUpdate) -> Void)?
  ) async throws -> Turn.StepOutcome {
    let request = try request(for: step, in: turn)
    try step.check(request)
    let id = turn.id
    let channel = LanguageModelExecutorGenerationChannel { event in
      if let change = self.receive(event, in: id, hasReader: onUpdate != nil) { onUpdate?(change) }
    }
    try await executors.respond(to: request, with: step.model, streamingInto: channel)
    try Task.checkCancellation()
    return try endStep(of: turn)
  }
}

// MARK: - Changes of state

extension LanguageModelSession {
  /// Appends the prompt to the transcript and starts the turn.
  private func begin(_ request: SessionRequest) throws(LanguageModelSession.Error) -> Turn {
    try update([.transcript, .isResponding]) { (state) throws(LanguageModelSession.Error) in
      guard state.turn == nil else { throw .concurrentRequests }
      let turn = Turn(request, before: state.transcript)
      state.transcript.append(.prompt(request.prompt))
      state.turn = turn
      return turn
    }
  }

  /// Begins a step and returns its request.
  private func request(
    for step: StepConfiguration, in turn: Turn
  ) throws -> LanguageModelExecutorGenerationRequest {
    let transcript = try update([]) { (state) throws(LanguageModelSession.Error) in
      guard state.turn?.id == turn.id else { throw .transcriptMutationWhileResponding }
      state.turn?.beginStep(in: state.transcript)
      state.turn?.errorHandlingPolicy = step.errorHandlingPolicy
      return state.transcript
    }
    var request = step.request(transcript: transcript, answering: turn.request.prompt)
    request.engine.dropsAnsweredCalls = !allowsRepeatedToolCalls
    return request
  }

  /// Applies an event and returns the update of the answer's text, if it changed.
  private func receive(
    _ event: LanguageModelExecutorGenerationChannel.Event, in turn: UUID, hasReader: Bool
  ) -> StreamUpdate? {
    update(.transcript) { state in
      // An executor's detached task may keep sending after the request has ended.
      guard state.turn?.id == turn, var current = state.turn.take() else { return nil }
      defer { state.turn = current }
      guard current.apply(event, to: &state.transcript), hasReader else { return nil }
      guard current.answerLength <= Turn.eagerSnapshotLimit else {
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

  /// Completes the entries of a step and validates the answer if the step is the last one.
  private func endStep(of turn: Turn) throws -> Turn.StepOutcome {
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
      try turn.request.check(content)
      guard content.isComplete else {
        throw GeneratedContent.ParsingError(
          rawContent: content.jsonString, debugDescription: "the answer is truncated, expected complete JSON")
      }
    }
    return outcome
  }

  /// Appends an entry that the session itself created.
  func append(_ entry: Transcript.Entry, in turn: Turn) {
    update(.transcript) { state in
      guard state.turn?.id == turn.id else { return }
      state.transcript.append(entry)
    }
  }

  /// Finishes a request whose answer is complete.
  private func complete(_ turn: Turn) throws -> Progress {
    try update([.isResponding, .usage]) { state in
      guard var current = state.turn, current.id == turn.id, !current.wasModifiedExternally else {
        throw LanguageModelSession.Error.transcriptMutationWhileResponding
      }
      guard let progress = current.progress(in: state.transcript) else {
        throw GeneratedContent.ParsingError(rawContent: "", debugDescription: "there is no answer, expected JSON")
      }
      Self.settle(current, in: &state)
      return progress
    }
  }

  /// Finishes a request that has no reader left, and keeps its partial answer.
  private func abandon(_ turn: Turn) -> Progress? {
    update([.isResponding, .usage]) { state in
      guard var current = state.turn, current.id == turn.id else { return nil }
      let progress = current.progress(in: state.transcript)
      Self.settle(current, in: &state)
      return progress
    }
  }

  /// Ends a failed request and reverts the transcript, unless the policy preserves it.
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
