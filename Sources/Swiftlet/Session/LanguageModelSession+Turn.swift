extension LanguageModelSession {
  /// Runs a request from beginning to end, on the actor of the caller.
  ///
  /// - Parameters:
  ///   - prompt: What to answer.
  ///   - options: How to pick the words, and how many.
  ///   - onProgress: Called for each event that changes the answer's text.
  ///   - isAbandoned: Asked when the request did not end well: whether nobody waits for it any more, which makes the
  ///     answer so far the answer.
  /// - Returns: What the request has brought.
  /// - Throws: ``LanguageModelSession/Error``, `CancellationError`, or what the executor throws.
  nonisolated(nonsending) func run(
    _ prompt: Prompt, options: GenerationOptions,
    onProgress: @escaping @Sendable (Progress) -> Void = { _ in },
    isAbandoned: @Sendable () -> Bool = { false }
  ) async throws -> Progress {
    let (turn, request) = try begin(prompt, options: options)
    do {
      try Task.checkCancellation()
      let channel = LanguageModelExecutorGenerationChannel { event in
        if let progress = self.receive(event, in: turn) { onProgress(progress) }
      }
      try await provider.respond(to: request, streamingInto: channel)
      try Task.checkCancellation()
      return try complete(turn)
    } catch {
      if isAbandoned(), let partial = abandon(turn) { return partial }
      fail(turn)
      throw error
    }
  }
}

extension LanguageModelSession {
  /// Puts the prompt into the transcript and makes the request for it.
  private func begin(
    _ prompt: Prompt, options: GenerationOptions
  ) throws(LanguageModelSession.Error) -> (turn: Turn, request: LanguageModelExecutorGenerationRequest) {
    try update([.transcript, .isResponding]) { (state) throws(LanguageModelSession.Error) in
      guard state.turn == nil else { throw .concurrentRequests }
      let turn = Turn(start: state.transcript.endIndex)
      let segments = [Transcript.Segment](texts: prompt.parts)
      state.transcript.append(.prompt(Transcript.Prompt(segments: segments, options: options)))
      state.turn = turn
      return (
        turn, LanguageModelExecutorGenerationRequest(transcript: state.transcript, generationOptions: options)
      )
    }
  }

  /// Takes in an event, and returns what the request has brought if the answer's text has changed.
  private func receive(_ event: LanguageModelExecutorGenerationChannel.Event, in turn: Turn) -> Progress? {
    update(.transcript) { state in
      // An executor may leave a task behind that goes on sending when the request is long over.
      guard var current = state.turn, current.id == turn.id else { return nil }
      let hasNewText = current.apply(event, to: &state.transcript)
      state.turn = current
      return hasNewText ? current.progress(in: state.transcript) : nil
    }
  }

  /// Ends a request whose answer is complete.
  private func complete(_ turn: Turn) throws(LanguageModelSession.Error) -> Progress {
    try update([.isResponding, .usage]) { (state) throws(LanguageModelSession.Error) in
      guard let current = state.turn, current.id == turn.id, !current.wasDisturbed else {
        throw .transcriptMutationWhileResponding
      }
      return Self.settle(current, in: &state)
    }
  }

  /// Ends a request that nobody waits for any more, and keeps what it has brought.
  private func abandon(_ turn: Turn) -> Progress? {
    update([.isResponding, .usage]) { state in
      guard let current = state.turn, current.id == turn.id else { return nil }
      return Self.settle(current, in: &state)
    }
  }

  /// Ends a request that failed, and takes what it has brought out of the transcript if the policy says so.
  private func fail(_ turn: Turn) {
    update([.transcript, .isResponding]) { state in
      guard let current = state.turn, current.id == turn.id else { return }
      if state.errorHandlingPolicy?.preservesTranscript != true {
        state.transcript.entries.removeSubrange(current.start...)
      }
      state.turn = nil
    }
  }

  private static func settle(_ turn: Turn, in state: inout State) -> Progress {
    state.usage += turn.usage
    state.turn = nil
    return turn.progress(in: state.transcript)
  }
}
