import SwiftletChatTemplates
import SwiftletInference

extension Transcript {
  /// The transcript as a template takes it.
  ///
  /// What the model thought is left out, as models are not shown their thoughts of earlier turns.
  ///
  /// - Throws: ``LanguageModelError/unsupportedTranscriptContent(_:)`` for calls and outputs of tools.
  var messages: [ChatMessage] {
    get throws(LanguageModelError) {
      let unsupported = filter(\.isOfTools)
      guard unsupported.isEmpty else {
        throw .unsupportedTranscriptContent(
          .init(
            unsupportedContent: Array(unsupported),
            debugDescription: "the transcript has \(unsupported.count) entries of tools, which the model cannot read"))
      }
      return compactMap { entry in
        switch entry {
        case .instructions(let instructions):
          // Instructions without text are there for their tools.
          instructions.segments.isEmpty ? nil : ChatMessage(role: .system, content: instructions.segments.text)
        case .prompt(let prompt): ChatMessage(role: .user, content: prompt.segments.text)
        case .response(let response): ChatMessage(role: .assistant, content: response.text)
        case .toolCalls, .toolOutput, .reasoning: nil
        }
      }
    }
  }
}

extension Transcript.Entry {
  /// Whether the entry is a call or an output of tools.
  fileprivate var isOfTools: Bool {
    switch self {
    case .toolCalls, .toolOutput: true
    case .instructions, .prompt, .response, .reasoning: false
    }
  }
}

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
