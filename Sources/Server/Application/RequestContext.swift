import Synchronization

/// A request in progress: its identifier, and what the access log says about it.
package final class RequestContext: Sendable {
  /// The identifier, which responses have in `x-request-id`.
  package let id: String
  /// The record for the access log.
  private let state: Mutex<AccessRecord>
  /// The tokens of the prompts, by the numbers of their first choices.
  private let prompts = Mutex<[Int: (count: Int, cached: Int)]>([:])
  /// The choices of the answer, by their numbers.
  private let choices = Mutex<[Int: ChoiceRecord]>([:])
  private let metrics: ServerMetrics?
  /// The time of the last piece of the answer.
  private let lastPiece = Mutex<Duration?>(nil)
  private let clock: any ServerClock
  private let start: Duration

  /// Creates the context of a request that has just arrived.
  package init(_ request: HTTPRequest, clock: any ServerClock, metrics: ServerMetrics? = nil) {
    self.metrics = metrics
    id = Self.identifier(request.headers["x-request-id"])
    self.clock = clock
    start = clock.now
    state = Mutex(
      AccessRecord(time: UnixTime.now, remote: request.remoteAddress, method: request.method, path: request.path))
  }

  /// The record so far, also that of an answer whose client has left in its middle.
  package var record: AccessRecord {
    var record = state.withLock { $0 }
    for choice in choices.withLock({ Array($0.values) }) { record.add(choice) }
    return record
  }

  /// The time since the request arrived.
  package var age: Duration { clock.now - start }

  /// Changes the record.
  package func note(_ change: (inout sending AccessRecord) -> Void) { state.withLock { change(&$0) } }

  /// Notes that a token of a choice was generated.
  package func noteToken(choice: Int = 0) {
    let age = age
    choices.withLock { $0[choice, default: ChoiceRecord()].noteToken(at: age) }
  }

  /// Notes an event of the answer.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - choice: The number of the choice.
  ///   - count: The number of choices of each prompt, which is counted once.
  package func note(_ event: AnswerEvent, choice: Int = 0, choicesOfEachPrompt count: Int = 1) {
    let age = age
    if choice % max(count, 1) == 0 { notePrompt(event, choice) }
    notePiece(event, age)
    choices.withLock { $0[choice, default: ChoiceRecord()].note(event, at: age) }
    state.withLock { record in
      switch event {
      case .accepted, .prefilled: break
      case .text, .reasoning, .toolCallBegan, .toolCallArguments:
        record.firstTokenTime = record.firstTokenTime ?? age
      case .finished(let end): record.finish = end.reason.name
      case .progress, .logProbabilities, .timings, .tokens: break
      }
    }
  }

  private func notePrompt(_ event: AnswerEvent, _ choice: Int) {
    let prompt: (count: Int, cached: Int)
    switch event {
    case .accepted(let count): prompt = (count, 0)
    case .prefilled(let total, let cached): prompt = (total, cached)
    case .finished(let end): prompt = (end.usage.promptTokens, end.usage.cachedTokens)
    default: return
    }
    let sums = prompts.withLock { prompts in
      prompts[choice] = prompt
      return prompts.values.reduce((count: 0, cached: 0)) { ($0.count + $1.count, $0.cached + $1.cached) }
    }
    state.withLock { ($0.promptTokens, $0.cachedTokens) = (sums.count, sums.cached) }
  }

  /// Measures the time between pieces of the answer.
  private func notePiece(_ event: AnswerEvent, _ time: Duration) {
    switch event {
    case .text, .reasoning, .toolCallBegan, .toolCallArguments: break
    default: return
    }
    let last = lastPiece.withLock { last in
      defer { last = time }
      return last
    }
    guard let last else { return }
    metrics?.note { $0.interTokenTime.observe((time - last).inSeconds) }
  }

  /// Returns the client's identifier if it is short and printable, else a new one.
  private static func identifier(_ given: String?) -> String {
    if let given, (1...128).contains(given.utf8.count), given.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
      return given
    }
    return "req_" + Identifier.new()
  }
}

extension AnswerEnd.Reason {
  /// The name in logs.
  package var name: String {
    switch self {
    case .stop: "stop"
    case .stopSequence: "stop_sequence"
    case .length: "length"
    case .toolCalls: "tool_calls"
    }
  }
}
