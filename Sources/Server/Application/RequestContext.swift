import Synchronization

/// A request in progress: its identifier, and what the access log says about it.
package final class RequestContext: Sendable {
  /// The identifier, which responses have in `x-request-id`.
  package let id: String
  /// The record for the access log.
  private let state: Mutex<AccessRecord>
  private let clock: any ServerClock
  private let start: Duration

  /// Creates the context of a request that has just arrived.
  package init(_ request: HTTPRequest, clock: any ServerClock) {
    id = Self.identifier(request.headers["x-request-id"])
    self.clock = clock
    start = clock.now
    state = Mutex(
      AccessRecord(time: UnixTime.now, remote: request.remoteAddress, method: request.method, path: request.path))
  }

  /// The record so far.
  package var record: AccessRecord { state.withLock { $0 } }

  /// The time since the request arrived.
  package var age: Duration { clock.now - start }

  /// Changes the record.
  package func note(_ change: (inout sending AccessRecord) -> Void) { state.withLock { change(&$0) } }

  /// Notes an event of the answer.
  package func note(_ event: AnswerEvent) {
    let age = age
    state.withLock { record in
      switch event {
      case .accepted(let count): record.promptTokens = count
      case .prefilled(_, let cached): record.cachedTokens = cached
      case .text, .reasoning, .toolCallBegan, .toolCallArguments:
        record.firstTokenTime = record.firstTokenTime ?? age
      case .finished(let end):
        record.outputTokens += end.usage.generatedTokens
        record.generationSeconds = max(record.generationSeconds, end.timings?.generationSeconds ?? 0)
        record.finish = end.reason.name
      case .progress, .logProbabilities, .timings: break
      }
    }
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
