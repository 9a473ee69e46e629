extension LanguageModelSession {
  /// A complete answer.
  public struct Response<Content> where Content: Generable {
    /// The answer.
    public let content: Content

    /// The answer before its conversion to the type; for text, the text.
    public let rawContent: GeneratedContent

    /// The entries that the request added to the transcript, starting with the prompt.
    ///
    /// The slice's indices are those of the session's transcript.
    public let transcriptEntries: ArraySlice<Transcript.Entry>

    /// The token usage of the request, summed over all its steps.
    public let usage: Usage

    init(_ progress: Progress) throws {
      self.init(progress, content: try Content(progress.content))
    }

    /// Creates a response from a converted value and the progress that it came from.
    init(_ progress: Progress, content: Content) {
      self.content = content
      rawContent = progress.content
      transcriptEntries = progress.entries
      usage = progress.usage
    }
  }

  /// The token usage of requests.
  public struct Usage: Sendable {
    /// The prompt tokens.
    public var input: Input

    /// The generated tokens.
    public var output: Output

    /// Additional usage values from the model's provider; in sums, the last value of each name.
    public var metadata: [String: GeneratedContent]

    /// The total number of prompt tokens and generated tokens.
    public var totalTokenCount: Int { input.totalTokenCount + output.totalTokenCount }

    /// Creates a count.
    ///
    /// - Parameters:
    ///   - input: The prompt tokens.
    ///   - output: The generated tokens.
    ///   - metadata: Additional usage values from the model's provider.
    public init(input: Input, output: Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]) {
      self.input = input
      self.output = output
      self.metadata = metadata.mapValues { $0.generatedContent }
    }

    /// The prompt tokens of requests.
    public struct Input: Sendable {
      /// The total number of tokens.
      public var totalTokenCount: Int

      /// The number of tokens reused from the prefix cache.
      public var cachedTokenCount: Int

      /// Creates a count.
      ///
      /// - Parameters:
      ///   - totalTokenCount: The number of prompt tokens.
      ///   - cachedTokenCount: The number of those reused from the prefix cache.
      public init(totalTokenCount: Int, cachedTokenCount: Int) {
        self.totalTokenCount = totalTokenCount
        self.cachedTokenCount = cachedTokenCount
      }
    }

    /// The generated tokens of a model.
    public struct Output: Sendable {
      /// The total number of tokens.
      public var totalTokenCount: Int

      /// The number of tokens spent on reasoning.
      public var reasoningTokenCount: Int

      /// Creates a count.
      ///
      /// - Parameters:
      ///   - totalTokenCount: The number of generated tokens.
      ///   - reasoningTokenCount: The number of those spent on reasoning.
      public init(totalTokenCount: Int, reasoningTokenCount: Int) {
        self.totalTokenCount = totalTokenCount
        self.reasoningTokenCount = reasoningTokenCount
      }
    }
  }
}

extension LanguageModelSession.Response: Sendable where Content: Sendable {}

extension LanguageModelSession.Usage {
  /// The usage of zero tokens.
  static let none = Self(
    input: Input(totalTokenCount: 0, cachedTokenCount: 0), output: Output(totalTokenCount: 0, reasoningTokenCount: 0))

  /// Creates the usage that an executor reported.
  init(_ usage: LanguageModelExecutorGenerationChannel.Usage) {
    input = Input(
      totalTokenCount: usage.input.totalTokenCount, cachedTokenCount: usage.input.cachedTokenCount)
    output = Output(
      totalTokenCount: usage.output.totalTokenCount, reasoningTokenCount: usage.output.reasoningTokenCount)
    metadata = usage.metadata
  }

  static func += (total: inout Self, part: Self) {
    total.input.totalTokenCount += part.input.totalTokenCount
    total.input.cachedTokenCount += part.input.cachedTokenCount
    total.output.totalTokenCount += part.output.totalTokenCount
    total.output.reasoningTokenCount += part.output.reasoningTokenCount
    total.metadata.merge(part.metadata) { $1 }
  }

  static func + (left: Self, right: Self) -> Self {
    var total = left
    total += right
    return total
  }
}
