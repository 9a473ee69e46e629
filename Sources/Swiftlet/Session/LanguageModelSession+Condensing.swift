/// A strategy for shortening a conversation before it exceeds its model's context.
public struct TranscriptCondensation: Sendable {
  /// The number of recent turns that stay unchanged.
  var keptTurns: Int
  /// The prompt that requests a summary of the earlier turns; `nil` to drop them.
  var request: String?
  /// The maximum length of the summary in tokens.
  var maximumTokens: Int?

  /// Drops all but the last turns.
  ///
  /// - Parameter count: The number of turns to keep.
  /// - Returns: The strategy.
  public static func lastTurns(_ count: Int) -> TranscriptCondensation {
    TranscriptCondensation(keptTurns: max(0, count))
  }

  /// Replaces the turns before the last ones by a summary that the model writes.
  ///
  /// - Parameters:
  ///   - keptTurns: The number of recent turns that stay unchanged.
  ///   - request: The prompt that requests the summary.
  ///   - maximumTokens: The maximum length of the summary in tokens.
  /// - Returns: The strategy.
  public static func summary(
    keepingTurns keptTurns: Int = 1,
    request: String = "Summarise our conversation so far in a few sentences: names, facts, decisions, open questions.",
    maximumTokens: Int = 256
  ) -> TranscriptCondensation {
    TranscriptCondensation(keptTurns: max(0, keptTurns), request: request, maximumTokens: max(1, maximumTokens))
  }
}

extension LanguageModelSession {
  /// Shortens the conversation so that it fits the context.
  ///
  /// ```swift
  /// let question = "And what did the fox do then?"
  /// do {
  ///   print(try await session.respond(to: question).content)
  /// } catch LanguageModelError.contextSizeExceeded {
  ///   try await session.condense(.summary(keepingTurns: 2))
  ///   print(try await session.respond(to: question).content)
  /// }
  /// ```
  ///
  /// Instructions are kept. If the turns to summarise do not fit the context themselves, the oldest are dropped.
  ///
  /// - Parameter condensation: The strategy.
  /// - Throws: ``LanguageModelSession/Error/concurrentRequests`` while a request is running, or any error of the
  ///   summary request; the transcript is unchanged then.
  public nonisolated(nonsending) func condense(_ condensation: TranscriptCondensation) async throws {
    guard !isBusy else { throw Error.concurrentRequests }
    let transcript = transcript
    let start = transcript.history.startOfLastTurns(condensation.keptTurns)
    let kept = transcript.history[start...]
    var forgotten = transcript
    forgotten.history = transcript.history[..<start]
    var history = Transcript.HistoryView()
    if let request = condensation.request, !forgotten.history.isEmpty {
      history.append(contentsOf: try await summary(of: forgotten, request, condensation.maximumTokens))
    }
    history.append(contentsOf: kept)
    try update(.transcript) { state throws(Error) in
      guard state.turn == nil else { throw .concurrentRequests }
      state.transcript.history = history
    }
  }

  /// The summary of a conversation as a turn: the prompt that requests it and the answer.
  private nonisolated(nonsending) func summary(
    of transcript: Transcript, _ request: String, _ maximumTokens: Int?
  ) async throws -> Transcript.HistoryView {
    guard let model else { throw Error.concurrentRequests }
    var transcript = transcript
    while true {
      let reader = LanguageModelSession(setup: .fixed(model: model, tools: []), transcript: transcript)
      do {
        _ = try await reader.respond(
          to: request, options: GenerationOptions(maximumResponseTokens: maximumTokens))
        return reader.transcript.history.suffix(2)
      } catch let error as LanguageModelError {
        let turns = transcript.history.count { if case .prompt = $0 { true } else { false } }
        guard case .contextSizeExceeded = error, turns > 1 else { throw error }
        transcript = transcript.keepingLastTurns(turns - 1)
      }
    }
  }

  /// The session's model; `nil` if it cannot be determined while a request is running.
  private var model: (any LanguageModel)? {
    switch setup {
    case .fixed(let model, _): return model
    case .profile(let box):
      var model: (any LanguageModel)?
      box.evaluateBetweenRequests(of: self) { model = $0.model ?? SystemLanguageModel.default }
      return model
    }
  }
}
