/// Sampling options and the limit on the answer's length.
///
/// A value of `nil` selects the model's default, which ``GGUFLanguageModel`` documents for its models.
public struct GenerationOptions: Sendable, Equatable {
  /// The sampling mode.
  public var samplingMode: SamplingMode?

  /// The sampling temperature; 0 selects the most likely token, 1 leaves the model's distribution unchanged.
  public var temperature: Double?

  /// The maximum number of tokens in the response, which is truncated there without an error.
  ///
  /// A truncated response with a schema does not match it, so the request fails with
  /// ``GeneratedContent/ParsingError``.
  public var maximumResponseTokens: Int?

  /// The tool calling mode: the model may, must, or must not call tools.
  public var toolCallingMode: ToolCallingMode?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - samplingMode: The sampling mode.
  ///   - temperature: The sampling temperature.
  ///   - maximumResponseTokens: The maximum number of tokens in the response.
  public init(samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil) {
    self.samplingMode = samplingMode
    self.temperature = temperature
    self.maximumResponseTokens = maximumResponseTokens
  }
}

extension GenerationOptions {
  /// Creates options with a tool calling mode.
  ///
  /// - Parameters:
  ///   - samplingMode: The sampling mode.
  ///   - temperature: The sampling temperature.
  ///   - maximumResponseTokens: The maximum number of tokens in the response.
  ///   - toolCallingMode: The permission to call tools: allowed, required or disallowed.
  public init(
    samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil,
    toolCallingMode: ToolCallingMode?
  ) {
    self.samplingMode = samplingMode
    self.temperature = temperature
    self.maximumResponseTokens = maximumResponseTokens
    self.toolCallingMode = toolCallingMode
  }

  /// The tool calling mode of a request.
  public struct ToolCallingMode: Sendable, Equatable {
    /// The kind of the mode.
    public var kind: Kind

    /// The kind of a tool calling mode.
    public enum Kind: Sendable, Equatable, Hashable {
      /// The model decides.
      case allowed
      /// The model has to call a tool.
      case required
      /// No tools are available to the model.
      case disallowed
    }

    /// The model decides, which is the default.
    public static let allowed = ToolCallingMode(kind: .allowed)

    /// The model has to call a tool in every step, so the request runs until a tool throws or the mode changes.
    ///
    /// A request without tools fails.
    public static let required = ToolCallingMode(kind: .required)

    /// No tools are available to the model in this request.
    public static let disallowed = ToolCallingMode(kind: .disallowed)
  }

  /// Returns these options with missing values taken from others.
  func filled(from others: GenerationOptions) -> GenerationOptions {
    GenerationOptions(
      samplingMode: samplingMode ?? others.samplingMode, temperature: temperature ?? others.temperature,
      maximumResponseTokens: maximumResponseTokens ?? others.maximumResponseTokens,
      toolCallingMode: toolCallingMode ?? others.toolCallingMode)
  }
}

// MARK: - Compatibility with the first release

extension GenerationOptions {
  /// The sampling mode, under its name in the first release.
  @available(*, deprecated, renamed: "samplingMode")
  public var sampling: SamplingMode? {
    get { samplingMode }
    set { samplingMode = newValue }
  }

  /// Creates options with the parameter name of the first release.
  ///
  /// - Parameters:
  ///   - sampling: The sampling mode.
  ///   - temperature: The sampling temperature.
  ///   - maximumResponseTokens: The maximum number of tokens in the response.
  @available(*, deprecated, renamed: "init(samplingMode:temperature:maximumResponseTokens:)")
  public init(sampling: SamplingMode?, temperature: Double? = nil, maximumResponseTokens: Int? = nil) {
    self.init(samplingMode: sampling, temperature: temperature, maximumResponseTokens: maximumResponseTokens)
  }
}

// MARK: - Sampling

extension GenerationOptions {
  /// A method of sampling the next token.
  public struct SamplingMode: Sendable, Equatable {
    /// The method with its parameters.
    public let kind: Kind

    /// The sampling methods.
    public enum Kind: Sendable, Equatable {
      /// Greedy sampling: the most probable token.
      case greedy
      /// Top-k sampling.
      case randomTopK(_: Int, seed: UInt64?)
      /// Top-p (nucleus) sampling.
      case randomProbabilityThreshold(_: Double, seed: UInt64?)
    }

    /// Greedy sampling, which is deterministic.
    public static var greedy: SamplingMode { SamplingMode(kind: .greedy) }

    /// Samples from the most probable tokens (top-k).
    ///
    /// - Parameters:
    ///   - k: The number of candidate tokens.
    ///   - seed: The random seed, for reproducible output; `nil` for a new seed each time.
    /// - Returns: The sampling mode.
    public static func random(top k: Int, seed: UInt64? = nil) -> SamplingMode {
      SamplingMode(kind: .randomTopK(k, seed: seed))
    }

    /// Samples from the smallest set of tokens that reaches a total probability (top-p).
    ///
    /// - Parameters:
    ///   - probabilityThreshold: The total probability of the candidate tokens, from 0 to 1.
    ///   - seed: The random seed, for reproducible output; `nil` for a new seed each time.
    /// - Returns: The sampling mode.
    public static func random(probabilityThreshold: Double, seed: UInt64? = nil) -> SamplingMode {
      SamplingMode(kind: .randomProbabilityThreshold(probabilityThreshold, seed: seed))
    }
  }
}
