extension LanguageModelExecutorGenerationChannel {
  /// How many tokens a step has taken so far.
  public struct Usage: Sendable {
    /// The tokens read.
    public var input: Input

    /// The tokens made.
    public var output: Output

    /// What else there is to tell about them.
    public var metadata: [String: GeneratedContent]

    /// Creates a count.
    ///
    /// - Parameters:
    ///   - input: The tokens read.
    ///   - output: The tokens made.
    ///   - metadata: What else there is to tell about them.
    public init(input: Input, output: Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]) {
      self.input = input
      self.output = output
      self.metadata = metadata.mapValues { $0.generatedContent }
    }

    /// The tokens that a request made the model read.
    public struct Input: Sendable {
      /// All of them.
      public var totalTokenCount: Int

      /// Those among them that were known from earlier requests.
      public var cachedTokenCount: Int

      /// Creates a count.
      ///
      /// - Parameters:
      ///   - totalTokenCount: All tokens read.
      ///   - cachedTokenCount: Those among them that were known.
      public init(totalTokenCount: Int, cachedTokenCount: Int) {
        self.totalTokenCount = totalTokenCount
        self.cachedTokenCount = cachedTokenCount
      }
    }

    /// The tokens that a model made.
    public struct Output: Sendable {
      /// All of them.
      public var totalTokenCount: Int

      /// Those among them that were thought and not said.
      public var reasoningTokenCount: Int

      /// Creates a count.
      ///
      /// - Parameters:
      ///   - totalTokenCount: All tokens made.
      ///   - reasoningTokenCount: Those among them that were thought and not said.
      public init(totalTokenCount: Int, reasoningTokenCount: Int) {
        self.totalTokenCount = totalTokenCount
        self.reasoningTokenCount = reasoningTokenCount
      }
    }
  }
}
