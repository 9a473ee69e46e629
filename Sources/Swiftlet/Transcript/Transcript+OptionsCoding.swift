extension Transcript {
  /// The coded form of generation options; missing values are omitted.
  struct CodedOptions: Codable {
    private var temperature: Double?
    private var maximumResponseTokens: Int?
    private var topK: Int?
    private var randomSeed: UInt64?
    private var toolCallingMode: Mode?
    // The names of these two are not Apple's, as no file with such options is known.
    private var probabilityThreshold: Double?
    private var greedy: Bool?

    private enum Mode: String, Codable {
      case allowed, required, disallowed
    }

    init(_ options: GenerationOptions) {
      temperature = options.temperature
      maximumResponseTokens = options.maximumResponseTokens
      switch options.samplingMode?.kind {
      case .greedy: greedy = true
      case .randomTopK(let count, let seed): (topK, randomSeed) = (count, seed)
      case .randomProbabilityThreshold(let threshold, let seed): (probabilityThreshold, randomSeed) = (threshold, seed)
      case nil: break
      }
      switch options.toolCallingMode?.kind {
      case .allowed: toolCallingMode = .allowed
      case .required: toolCallingMode = .required
      case .disallowed: toolCallingMode = .disallowed
      case nil: break
      }
    }

    var options: GenerationOptions {
      var sampling: GenerationOptions.SamplingMode?
      if greedy == true { sampling = .greedy }
      if let topK { sampling = .random(top: topK, seed: randomSeed) }
      if let probabilityThreshold { sampling = .random(probabilityThreshold: probabilityThreshold, seed: randomSeed) }
      let tools: GenerationOptions.ToolCallingMode? =
        switch toolCallingMode {
        case .allowed: .allowed
        case .required: .required
        case .disallowed: .disallowed
        case nil: nil
        }
      return GenerationOptions(
        samplingMode: sampling, temperature: temperature, maximumResponseTokens: maximumResponseTokens,
        toolCallingMode: tools)
    }
  }

  /// The coded form of context options; missing values are omitted.
  struct CodedContextOptions: Codable {
    private var includeSchemaInPrompt: Bool?
    private var reasoningLevel: String?

    init(_ options: ContextOptions) {
      includeSchemaInPrompt = options.includeSchemaInPrompt
      reasoningLevel =
        switch options.reasoningLevel {
        case .light: "light"
        case .moderate: "moderate"
        case .deep: "deep"
        case .custom(let name): name
        case nil: nil
        }
    }

    var options: ContextOptions {
      let level: ContextOptions.ReasoningLevel? = reasoningLevel.map {
        switch $0 {
        case "light": .light
        case "moderate": .moderate
        case "deep": .deep
        default: .custom($0)
        }
      }
      return ContextOptions(includeSchemaInPrompt: includeSchemaInPrompt, reasoningLevel: level)
    }
  }
}
