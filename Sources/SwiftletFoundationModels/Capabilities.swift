#if canImport(FoundationModels, _version: 2.0.62)
  import FoundationModels
  import Swiftlet

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension FoundationModels.LanguageModelCapabilities {
    /// Creates the system's capabilities from those of a Swiftlet model: all that the system defines.
    init(_ capabilities: Swiftlet.LanguageModelCapabilities) {
      let names: [Swiftlet.LanguageModelCapabilities.Capability] = [
        .guidedGeneration, .reasoning, .toolCalling, .vision,
      ]
      self.init(names.filter { capabilities.contains($0) }.compactMap { Capability($0) })
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension FoundationModels.LanguageModelCapabilities.Capability {
    /// Creates the system's capability from Swiftlet's; `nil` if there is no counterpart.
    init?(_ capability: Swiftlet.LanguageModelCapabilities.Capability) {
      switch capability {
      case .guidedGeneration: self = .guidedGeneration
      case .reasoning: self = .reasoning
      case .toolCalling: self = .toolCalling
      case .vision: self = .vision
      default: return nil
      }
    }
  }
#endif
