extension LanguageModelSession {
  /// An answer while it is being made.
  ///
  /// The request begins when the stream is first read. It ends early when the task that reads is cancelled, or when
  /// nobody reads any more: at once if the stream itself is gone as well, else after half a second, so that reading by
  /// hand may be followed by ``collect()``.
  ///
  /// A request that ends without text, or with a value too small to be shown in parts, may have no snapshot at all.
  public struct ResponseStream<Content> where Content: Generable {
    private let production: StreamProduction
    private let owner: StreamProduction.Owner

    init(production: StreamProduction) {
      self.production = production
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
      return try Response(try await consumer.result())
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
    AsyncIterator(consumer: StreamProduction.Consumer(production))
  }

  /// The errors of the sequence.
  @_implements(AsyncSequence,Failure)
  public typealias __AsyncSequence_Failure = any Swift.Error

  /// The answer so far: not what is new in it, but all of it.
  ///
  /// The content's properties can be read as if they were the snapshot's, as sources for the first beta did, where
  /// elements of the stream were the content itself.
  @dynamicMemberLookup
  public struct Snapshot {
    /// What has been answered: of a generable type, the properties that have come so far.
    public var content: Content.PartiallyGenerated

    /// What has been answered, before it became a value of its type.
    public var rawContent: GeneratedContent

    /// The entries that the request has added to the transcript, beginning with the prompt.
    public var transcriptEntries: ArraySlice<Transcript.Entry>

    /// The tokens that the request has taken.
    public var usage: LanguageModelSession.Usage

    /// A property of the content.
    ///
    /// - Parameter keyPath: The way to the property.
    public subscript<Value>(dynamicMember keyPath: KeyPath<Content.PartiallyGenerated, Value>) -> Value {
      content[keyPath: keyPath]
    }
  }

  /// Reads the snapshots of a stream.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// The answer so far.
    public typealias Element = LanguageModelSession.ResponseStream<Content>.Snapshot

    let consumer: StreamProduction.Consumer
    private var isAtEnd = false

    /// The errors of the sequence.
    @_implements(AsyncIteratorProtocol,Failure)
    public typealias __AsyncIteratorProtocol_Failure = any Swift.Error

    init(consumer: StreamProduction.Consumer) {
      self.consumer = consumer
    }

    /// Waits for the next snapshot.
    ///
    /// A reader that is slower than the model misses snapshots: of all but short answers, it gets the newest when it asks.
    ///
    /// - Parameter actor: The actor on which to go on.
    /// - Returns: The answer so far, or `nil` when it is complete.
    /// - Throws: The error with which the request failed.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> LanguageModelSession.ResponseStream<Content>.Snapshot? {
      guard !isAtEnd else { return nil }
      do {
        while let progress = try await consumer.next(isolation: actor) {
          // What has come so far may be too little for the type, such as half the name of a case.
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
  /// The part of a value that some content holds, if it is enough to be read.
  fileprivate static func partial(_ content: GeneratedContent) -> Self.PartiallyGenerated? {
    func read<Partial: ConvertibleFromGeneratedContent>(_ type: Partial.Type) -> Partial? { try? Partial(content) }
    return read(PartiallyGenerated.self)
  }
}
