extension LanguageModelSession {
  /// A complete answer.
  public struct Response<Content> where Content: Generable {
    /// What was answered.
    public let content: Content

    /// What was answered, before it became a value of its type; for text, the text.
    public let rawContent: GeneratedContent

    /// The entries that the request added to the transcript, beginning with the prompt.
    ///
    /// The slice's indices are the entries' positions in the session's transcript.
    public let transcriptEntries: ArraySlice<Transcript.Entry>

    /// The tokens that the request took, all its steps together.
    public let usage: Usage

    init(_ progress: Progress) throws {
      self.init(progress, content: try Content(progress.content))
    }

    /// Joins a value with what it was made of.
    init(_ progress: Progress, content: Content) {
      self.content = content
      rawContent = progress.content
      transcriptEntries = progress.entries
      usage = progress.usage
    }
  }

  /// How many tokens were taken.
  public struct Usage: Sendable {
    /// The tokens read.
    public var input: Input

    /// The tokens made.
    public var output: Output

    /// What the model's provider tells about them; of several counts that are added up, the last word on each name.
    public var metadata: [String: GeneratedContent]

    /// The tokens read and made.
    public var totalTokenCount: Int { input.totalTokenCount + output.totalTokenCount }

    /// Creates a count.
    ///
    /// - Parameters:
    ///   - input: The tokens read.
    ///   - output: The tokens made.
    ///   - metadata: What the model's provider tells about them.
    public init(input: Input, output: Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]) {
      self.input = input
      self.output = output
      self.metadata = metadata.mapValues { $0.generatedContent }
    }

    /// The tokens that requests made the model read.
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

extension LanguageModelSession.Response: Sendable where Content: Sendable {}

extension LanguageModelSession.Usage {
  /// No tokens at all.
  static let none = Self(
    input: Input(totalTokenCount: 0, cachedTokenCount: 0), output: Output(totalTokenCount: 0, reasoningTokenCount: 0))

  /// The count that an executor stated.
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
