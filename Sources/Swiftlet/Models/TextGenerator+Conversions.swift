import SwiftletChatTemplates
import SwiftletInference

extension SamplingParameters {
  /// Creates the parameters of a request's options; values that are not set come from the defaults.
  init(_ options: GenerationOptions, over defaults: SamplingParameters = .standard) {
    self = defaults
    if let temperature = options.temperature {
      // Negative values and NaN select greedy decoding.
      self.temperature = temperature > 0 ? Float(temperature) : 0
    }
    guard let kind = options.samplingMode?.kind else { return }
    disableTruncation()
    switch kind {
    case .greedy: (temperature, dynamicTemperature) = (0, nil)
    case .randomTopK(let count, let seed):
      // 0 would disable top-k.
      (topK, self.seed) = (max(1, count), seed ?? self.seed)
    case .randomProbabilityThreshold(let threshold, let seed):
      (topP, self.seed) = (threshold >= 0 ? Float(min(1, threshold)) : 0, seed ?? self.seed)
    }
  }
}

extension ReasoningEffort {
  /// Creates the template's effort for a level; custom names are passed on, and `off` and `none` disable reasoning.
  init(_ level: ContextOptions.ReasoningLevel) {
    switch level {
    case .light: self = .level("low")
    case .moderate: self = .level("medium")
    case .deep: self = .level("high")
    case .custom("off"), .custom("none"): self = .off
    case .custom(let name): self = .level(name)
    }
  }
}

extension ToolChoice {
  /// Creates the tool choice of a request.
  init(_ request: LanguageModelExecutorGenerationRequest) {
    guard !request.enabledToolDefinitions.isEmpty else {
      self = .disallowed
      return
    }
    switch request.generationOptions.toolCallingMode?.kind {
    case .disallowed: self = .disallowed
    case .required: self = .required
    case .allowed, nil: self = .allowed
    }
  }
}
