/// The stream of a request's events.
///
/// Ending the iteration early, or cancelling the task that iterates, stops the generation; in a cancelled task the
/// stream ends without ``GenerationEvent/finished(_:)``. There is no back-pressure: events are buffered for a slow
/// consumer.
///
/// A consumer that waits is resumed for the first token at once. Where tokens follow one another within less than four
/// milliseconds, it is resumed at most once in that time, as each time takes some of the processors' time from the model.
public struct GenerationStream: AsyncSequence, Sendable {
  /// The events of the stream.
  public typealias Element = GenerationEvent
  /// The error type; all errors are ``InferenceError``.
  public typealias Failure = any Error

  let reader: EventBuffer.Reader

  /// True if the request has failed, as one does at once that is invalid or finds the queue full.
  package var isRefused: Bool { reader.hasFailed }

  /// Ends the generation.
  package func cancel() { reader.cancel() }

  /// Returns the statistics of the request until its last event or now, if it has not ended.
  ///
  /// - Parameter generatedTokens: The number of tokens that the consumer counts, which may be fewer than there are.
  /// - Returns: The statistics, with that number of generated tokens.
  package func statistics(generatedTokens: Int) -> RequestStatistics {
    var statistics = reader.statistics
    statistics.tokenStatistics.generatedTokens = Swift.min(generatedTokens, statistics.generatedTokens)
    return statistics
  }

  /// Starts the iteration; a stream has one.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader) }

  /// An iterator over the events of a stream.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let reader: EventBuffer.Reader
    /// The events that have been taken from the buffer, and the number of those that have been returned.
    private var taken: [GenerationEvent] = []
    private var returnedCount = 0

    fileprivate init(reader: EventBuffer.Reader) { self.reader = reader }

    /// Waits for the next event.
    ///
    /// - Parameter actor: The actor on which to resume.
    /// - Returns: The event; nil at the end.
    /// - Throws: ``InferenceError``.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> GenerationEvent? {
      if returnedCount == taken.count {
        (taken, returnedCount) = ([], 0)
        taken = try await reader.next(isolation: actor)
        if taken.isEmpty { return nil }
      } else if Task.isCancelled {
        reader.cancel()
      }
      returnedCount += 1
      return taken[returnedCount - 1]
    }
  }
}
