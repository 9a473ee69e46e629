import SwiftletChatTemplates
import SwiftletInference

extension SamplingParameters {
  /// The parameters for a request's options, with the defaults that ``GGUFLanguageModel`` documents.
  init(_ options: GenerationOptions) {
    self.init(temperature: 0.7, topK: 40, topP: 0.95)
    if let temperature = options.temperature {
      // What is below zero, or no number at all, can only mean: no chance.
      self.temperature = temperature > 0 ? Float(temperature) : 0
    }
    switch options.samplingMode?.kind {
    case nil: break
    case .greedy: self = .greedy
    case .randomTopK(let count, let seed):
      // 0 would switch the bound off, and nothing can be picked among less than one token.
      (topK, topP, self.seed) = (max(1, count), 1, seed)
    case .randomProbabilityThreshold(let threshold, let seed):
      (topK, topP, self.seed) = (0, threshold >= 0 ? Float(min(1, threshold)) : 0, seed)
    }
  }
}

extension LanguageModelError {
  /// The error that stands for one of the engine; `nil` for those that reach the caller as they are.
  init?(_ error: InferenceError) {
    guard case .promptTooLong(let tokens, let contextSize) = error else { return nil }
    self = .contextSizeExceeded(
      .init(
        contextSize: contextSize, tokenCount: tokens,
        debugDescription: "the conversation has \(tokens) tokens, the context has room for \(contextSize)"))
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
