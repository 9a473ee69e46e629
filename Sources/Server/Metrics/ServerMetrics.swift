import Synchronization

/// The numbers of what a server has done since it began.
package final class ServerMetrics: Sendable {
  /// A kind of requests.
  package struct RequestKind: Sendable, Hashable {
    /// The path as the table of routes has it.
    package var path: String
    /// The status of the response.
    package var status: Int
  }

  /// The numbers.
  package struct Values: Sendable {
    /// The requests of each kind.
    package var requests: [RequestKind: Int] = [:]
    /// The requests whose clients went away.
    package var cancelled = 0
    /// The tokens of prompts, also those from the prefix cache.
    package var promptTokens = 0
    /// The tokens of prompts that came from the prefix cache.
    package var cachedTokens = 0
    /// The tokens of prompts that were read, by all choices of answers.
    package var readTokens = 0
    /// The seconds of reading them.
    package var promptSeconds = 0.0
    /// The largest number of tokens of a prompt and its answer.
    package var longestContext = 0
    /// The generated tokens.
    package var generatedTokens = 0
    /// The seconds of generating, of all choices of answers.
    package var generationSeconds = 0.0
    /// The times until the first piece of an answer.
    package var firstTokenTime = Histogram()
    /// The times between the pieces of an answer.
    package var interTokenTime = Histogram()
    /// The times that requests waited for others.
    package var queueTime = Histogram()
  }

  private let state = Mutex(Values())
  /// The time at which the server began, in seconds since 1970.
  package let startTime = UnixTime.now

  /// Creates numbers that are zero.
  package init() {}

  /// The numbers so far.
  package var values: Values { state.withLock { $0 } }

  /// Changes the numbers.
  package func note(_ change: (inout sending Values) -> Void) { state.withLock { change(&$0) } }

  /// Counts a request that has ended.
  ///
  /// - Parameters:
  ///   - record: The record of the request.
  ///   - path: The path as the table of routes has it.
  package func note(_ record: AccessRecord, path: String) {
    note { values in
      values.requests[RequestKind(path: path, status: record.status), default: 0] += 1
      if record.isCancelled { values.cancelled += 1 }
      values.promptTokens += record.promptTokens ?? 0
      values.cachedTokens += record.cachedTokens
      values.generatedTokens += record.outputTokens
      values.readTokens += record.readTokens
      values.promptSeconds += record.promptSeconds
      values.longestContext = max(values.longestContext, record.longestContext)
      values.generationSeconds += record.choiceSeconds
      if let time = record.firstTokenTime { values.firstTokenTime.observe(time.inSeconds) }
    }
  }
}
