public import SwiftletGuides
public import SwiftletTokenizers

/// What an engine is asked to generate.
public struct GenerationRequest: Sendable {
  /// The whole conversation; the engine finds and re-uses the longest part of it that it has read before.
  public var prompt: [TokenID]
  /// How many tokens of the prompt other conversations begin with too, as far as the caller knows, such as instructions.
  ///
  /// Models that can only go on from places that were kept (``InferenceEngine/goesOnFromKeptPlaces``) then keep that one.
  public var sharedCount: Int?
  /// How tokens are chosen.
  public var sampling: SamplingParameters
  /// The most tokens to generate: nil for as many as the context holds, 0 to read the prompt only.
  public var maximumTokens: Int?
  /// The adapter that the model is run with; see ``InferenceEngine/loadAdapter(contentsOf:)``.
  public var adapter: LowRankAdapter?
  /// What the answer has to be; nil for anything.
  ///
  /// Such an answer is never cut off: as the tokens run out, those are chosen that can still finish it.
  public var guide: Guide?
  /// How long the model may think before it answers; nil for as long as it likes.
  public var reasoningLimit: ReasoningLimit?
  /// Which of several requests are served first, and how prompts that are read at once share the time.
  public var priority: TaskPriority

  /// Creates a request; its priority is that of the task that creates it, unless one is given.
  public init(
    prompt: [TokenID], sharedCount: Int? = nil, sampling: SamplingParameters = SamplingParameters(),
    maximumTokens: Int? = nil, adapter: LowRankAdapter? = nil, guide: Guide? = nil,
    reasoningLimit: ReasoningLimit? = nil, priority: TaskPriority = Task.currentPriority
  ) {
    self.prompt = prompt
    self.sharedCount = sharedCount
    self.sampling = sampling
    self.maximumTokens = maximumTokens
    self.adapter = adapter
    self.guide = guide
    self.reasoningLimit = reasoningLimit
    self.priority = priority
  }
}

extension GenerationRequest {
  /// How many tokens a context has room for after the prompt; the last of them need not be run.
  func room(contextSize: Int) -> Int { contextSize - prompt.count + 1 }
}

extension TaskPriority {
  /// The part of the time for reading that a request gets if others read too.
  var weight: Int {
    switch self {
    case ...TaskPriority.background: 1
    case ...TaskPriority.utility: 2
    case ...TaskPriority.medium: 4
    default: 8
    }
  }
}

/// What happens while a request is served.
public enum GenerationEvent: Sendable, Equatable {
  /// The prompt has been read; `cached` of its tokens were known from before.
  case promptRead(tokens: Int, cached: Int)
  /// A token was chosen. The token that ends the generation is not reported.
  case token(TokenID)
  /// What serving the request took; the last event but one.
  case statistics(RequestStatistics)
  /// Nothing more follows.
  case finished(FinishReason)
}

/// Why a generation ended.
public enum FinishReason: String, Sendable {
  /// The model chose a token that ends its turn.
  case endOfGeneration
  /// The request's limit was reached.
  case maximumTokens
  /// No position is left in the context.
  case contextFull
  /// A text came that whoever reads the tokens wanted to stop at.
  case stopText
}

/// The events of a request, as they happen.
///
/// Giving up the iteration, or cancelling the task that iterates, stops the generation; a cancelled task sees the
/// stream end without ``GenerationEvent/finished(_:)``. A slow reader does not hold the engine up: events wait for it.
public struct GenerationStream: AsyncSequence, Sendable {
  /// What the stream delivers.
  public typealias Element = GenerationEvent
  /// An ``InferenceError``.
  public typealias Failure = any Error

  let events: AsyncThrowingStream<GenerationEvent, any Error>

  /// Starts the iteration; a stream has one.
  public func makeAsyncIterator() -> AsyncThrowingStream<GenerationEvent, any Error>.Iterator {
    events.makeAsyncIterator()
  }
}
