extension LanguageModelSession {
  /// An answer while it is being made.
  ///
  /// The request begins when the stream is first read. It ends early when the task that reads is cancelled, or when
  /// nobody reads any more: at once if the stream itself is gone as well, else after half a second, so that reading by
  /// hand may be followed by ``collect()``.
  public struct ResponseStream<Content> where Content: Sendable {
    private let production: StreamProduction
    private let owner: StreamProduction.Owner
    private let content: @Sendable (String) throws -> Content

    init(production: StreamProduction, content: @escaping @Sendable (String) throws -> Content) {
      self.production = production
      self.content = content
      owner = StreamProduction.Owner(production)
    }

    /// Reads the rest of the stream.
    ///
    /// It may be called before, during and after iteration; after the end it returns at once.
    ///
    /// - Returns: The complete answer, or what there is of it if iteration was left early.
    /// - Throws: The error with which the request failed.
    public nonisolated(nonsending) func collect() async throws -> sending Response<Content> {
      let consumer = StreamProduction.Consumer(production)
      let result = try await consumer.result()
      return Response(
        content: try content(result.text), transcriptEntries: result.entries, usage: result.usage)
    }
  }
}

extension LanguageModelSession.ResponseStream: AsyncSequence {
  /// The answer so far.
  public typealias Element = LanguageModelSession.ResponseStream<Content>.Snapshot

  /// Makes an iterator over the snapshots that have not been read.
  ///
  /// - Returns: The iterator.
  public func makeAsyncIterator() -> LanguageModelSession.ResponseStream<Content>.AsyncIterator {
    AsyncIterator(consumer: StreamProduction.Consumer(production), content: content)
  }

  /// The answer so far: not what is new in it, but all of it.
  public struct Snapshot {
    /// What has been answered.
    public var content: Content

    /// The entries that the request has added to the transcript, beginning with the prompt.
    public var transcriptEntries: ArraySlice<Transcript.Entry>

    /// The tokens that the request has taken.
    public var usage: LanguageModelSession.Usage
  }

  /// Reads the snapshots of a stream.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// The answer so far.
    public typealias Element = LanguageModelSession.ResponseStream<Content>.Snapshot

    let consumer: StreamProduction.Consumer
    let content: @Sendable (String) throws -> Content
    private var isAtEnd = false

    init(consumer: StreamProduction.Consumer, content: @escaping @Sendable (String) throws -> Content) {
      self.consumer = consumer
      self.content = content
    }

    /// Waits for the next snapshot.
    ///
    /// A reader that is slower than the model by many snapshots misses the oldest of them.
    ///
    /// - Parameter actor: The actor on which to go on.
    /// - Returns: The answer so far, or `nil` when it is complete.
    /// - Throws: The error with which the request failed.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> LanguageModelSession.ResponseStream<Content>.Snapshot? {
      guard !isAtEnd else { return nil }
      do {
        guard let progress = try await consumer.next(isolation: actor) else {
          isAtEnd = true
          return nil
        }
        return Snapshot(
          content: try content(progress.text), transcriptEntries: progress.entries, usage: progress.usage)
      } catch {
        isAtEnd = true
        throw error
      }
    }
  }
}
