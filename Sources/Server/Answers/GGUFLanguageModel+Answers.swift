package import Swiftlet
import SwiftletInference
import Synchronization

extension GGUFLanguageModel {
  /// Generates a choice of an answer, and adds its events to a queue.
  ///
  /// - Parameters:
  ///   - request: The engine's request.
  ///   - choice: The number of the choice.
  ///   - form: The events that the client asks for.
  ///   - queue: The queue of the client.
  ///   - clock: The clock of the times.
  ///   - observe: Called with each event before it is in the queue.
  ///   - count: Called with each generated token, whose text may come later or never.
  /// - Throws: The errors of a request that cannot be answered. An answer that its limit cut off is none.
  package func generate(
    _ request: LanguageModelExecutorGenerationRequest, choice: Int = 0,
    form: AnswerEventForm = AnswerEventForm(), into queue: AnswerQueue, clock: any ServerClock,
    observing observe: @escaping @Sendable (AnswerEvent) -> Void = { _ in },
    counting count: @escaping @Sendable () -> Void = {}
  ) async throws {
    let reader = LockedReader(AnswerEventReader(form))
    let append: @Sendable (AnswerEvent) -> Void = { event in
      observe(event)
      queue.append(AnswerQueue.Event(choice: choice, event))
    }
    var request = request
    request.engine.accepted = { count in
      append(reader.value.withLock { $0.accept(promptTokens: count, at: clock.now) })
    }
    // Called in the task below, between its events, so that all are in order.
    request.engine.observe = { event in
      if case .token = event { count() }
      for event in reader.value.withLock({ $0.events(for: event, at: clock.now) }) { append(event) }
    }
    do {
      try await respond(to: request) { event in
        for event in reader.value.withLock({ $0.events(for: event) }) {
          observe(event)
          try await queue.send(AnswerQueue.Event(choice: choice, event))
        }
      }
    } catch is GeneratedContent.ParsingError where reader.value.withLock({ $0.isCutOff }) {
      // The client sees the limit as the reason of the end.
    }
    for event in reader.value.withLock({ $0.takeTokens() }) { append(event) }
    append(.finished(reader.value.withLock { $0.end }))
  }
}

/// A reader that closures of the engine share.
private final class LockedReader: Sendable {
  let value: Mutex<AnswerEventReader>

  init(_ reader: sending AnswerEventReader) { value = Mutex(reader) }
}
