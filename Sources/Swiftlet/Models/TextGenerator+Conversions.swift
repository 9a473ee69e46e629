import SwiftletChatTemplates
import SwiftletInference

extension Transcript {
  /// The transcript as a template takes it.
  var messages: [ChatMessage] {
    map { entry in
      switch entry {
      case .instructions(let instructions): ChatMessage(role: .system, content: instructions.segments.text)
      case .prompt(let prompt): ChatMessage(role: .user, content: prompt.segments.text)
      case .response(let response): ChatMessage(role: .assistant, content: response.text)
      }
    }
  }
}

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

extension LanguageModelSession.GenerationError {
  /// The error that stands for one of the engine; `nil` for those that reach the caller as they are.
  init?(_ error: InferenceError) {
    guard case .promptTooLong(let tokens, let contextSize) = error else { return nil }
    self = .exceededContextWindowSize(
      .init(debugDescription: "the conversation has \(tokens) tokens, the context has room for \(contextSize)"))
  }
}
