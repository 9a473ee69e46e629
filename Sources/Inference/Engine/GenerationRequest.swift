public import SwiftletGuides
public import SwiftletTokenizers

/// A request to generate tokens.
public struct GenerationRequest: Sendable {
  /// The tokens of the whole conversation; the engine reuses the longest cached prefix.
  public var prompt: [TokenID]
  /// The embedding runs of the prompt, whose placeholders are in ``prompt``; nil for a prompt of tokens only.
  private(set) var embeddings: PromptEmbeddings?
  /// The length of the prefix that other prompts share, such as instructions, if the caller knows it.
  ///
  /// Models that need prefix checkpoints (``InferenceEngine/requiresPrefixCheckpoints``) store one there.
  public var sharedPrefixLength: Int?
  /// The sampling parameters.
  public var sampling: SamplingParameters
  /// The maximum number of tokens to generate: nil for as many as the context holds, 0 to only prefill the prompt.
  public var maximumTokens: Int?
  /// The LoRA adapter; see ``InferenceEngine/loadAdapter(contentsOf:)``.
  public var adapter: LowRankAdapter?
  /// The guide that constrains the answer; nil for none.
  ///
  /// A guided answer is never cut off: as the tokens run out, only those are allowed that can still complete it.
  public var guide: Guide?
  /// The reasoning budget; nil for no limit.
  public var reasoningLimit: ReasoningLimit?
  /// The log-probabilities to report; nil for none.
  public var logProbabilities: LogProbabilityRequest?
  /// True if the progress of the prefill is reported; see ``GenerationEvent/prefilling(tokens:cached:processed:)``.
  public var reportsProgress = false
  /// The priority, by which waiting requests are ordered and concurrent prompts share the prefill budget.
  public var priority: TaskPriority

  /// Creates a request; its priority is that of the task that creates it, unless one is given.
  public init(
    prompt: [TokenID], sharedPrefixLength: Int? = nil, sampling: SamplingParameters = SamplingParameters(),
    maximumTokens: Int? = nil, adapter: LowRankAdapter? = nil, guide: Guide? = nil,
    reasoningLimit: ReasoningLimit? = nil, logProbabilities: LogProbabilityRequest? = nil,
    priority: TaskPriority = Task.currentPriority
  ) {
    self.prompt = prompt
    embeddings = nil
    self.sharedPrefixLength = sharedPrefixLength
    self.sampling = sampling
    self.maximumTokens = maximumTokens
    self.adapter = adapter
    self.guide = guide
    self.reasoningLimit = reasoningLimit
    self.logProbabilities = logProbabilities
    self.priority = priority
  }

  /// Creates a request whose prompt has runs of embedding rows, such as those of pictures; see ``PromptRun``.
  ///
  /// ``prompt`` has a negative number for each row, so that counts and indices are those of all rows. The other
  /// properties are those of a plain request.
  public init(runs: [PromptRun], priority: TaskPriority = Task.currentPriority) {
    (prompt, embeddings) = PromptEmbeddings.make(runs)
    (sampling, self.priority) = (SamplingParameters(), priority)
  }
}

extension GenerationRequest {
  /// The tokens whose prefix may come from the prefix cache.
  ///
  /// The logits of a prompt whose log-probabilities are reported have to be computed.
  var reusableTokens: [TokenID] {
    logProbabilities?.ofPrompt == true ? Array(prompt.prefix(1)) : prompt
  }

  /// Replaces the prompt by one with runs of embedding rows.
  public mutating func setPrompt(_ runs: [PromptRun]) { (prompt, embeddings) = PromptEmbeddings.make(runs) }

  /// The first token of the prompt that is not in the vocabulary; placeholders of embedding rows do not count.
  func strayToken(vocabularyCount: Int) -> TokenID? {
    prompt.first { !(0..<vocabularyCount).contains($0) && (embeddings == nil || $0 >= 0) }
  }

  /// The largest number of tokens of the prompt, at most `count`, that does not divide a bidirectional run.
  func wholeCount(_ count: Int) -> Int { embeddings?.wholeCount(count) ?? count }

  /// The number of tokens that fit into a context after the prompt; the last of them is not run.
  func maximumAnswerLength(contextSize: Int) -> Int { contextSize - prompt.count + 1 }
}

extension TaskPriority {
  /// The weight of a request in the prefill budget.
  var weight: Int {
    switch self {
    case ...TaskPriority.background: 1
    case ...TaskPriority.utility: 2
    case ...TaskPriority.medium: 4
    default: 8
    }
  }
}

/// An event of a request.
public enum GenerationEvent: Sendable, Equatable {
  /// A part of the prompt has been prefilled: `processed` of its tokens, with the `cached` ones of the prefix cache.
  ///
  /// The first event comes before the prefill, the last one at its end; only for requests that ask for it.
  case prefilling(tokens: Int, cached: Int, processed: Int)
  /// The prompt has been prefilled; `cached` of its tokens came from the prefix cache.
  case prefilled(tokens: Int, cached: Int)
  /// A token of the prompt, with its log-probability; all of them come in order, before ``prefilled(tokens:cached:)``.
  case promptLogProbability(TokenLogProbability)
  /// The log-probability of the token that the next event reports.
  case logProbability(TokenLogProbability)
  /// A token was generated. The end-of-generation token is not reported.
  case token(TokenID)
  /// The statistics of the request; the last event but one.
  case statistics(RequestStatistics)
  /// The generation has ended; the last event.
  case finished(FinishReason)
}

/// The reason that a generation ended.
public enum FinishReason: Sendable, Hashable {
  /// The model generated an end-of-generation token, or a guide was completed.
  case endOfGeneration
  /// The request's limit was reached.
  case maximumTokens
  /// No position is left in the context.
  case contextFull
  /// A stop sequence was found in the text by the consumer of the tokens.
  case stopSequence(String)

  /// The name in statistics.
  public var name: String {
    switch self {
    case .endOfGeneration: "endOfGeneration"
    case .maximumTokens: "maximumTokens"
    case .contextFull: "contextFull"
    case .stopSequence: "stopText"
    }
  }
}
