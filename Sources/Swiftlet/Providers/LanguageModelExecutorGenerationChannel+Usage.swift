extension LanguageModelExecutorGenerationChannel {
  /// The token usage of a step so far.
  public struct Usage: Sendable {
    /// The prompt tokens.
    public var input: Input

    /// The generated tokens.
    public var output: Output

    /// Additional usage values from the model's provider.
    public var metadata: [String: GeneratedContent]

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

    /// The prompt tokens of a request.
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
