import SwiftletChatTemplates
import SwiftletInference

extension SamplingParameters {
  /// The parameters for a request's options; what they leave open is as it is in others.
  init(_ options: GenerationOptions, over defaults: SamplingParameters = .standard) {
    self = defaults
    if let temperature = options.temperature {
      // What is below zero, or no number at all, can only mean: no chance.
      self.temperature = temperature > 0 ? Float(temperature) : 0
    }
    guard let kind = options.samplingMode?.kind else { return }
    removeBounds()
    switch kind {
    case .greedy: (temperature, dynamicTemperature) = (0, nil)
    case .randomTopK(let count, let seed):
      // 0 would switch the bound off, and nothing can be picked among less than one token.
      (topK, self.seed) = (max(1, count), seed ?? self.seed)
    case .randomProbabilityThreshold(let threshold, let seed):
      (topP, self.seed) = (threshold >= 0 ? Float(min(1, threshold)) : 0, seed ?? self.seed)
    }
  }

  /// Lets all tokens be chosen.
  private mutating func removeBounds() {
    (topK, topP, minP, typicalP, topNSigma) = (0, 1, 0, 1, 0)
    (xtc, mirostat) = (nil, nil)
  }
}

extension LanguageModelError {
  /// The error that stands for one of the engine; `nil` for those that reach the caller as they are.
  init?(_ error: InferenceError) {
    switch error {
    case .promptTooLong(let tokens, let contextSize):
      self = .contextSizeExceeded(
        .init(
          contextSize: contextSize, tokenCount: tokens,
          debugDescription: "the conversation has \(tokens) tokens, the context has room for \(contextSize)"))
    case .tooManyRequests:
      self = .rateLimited(.init(resetDate: nil, debugDescription: "\(error)"))
    default: return nil
    }
  }
}

extension ReasoningEffort {
  /// What templates call a level; a level of the caller's own reaches them as it is, and `off` and `none` switch thinking
  /// off.
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
  /// What a request says about tools.
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
