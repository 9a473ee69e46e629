#if canImport(FoundationModels, _version: 2.0.62)
  import FoundationModels
  import Swiftlet

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension FoundationModels.LanguageModelCapabilities {
    /// Creates the capabilities that a model of Swiftlet has in the system's sessions: all of its own
    /// that the system knows, but vision.
    init(_ capabilities: Swiftlet.LanguageModelCapabilities) {
      let names: [Swiftlet.LanguageModelCapabilities.Capability] = [.guidedGeneration, .reasoning, .toolCalling]
      self.init(names.filter { capabilities.contains($0) }.compactMap { Capability($0) })
    }
  }

  @available(macOS 27, iOS 27, visionOS 27, *)
  extension FoundationModels.LanguageModelCapabilities.Capability {
    /// Creates the capability that one of Swiftlet's is; `nil` if the system has none like it.
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
