extension LanguageModelSession {
  /// A stream of snapshots of an answer while it is generated.
  ///
  /// The request starts when the stream is first read. It ends early when the reading task is cancelled, or when the
  /// stream has no reader left: immediately if the stream itself has been released too, else after half a second, so
  /// that manual iteration may be followed by ``collect()``.
  ///
  /// A request that ends without text, or with a value too small to have partial states, may have no snapshot.
  public struct ResponseStream<Content> where Content: Generable {
    private let production: StreamProduction
    private let owner: StreamProduction.Owner

    init(production: StreamProduction) {
      self.production = production
      owner = StreamProduction.Owner(production)
    }

    /// Creates the stream of a request, which starts when the stream is first read.
    init(_ session: LanguageModelSession, _ request: SessionRequest) {
      self.init(production: StreamProduction(session: session, request: request))
    }

    /// Reads the rest of the stream.
    ///
    /// It may be called before, during and after iteration; after the end it returns immediately.
    ///
    /// - Returns: The complete answer, or the partial answer if iteration was left early.
    /// - Throws: The error with which the request failed.
    public nonisolated(nonsending) func collect() async throws -> sending Response<Content> {
      let consumer = StreamProduction.Consumer(production)
      return try Response(try await consumer.result())
    }
  }
}

extension LanguageModelSession.ResponseStream: AsyncSequence {
  /// The answer so far.
  public typealias Element = LanguageModelSession.ResponseStream<Content>.Snapshot

  /// Creates an iterator over the unread snapshots.
  ///
  /// - Returns: The iterator.
  public func makeAsyncIterator() -> LanguageModelSession.ResponseStream<Content>.AsyncIterator {
    AsyncIterator(consumer: StreamProduction.Consumer(production))
  }

  /// The error type of the sequence.
  @_implements(AsyncSequence,Failure)
  public typealias __AsyncSequence_Failure = any Swift.Error

  /// The complete answer so far, not the change since the previous snapshot.
  ///
  /// The content's properties can be read through the snapshot, for source compatibility with the first beta, where
  /// elements of the stream were the content itself.
  @dynamicMemberLookup
  public struct Snapshot {
    /// The answer so far; for a generable type, the properties generated so far.
    public var content: Content.PartiallyGenerated

    /// The answer so far, before its conversion to the type.
    public var rawContent: GeneratedContent

    /// The entries that the request has added to the transcript, starting with the prompt.
    public var transcriptEntries: ArraySlice<Transcript.Entry>

    /// The token usage of the request so far.
    public var usage: LanguageModelSession.Usage

    /// A property of the content.
    ///
    /// - Parameter keyPath: The key path of the property.
    public subscript<Value>(dynamicMember keyPath: KeyPath<Content.PartiallyGenerated, Value>) -> Value {
      content[keyPath: keyPath]
    }
  }

  /// An iterator over the snapshots of a stream.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// The answer so far.
    public typealias Element = LanguageModelSession.ResponseStream<Content>.Snapshot

    let consumer: StreamProduction.Consumer
    private var isAtEnd = false

    /// The error type of the sequence.
    @_implements(AsyncIteratorProtocol,Failure)
    public typealias __AsyncIteratorProtocol_Failure = any Swift.Error

    init(consumer: StreamProduction.Consumer) {
      self.consumer = consumer
    }

    /// Waits for the next snapshot.
    ///
    /// A reader that is slower than the model misses snapshots: except for short answers, it receives the newest one.
    ///
    /// - Parameter actor: The actor on which to resume.
    /// - Returns: The answer so far, or `nil` when it is complete.
    /// - Throws: The error with which the request failed.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> LanguageModelSession.ResponseStream<Content>.Snapshot? {
      guard !isAtEnd else { return nil }
      do {
        while let progress = try await consumer.next(isolation: actor) {
          // The content so far may be too short for the type, such as a part of an enum case's name.
          guard let content = Content.partial(progress.content) else { continue }
          return Snapshot(
            content: content, rawContent: progress.content, transcriptEntries: progress.entries, usage: progress.usage)
        }
        isAtEnd = true
        return nil
      } catch {
        isAtEnd = true
        throw error
      }
    }
  }
}

extension Generable {
  /// The partially generated value of some content; `nil` if it cannot be converted yet.
  fileprivate static func partial(_ content: GeneratedContent) -> Self.PartiallyGenerated? {
    func read<Partial: ConvertibleFromGeneratedContent>(_ type: Partial.Type) -> Partial? { try? Partial(content) }
    return read(PartiallyGenerated.self)
  }
}
