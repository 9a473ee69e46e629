/// How a model should pick its words, and how many.
///
/// Everything that is `nil` is left to the model. ``GGUFLanguageModel`` documents what it then does.
public struct GenerationOptions: Sendable, Equatable {
  /// How the next token is picked from the probabilities that the model computes.
  public var samplingMode: SamplingMode?

  /// How much chance plays a part: 0 is none, 1 is as much as the model was trained for.
  public var temperature: Double?

  /// The greatest number of tokens in the response, which then ends in mid-sentence and without an error.
  ///
  /// A response with a schema that is cut short does not have the form asked for, so the request fails with
  /// ``GeneratedContent/ParsingError``.
  public var maximumResponseTokens: Int?

  /// Whether the model may, must, or must not call tools.
  public var toolCallingMode: ToolCallingMode?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - samplingMode: How the next token is picked.
  ///   - temperature: How much chance plays a part.
  ///   - maximumResponseTokens: The greatest number of tokens in the response.
  public init(samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil) {
    self.samplingMode = samplingMode
    self.temperature = temperature
    self.maximumResponseTokens = maximumResponseTokens
  }
}

extension GenerationOptions {
  /// Creates options that say how tools are dealt with.
  ///
  /// - Parameters:
  ///   - samplingMode: How the next token is picked.
  ///   - temperature: How much chance plays a part.
  ///   - maximumResponseTokens: The greatest number of tokens in the response.
  ///   - toolCallingMode: Whether the model may, must, or must not call tools.
  public init(
    samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil,
    toolCallingMode: ToolCallingMode?
  ) {
    self.samplingMode = samplingMode
    self.temperature = temperature
    self.maximumResponseTokens = maximumResponseTokens
    self.toolCallingMode = toolCallingMode
  }

  /// Whether a model may call tools.
  public struct ToolCallingMode: Sendable, Equatable {
    /// Which of the three it is.
    public var kind: Kind

    /// The three modes.
    public enum Kind: Sendable, Equatable, Hashable {
      /// The model decides.
      case allowed
      /// The model has to call a tool.
      case required
      /// The model is offered no tools.
      case disallowed
    }

    /// The model decides, which is what happens if nothing is said.
    public static let allowed = ToolCallingMode(kind: .allowed)

    /// The model has to call a tool in every step, so the request goes on until a tool throws or the mode changes.
    ///
    /// A request without tools fails.
    public static let required = ToolCallingMode(kind: .required)

    /// The model is offered no tools in this request.
    public static let disallowed = ToolCallingMode(kind: .disallowed)
  }

  /// These options, with what they leave open taken from others.
  func filled(from others: GenerationOptions) -> GenerationOptions {
    GenerationOptions(
      samplingMode: samplingMode ?? others.samplingMode, temperature: temperature ?? others.temperature,
      maximumResponseTokens: maximumResponseTokens ?? others.maximumResponseTokens,
      toolCallingMode: toolCallingMode ?? others.toolCallingMode)
  }
}

// MARK: - The spelling of the first release

extension GenerationOptions {
  /// How the next token is picked, under its first name.
  @available(*, deprecated, renamed: "samplingMode")
  public var sampling: SamplingMode? {
    get { samplingMode }
    set { samplingMode = newValue }
  }

  /// Creates options, with the first name of the sampling mode.
  ///
  /// - Parameters:
  ///   - sampling: How the next token is picked.
  ///   - temperature: How much chance plays a part.
  ///   - maximumResponseTokens: The greatest number of tokens in the response.
  @available(*, deprecated, renamed: "init(samplingMode:temperature:maximumResponseTokens:)")
  public init(sampling: SamplingMode?, temperature: Double? = nil, maximumResponseTokens: Int? = nil) {
    self.init(samplingMode: sampling, temperature: temperature, maximumResponseTokens: maximumResponseTokens)
  }
}

// MARK: - Sampling

extension GenerationOptions {
  /// A way of picking the next token.
  public struct SamplingMode: Sendable, Equatable {
    /// Which way it is, with its parameters.
    public let kind: Kind

    /// The ways there are.
    public enum Kind: Sendable, Equatable {
      /// Always the most probable token.
      case greedy
      /// A chance among so many of the most probable tokens.
      case randomTopK(_: Int, seed: UInt64?)
      /// A chance among the fewest tokens whose probabilities add up to so much.
      case randomProbabilityThreshold(_: Double, seed: UInt64?)
    }

    /// Always the most probable token, so that equal requests get equal responses.
    public static var greedy: SamplingMode { SamplingMode(kind: .greedy) }

    /// Picks by chance among the most probable tokens.
    ///
    /// - Parameters:
    ///   - k: How many tokens take part.
    ///   - seed: What makes the chance repeatable, or `nil` for a different response each time.
    /// - Returns: The sampling mode.
    public static func random(top k: Int, seed: UInt64? = nil) -> SamplingMode {
      SamplingMode(kind: .randomTopK(k, seed: seed))
    }

    /// Picks by chance among the fewest tokens that together are probable enough.
    ///
    /// - Parameters:
    ///   - probabilityThreshold: The sum, from 0 to 1, that the probabilities of these tokens have to reach.
    ///   - seed: What makes the chance repeatable, or `nil` for a different response each time.
    /// - Returns: The sampling mode.
    public static func random(probabilityThreshold: Double, seed: UInt64? = nil) -> SamplingMode {
      SamplingMode(kind: .randomProbabilityThreshold(probabilityThreshold, seed: seed))
    }
  }
}
