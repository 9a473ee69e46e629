package import Swiftlet
import Synchronization

/// The parts of a server that all protocols share.
package final class ServerServices: Sendable {
  /// The settings.
  package let configuration: ServerConfiguration
  /// The models.
  package let models: ModelPool
  /// The queue of requests for answers.
  package let queue: GenerationQueue
  /// The responses that later requests continue.
  package let responses: ResponseStore
  /// The numbers of what has been done.
  package let metrics = ServerMetrics()
  /// The answers in progress, which the end of the server ends.
  private let running = Mutex<[ObjectIdentifier: WeakAnswer]>([:])
  private let drainingFlag = Mutex(false)
  /// The warnings that have been logged.
  private let warnings = Mutex<Set<String>>([])

  private struct WeakAnswer {
    weak var answer: RunningAnswer?
  }

  /// The clock.
  package var clock: any ServerClock { configuration.clock }
  /// True if the server ends, and takes no further requests.
  package var isDraining: Bool { drainingFlag.withLock { $0 } }

  /// Creates the parts.
  package init(models: [ServedModel], configuration: ServerConfiguration) {
    self.configuration = configuration
    self.models = ModelPool(models, configuration: configuration)
    responses = ResponseStore(
      maximumCount: configuration.storedResponses, maximumBytes: configuration.storedResponseBytes)
    queue = GenerationQueue(
      capacity: configuration.parallelAnswers, maximumWaiting: configuration.maximumWaiting,
      timeout: configuration.queueTimeout, clock: configuration.clock)
  }

  /// Starts an answer: it waits for its model and then its turn, and generates all choices at a time.
  ///
  /// In this order, so that answers of models in memory go on while another model is loaded.
  ///
  /// - Parameters:
  ///   - requests: The engine's requests, one for each choice.
  ///   - model: The model.
  ///   - keepAlive: The idle time after which the model is unloaded; `nil` for the server's.
  ///   - form: The events that the client asks for.
  ///   - count: The number of choices of each prompt; `nil` if all are of one.
  ///   - context: The request of the client.
  /// - Returns: The answer in progress, which waits for its client.
  package func start(
    _ requests: [LanguageModelExecutorGenerationRequest], with model: ServedModel, keepAlive: KeepAlive? = nil,
    form: AnswerEventForm = AnswerEventForm(), choicesOfEachPrompt count: Int? = nil, for context: RequestContext
  ) -> RunningAnswer {
    context.note { $0.model = model.name }
    let answer = RunningAnswer { [self] events in
      try await limitingTime {
        try await self.models.use(model, keepAlive: keepAlive) { language in
          let requests = try self.models.adapting(requests, to: model)
          try await self.inTurn(places: requests.count) {
            try await language.generate(requests, form: form, into: events, clock: self.clock) {
              context.note($1, choice: $0, choicesOfEachPrompt: count ?? requests.count)
            } counting: {
              context.noteToken(choice: $0)
            }
          }
        }
      }
    }
    running.withLock { running in
      running = running.filter { $0.value.answer != nil }
      running[ObjectIdentifier(answer)] = WeakAnswer(answer: answer)
    }
    return answer
  }

  /// Runs a body in its turn.
  ///
  /// - Parameters:
  ///   - count: The number of places that it takes.
  ///   - body: The body.
  /// - Returns: The result of the body.
  /// - Throws: ``RequestFailure`` if the queue is full or the time is over, `CancellationError`, or the body's error.
  package func inTurn<Value: Sendable>(
    places count: Int = 1, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let start = clock.now
    return try await queue.run(places: count) {
      self.metrics.note { $0.queueTime.observe((self.clock.now - start).inSeconds) }
      return try await body()
    }
  }

  /// Logs a warning, unless it has been logged before.
  ///
  /// After 100 different ones there are no more, as clients may name anything.
  package func logOnce(_ warning: String) {
    let isNew = warnings.withLock { $0.count < 100 && $0.insert(warning).inserted }
    if isNew { configuration.log("swiftlet: \(warning)") }
  }

  /// Takes no further requests.
  package func drain() { drainingFlag.withLock { $0 = true } }

  /// Ends the answers in progress with an error.
  package func endAnswers() {
    let answers = running.withLock { $0.values.compactMap { $0.answer } }
    for answer in answers { answer.fail(Self.draining) }
  }

  /// The error of requests while the server ends.
  package static var draining: RequestFailure {
    RequestFailure(503, .unavailable, code: "draining", retryAfter: 1, "the server is shutting down")
  }

  private func limitingTime(_ body: @escaping @Sendable () async throws -> Void) async throws {
    guard let limit = configuration.answerTimeout else { return try await body() }
    try await withThrowingTaskGroup(of: Void.self) { [clock] group in
      group.addTask { try await body() }
      group.addTask {
        try await clock.sleep(for: limit)
        throw RequestFailure(504, .timeout, code: "timeout", "the answer took longer than \(limit.inSeconds) s")
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}

extension GGUFLanguageModel {
  /// Generates the choices of an answer, and adds their events to a queue.
  ///
  /// The first one reads the prompt, which the others find in the prefix cache then.
  fileprivate func generate(
    _ requests: [LanguageModelExecutorGenerationRequest], form: AnswerEventForm, into queue: AnswerQueue,
    clock: any ServerClock, observing observe: @escaping @Sendable (_ choice: Int, AnswerEvent) -> Void,
    counting count: @escaping @Sendable (_ choice: Int) -> Void
  ) async throws {
    guard requests.count > 1 else {
      for request in requests {
        try await generate(request, form: form, into: queue, clock: clock) {
          observe(0, $0)
        } counting: {
          count(0)
        }
      }
      return
    }
    let isRead = AnswerQueue()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (choice, request) in requests.enumerated() {
        group.addTask {
          if choice > 0 { try await isRead.waitForEvent() }
          defer { isRead.finish(.success(())) }
          try await self.generate(
            request, choice: choice, form: form, into: queue, clock: clock
          ) { event in
            if case .prefilled = event { isRead.finish(.success(())) }
            observe(choice, event)
          } counting: {
            count(choice)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
