#if canImport(FoundationModels, _version: 2.0.62)
  import FoundationModels
  import Swiftlet

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension Swiftlet.GenerationOptions {
    /// Creates Swiftlet's options from the system's.
    init(_ options: FoundationModels.GenerationOptions) throws(UnsupportedValue) {
      self.init(
        samplingMode: try Self.samplingMode(options.samplingMode), temperature: options.temperature,
        maximumResponseTokens: options.maximumResponseTokens,
        toolCallingMode: try Self.toolCallingMode(options.toolCallingMode))
    }

    private static func samplingMode(
      _ mode: FoundationModels.GenerationOptions.SamplingMode?
    ) throws(UnsupportedValue) -> SamplingMode? {
      guard let mode else { return nil }
      switch mode.kind {
      case .greedy: return .greedy
      case .randomTopK(let count, let seed): return .random(top: count, seed: seed)
      case .randomProbabilityThreshold(let threshold, let seed):
        return .random(probabilityThreshold: threshold, seed: seed)
      @unknown default:
        throw UnsupportedValue(description: "sampling mode \(mode.kind), expected one of release 27")
      }
    }

    private static func toolCallingMode(
      _ mode: FoundationModels.GenerationOptions.ToolCallingMode?
    ) throws(UnsupportedValue) -> ToolCallingMode? {
      guard let mode else { return nil }
      switch mode.kind {
      case .allowed: return .allowed
      case .required: return .required
      case .disallowed: return .disallowed
      @unknown default:
        throw UnsupportedValue(description: "tool calling mode \(mode.kind), expected one of release 27")
      }
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension Swiftlet.ContextOptions {
    /// Creates Swiftlet's options from the system's.
    init(_ options: FoundationModels.ContextOptions) throws(UnsupportedValue) {
      self.init(
        includeSchemaInPrompt: options.includeSchemaInPrompt,
        reasoningLevel: try Self.reasoningLevel(options.reasoningLevel))
    }

    private static func reasoningLevel(
      _ level: FoundationModels.ContextOptions.ReasoningLevel?
    ) throws(UnsupportedValue) -> ReasoningLevel? {
      guard let level else { return nil }
      switch level {
      case .light: return .light
      case .moderate: return .moderate
      case .deep: return .deep
      case .custom(let name): return .custom(name)
      @unknown default:
        throw UnsupportedValue(description: "reasoning level \(level), expected one of release 27")
      }
    }
  }
#endif
