/// How a conversation is made shorter before it outgrows its model's context.
public struct TranscriptCondensation: Sendable {
  /// How many turns stay as they are.
  var keptTurns: Int
  /// What the model is asked about the turns before; nil to forget them.
  var request: String?
  /// How long the answer may be, in tokens.
  var maximumTokens: Int?

  /// Forgets all but the last turns.
  ///
  /// - Parameter count: How many turns are kept.
  /// - Returns: The way to do it.
  public static func lastTurns(_ count: Int) -> TranscriptCondensation {
    TranscriptCondensation(keptTurns: max(0, count))
  }

  /// Lets the model itself summarise the turns before the last ones; its answer takes their place as a turn.
  ///
  /// - Parameters:
  ///   - keptTurns: How many turns are kept as they are.
  ///   - request: What the model is asked.
  ///   - maximumTokens: How long the summary may be.
  /// - Returns: The way to do it.
  public static func summary(
    keepingTurns keptTurns: Int = 1,
    request: String = "Summarise our conversation so far in a few sentences: names, facts, decisions, open questions.",
    maximumTokens: Int = 256
  ) -> TranscriptCondensation {
    TranscriptCondensation(keptTurns: max(0, keptTurns), request: request, maximumTokens: max(1, maximumTokens))
  }
}

extension LanguageModelSession {
  /// Makes the conversation shorter, so that it can go on.
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
  /// Instructions stay. If the turns to be summarised do not fit the context themselves, the oldest are forgotten.
  ///
  /// - Parameter condensation: What is kept, and whether the rest is summarised.
  /// - Throws: ``LanguageModelSession/Error/concurrentRequests`` while a request is running, and what asking the model for
  ///   a summary throws; the transcript then is as it was.
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

  /// What the model says about a conversation: the request and its answer.
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

  /// The session's model; nil if that cannot be told while a request is running.
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
