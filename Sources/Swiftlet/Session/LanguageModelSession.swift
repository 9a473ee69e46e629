public import Observation
import Synchronization

/// A conversation with a model.
///
/// ```swift
/// let session = LanguageModelSession(instructions: "You answer in one sentence.")
/// let response = try await session.respond(to: "Why is the sky blue?")
/// print(response.content)
/// ```
///
/// If the session has tools, the model may call them before it answers. Answers can be text or values of a generable type.
///
/// A session answers one request at a time; a second one fails at once with
/// ``LanguageModelSession/Error/concurrentRequests``. Different sessions may answer at the same time. The session keeps
/// the conversation in ``transcript``, and the model keeps what it has read of it, so that each turn costs only what is
/// new.
///
/// ``transcript``, ``isResponding`` and ``usage`` can be observed.
public final class LanguageModelSession: Sendable {
  let setup: Setup

  /// Values that belong to this session and live as long as it.
  public let properties = SessionPropertyValues()

  /// The executors that the session has used.
  let executors = ExecutorStore()

  private let state: Mutex<State>
  private let registrar = ObservationRegistrar()

  /// What changes while a session lives.
  struct State: Sendable {
    var transcript: Transcript
    var usage = Usage.none
    var errorHandlingPolicy: TranscriptErrorHandlingPolicy?

    /// The request that is running, or `nil`.
    var turn: Turn?

    /// What failed requests had brought, for reports.
    var rolledBack = RolledBackEntries()
  }

  init(setup: Setup, transcript: Transcript) {
    self.setup = setup
    state = Mutex(State(transcript: transcript))
    properties.belong(to: self)
  }
}

// MARK: - What can be read

extension LanguageModelSession {
  /// All that has been said, including the part of an answer that has arrived so far.
  ///
  /// It may be replaced between requests. Replacing it during one is a mistake: the assignment has no effect, and the
  /// request fails with ``LanguageModelSession/Error/transcriptMutationWhileResponding``.
  public final var transcript: Transcript {
    get {
      registrar.access(self, keyPath: \.transcript)
      return state.withLock(\.transcript)
    }
    set {
      update(.transcript) { state in
        guard state.turn == nil else {
          state.turn?.wasDisturbed = true
          return
        }
        state.transcript = newValue
      }
    }
  }

  /// Whether a request is running.
  public final var isResponding: Bool {
    registrar.access(self, keyPath: \.isResponding)
    return isBusy
  }

  /// The tokens that all finished requests took together.
  ///
  /// A request counts as finished when its answer is complete or when the reader of its stream left early, but not when
  /// it failed.
  public final var usage: Usage {
    registrar.access(self, keyPath: \.usage)
    return state.withLock(\.usage)
  }

  /// What becomes of the transcript when a request fails; `nil` means
  /// ``TranscriptErrorHandlingPolicy/revertTranscript``.
  public final var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy? {
    get { state.withLock(\.errorHandlingPolicy) }
    set { state.withLock { $0.errorHandlingPolicy = newValue } }
  }
}

// MARK: - Making ready

extension LanguageModelSession {
  /// Loads the model and lets it read what the next request will begin with: instructions, tools, what has been said so
  /// far, and the beginning of the prompt.
  ///
  /// Returns at once; the work goes on in the background, and a request that follows waits only for the rest of it.
  /// Calling it is never necessary, and with a model on a server it does nothing.
  ///
  /// - Parameter promptPrefix: How the next prompt will begin, if that is known.
  public final func prewarm(promptPrefix: Prompt? = nil) {
    let transcript = state.withLock(\.transcript)
    switch setup {
    case .fixed(let model, _):
      prewarm(model, transcript, promptPrefix)
    case .profile(let box):
      // While a request runs, its own evaluations make ready what can be made ready.
      box.evaluateBetweenRequests(of: self) { profile in
        var transcript = transcript
        transcript.setInstructions(profile)
        for transform in profile.historyTransforms { transcript.entries = transform(transcript.entries) }
        prewarm(profile.model ?? SystemLanguageModel.default, transcript, promptPrefix)
      }
    }
  }

  private func prewarm(_ model: any LanguageModel, _ transcript: Transcript, _ promptPrefix: Prompt?) {
    var transcript = transcript
    if let promptPrefix {
      transcript.append(.prompt(Transcript.Prompt(segments: [Transcript.Segment](promptPrefix.parts))))
    }
    model.prewarm(transcript: transcript, executors: executors)
  }

  /// Whether a request is running, which observers need not know of.
  var isBusy: Bool { state.withLock { $0.turn != nil } }
}

// MARK: - Rewriting the history

extension LanguageModelSession {
  /// Replaces all entries but leading instructions, for whoever may.
  ///
  /// A hook of the request that is running may, and anybody may between requests.
  func rewriteHistory(_ history: Transcript.HistoryView) {
    update(.transcript) { state in
      guard let turn = state.turn else {
        state.transcript.history = history
        return
      }
      let context = SessionContext.current
      guard let context, context.session === self, context.turn == turn.id, context.mayRewrite else {
        state.turn?.wasDisturbed = true
        return
      }
      state.transcript.history = history
      state.turn?.historyWasRewritten = true
      state.turn?.relocate(in: state.transcript)
    }
  }
}

// MARK: - Observation

extension LanguageModelSession: nonisolated Observable {
  /// The properties that can be observed.
  struct Observed: OptionSet, Sendable {
    let rawValue: Int
    static let transcript = Observed(rawValue: 1)
    static let isResponding = Observed(rawValue: 2)
    static let usage = Observed(rawValue: 4)
  }

  /// Changes the state and tells the observers of the properties that this may change.
  ///
  /// Observers run outside the lock, as they may read the session.
  func update<Result: Sendable, Failure: Swift.Error>(
    _ properties: Observed, _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if properties.contains(.transcript) { registrar.willSet(self, keyPath: \.transcript) }
    if properties.contains(.isResponding) { registrar.willSet(self, keyPath: \.isResponding) }
    if properties.contains(.usage) { registrar.willSet(self, keyPath: \.usage) }
    defer {
      if properties.contains(.transcript) { registrar.didSet(self, keyPath: \.transcript) }
      if properties.contains(.isResponding) { registrar.didSet(self, keyPath: \.isResponding) }
      if properties.contains(.usage) { registrar.didSet(self, keyPath: \.usage) }
    }
    return try state.withLock { (state) throws(Failure) in try body(&state) }
  }
}
