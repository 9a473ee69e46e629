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
/// If the session has tools, the model may call them before it answers. Answers are text or values of a generable type.
///
/// A session answers one request at a time; a second one fails immediately with
/// ``LanguageModelSession/Error/concurrentRequests``. Different sessions may answer at the same time. The session keeps
/// the conversation in ``transcript``, and the model keeps its KV cache, so that each turn prefills only the new
/// tokens.
///
/// ``transcript``, ``isResponding`` and ``usage`` can be observed.
public final class LanguageModelSession: Sendable {
  let setup: Setup

  /// Values that belong to this session and have its lifetime.
  public let properties = SessionPropertyValues()

  /// The executors that the session has used.
  let executors = ExecutorStore()

  private let state: Mutex<State>
  private let registrar = ObservationRegistrar()

  /// The mutable state of a session.
  struct State: Sendable {
    var transcript: Transcript
    var usage = Usage.none
    var errorHandlingPolicy: TranscriptErrorHandlingPolicy?
    var maximumToolRounds = 16
    var allowsRepeatedToolCalls = false

    /// The request that is running, or `nil`.
    var turn: Turn?

    /// The tasks that wait for the end of the request.
    var idleWaiters: [CheckedContinuation<Void, Never>] = []

    /// The entries of failed requests, for feedback reports.
    var rolledBack = RolledBackEntries()
  }

  init(setup: Setup, transcript: Transcript) {
    self.setup = setup
    state = Mutex(State(transcript: transcript))
    properties.belong(to: self)
  }
}

// MARK: - Properties

extension LanguageModelSession {
  /// The transcript of the conversation, including the partial answer of a running request.
  ///
  /// It may be replaced between requests. Replacing it during a request is an error: the assignment has no effect, and
  /// the request fails with ``LanguageModelSession/Error/transcriptMutationWhileResponding``.
  public final var transcript: Transcript {
    get {
      registrar.access(self, keyPath: \.transcript)
      return state.withLock(\.transcript)
    }
    set {
      update(.transcript) { state in
        guard state.turn == nil else {
          state.turn?.wasModifiedExternally = true
          return
        }
        state.transcript = newValue
      }
    }
  }

  /// True if a request is running.
  public final var isResponding: Bool {
    registrar.access(self, keyPath: \.isResponding)
    return isBusy
  }

  /// The total token usage of all finished requests.
  ///
  /// A request counts as finished when its answer is complete or when the reader of its stream left early, but not when
  /// it failed.
  public final var usage: Usage {
    registrar.access(self, keyPath: \.usage)
    return state.withLock(\.usage)
  }

  /// The treatment of the transcript when a request fails; `nil` means
  /// ``TranscriptErrorHandlingPolicy/revertTranscript``.
  public final var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy? {
    get { state.withLock(\.errorHandlingPolicy) }
    set { state.withLock { $0.errorHandlingPolicy = newValue } }
  }
}

extension LanguageModelSession {
  /// The largest number of times that the model may call tools in answering one request; 16 by default.
  ///
  /// One round is all calls that the model makes at once. A request in which the model calls tools after the last round
  /// fails with ``ToolRoundLimitError``. In ``GenerationOptions/ToolCallingMode/required`` the model calls tools until
  /// one of them throws or the mode changes, so this is what ends other requests. Apple's sessions have no such
  /// property.
  public final var maximumToolRounds: Int {
    get { state.withLock(\.maximumToolRounds) }
    set { state.withLock { $0.maximumToolRounds = max(0, newValue) } }
  }

  /// True if the model may repeat a call, with the same arguments, directly after a tool has answered it; false by
  /// default.
  ///
  /// Small models tend to repeat calls without end. By default, a model in this process that makes no other call in its
  /// next step has to answer in words instead, or in the request's schema. It may repeat a call after other ones. Set
  /// this to true for tools whose results change, such as the progress of a job. Apple's sessions have no such property.
  public final var allowsRepeatedToolCalls: Bool {
    get { state.withLock(\.allowsRepeatedToolCalls) }
    set { state.withLock { $0.allowsRepeatedToolCalls = newValue } }
  }
}

// MARK: - Prewarming

extension LanguageModelSession {
  /// Loads the model and prefills the beginning of the next request.
  ///
  /// That is the instructions, the tools, the conversation so far, and the beginning of the prompt. Returns
  /// immediately; the work continues in the background, and a subsequent request waits only for the rest of it.
  /// Calling it is never necessary, and with a model on a server it does nothing.
  ///
  /// - Parameter promptPrefix: The beginning of the next prompt, if it is known.
  public final func prewarm(promptPrefix: Prompt? = nil) {
    let transcript = state.withLock(\.transcript)
    switch setup {
    case .fixed(let model, _):
      prewarm(model, transcript, promptPrefix)
    case .profile(let box):
      // While a request runs, its steps evaluate the profile themselves.
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
    executors.prewarm(model, transcript: transcript)
  }

  /// True if a request is running, without registering an observation.
  var isBusy: Bool { state.withLock { $0.turn != nil } }

  /// Waits until no request is running.
  ///
  /// The request of a stream that its reader has left ends a moment later, and until then the session refuses another.
  package final nonisolated(nonsending) func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state -> Bool in
        guard state.turn != nil else { return true }
        state.idleWaiters.append(continuation)
        return false
      }
      if isIdle { continuation.resume() }
    }
  }
}

// MARK: - Rewriting the history

extension LanguageModelSession {
  /// Replaces all entries except leading instructions, if the caller is permitted to.
  ///
  /// Hooks of the running request are permitted to, and every caller is between requests.
  func rewriteHistory(_ history: Transcript.HistoryView) {
    update(.transcript) { state in
      guard let turn = state.turn else {
        state.transcript.history = history
        return
      }
      let context = SessionContext.current
      guard let context, context.session === self, context.turn == turn.id, context.mayRewrite else {
        state.turn?.wasModifiedExternally = true
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

  /// Changes the state and notifies the observers of the properties that may change.
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
    var waiters: [CheckedContinuation<Void, Never>] = []
    defer { for waiter in waiters { waiter.resume() } }
    return try state.withLock { (state) throws(Failure) in
      defer { if state.turn == nil { swap(&waiters, &state.idleWaiters) } }
      return try body(&state)
    }
  }
}
