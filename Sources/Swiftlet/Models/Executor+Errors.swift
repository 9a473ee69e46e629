import SwiftletChatTemplates
import SwiftletGGUF
import SwiftletGuides
import SwiftletInference
import SwiftletKernels
import SwiftletTokenizers
import Synchronization

// Callers can catch documented types only: the errors of the engine's modules are not public.

extension GGUFLanguageModel.Executor {
  /// The error for the caller of a request, to which the errors of the engine's modules are converted.
  ///
  /// It is a ``LanguageModelError``, ``GGUFLanguageModelError`` or ``GeneratedContent/ParsingError``, or any other error
  /// unchanged.
  func callerError(for error: any Error, of request: LanguageModelExecutorGenerationRequest?) -> any Error {
    switch error {
    case let error as InferenceError: callerError(for: error, of: request)
    case let error as GuideError: callerError(for: error, of: request)
    case let error as AnswerError:
      GeneratedContent.ParsingError(rawContent: "", underlyingError: error, debugDescription: "\(error)")
    case let error as KernelError: GGUFLanguageModelError.failed(path: path, reason: "\(error)")
    case let error as PrefixFileError: GGUFLanguageModelError.unusablePrefix(path: path, reason: "\(error)")
    case let error as ChatTemplateError: callerError(for: error, of: request)
    case let error as VisionError: callerError(for: error, of: request)
    case is GGUFError, is TokenizerError: unusable("\(error)")
    default: error
    }
  }

  private var path: String { slot.configuration.path }

  private func callerError(
    for error: InferenceError, of request: LanguageModelExecutorGenerationRequest?
  ) -> any Error {
    switch error {
    case .promptTooLong(let tokens, let contextSize):
      LanguageModelError.contextSizeExceeded(
        .init(
          contextSize: contextSize, tokenCount: tokens,
          debugDescription: "the conversation has \(InferenceError.tokenCount(tokens, contextSize: contextSize)), "
            + "the context size is \(contextSize)"))
    case .promptExceedsMemory(let tokens, let fitting, let contextSize):
      LanguageModelError.contextSizeExceeded(
        .init(
          contextSize: fitting, tokenCount: tokens, debugDescription: "\(error)",
          metadata: [LanguageModelError.ContextSizeExceeded.modelContextSizeKey: contextSize]))
    case .weightsExceedMemory(let memory):
      GGUFLanguageModelError.insufficientMemory(path: memory.path, reason: "\(error)")
    case .tooManyRequests: LanguageModelError.rateLimited(.init(resetDate: nil, debugDescription: "\(error)"))
    case .emptyPrompt: unsupportedContent("\(error)", of: request)
    case .guide(let error): callerError(for: error, of: request)
    case .prefix(let path, let error): GGUFLanguageModelError.unusablePrefix(path: path, reason: "\(error)")
    case .kernel(let error): callerError(for: error, of: request)
    case .biasOutOfRange(let token, let count):
      GGUFLanguageModelError.biasOutOfRange(token: token, vocabularyCount: count)
    case .stopped: GGUFLanguageModelError.failed(path: path, reason: "\(error)")
    case .vision(let error): callerError(for: error, of: request)
    case .file, .tokenizer, .unsupportedArchitecture, .unsupportedFeature, .embeddingModel, .noPooling,
      .tokenOutOfRange, .vocabularyMismatch, .notFinite:
      unusable("\(error)")
    }
  }

  private func callerError(for error: GuideError, of request: LanguageModelExecutorGenerationRequest?) -> any Error {
    switch error {
    case .budgetTooSmall(_, let available) where available == request?.maximumTokens:
      GeneratedContent.ParsingError(rawContent: "", underlyingError: error, debugDescription: "\(error)")
    case .budgetTooSmall(let needed, let available):
      // Without a limit of the request, the answer has what the prompt leaves of the context.
      LanguageModelError.contextSizeExceeded(
        .init(
          contextSize: contextSize, tokenCount: contextSize + needed - available,
          debugDescription: "\(error) in the context of \(contextSize)"))
    default:
      LanguageModelError.unsupportedGenerationGuide(
        .init(schemaName: request?.schemaName, debugDescription: "\(error)"))
    }
  }

  private func callerError(
    for error: VisionError, of request: LanguageModelExecutorGenerationRequest?
  ) -> any Error {
    switch error {
    case .invalidPicture, .aspectRatio, .tooManyRows, .noPromptScores: unsupportedContent("\(error)", of: request)
    case .noEncoder, .unsupportedProjector, .widthMismatch, .rowLimitTooSmall, .rowMinimumTooLarge:
      unusable("\(error)")
    }
  }

  /// The error for the caller about a template that cannot be used, or a conversation that it does not allow.
  private func callerError(
    for error: ChatTemplateError, of request: LanguageModelExecutorGenerationRequest?
  ) -> any Error {
    switch error {
    case .malformedTemplate, .failed, .notJSON: unusable("\(error)")
    case .cannotContinue: unsupportedContent("\(error)", of: request)
    case .systemMessage(let index, let allowed):
      GGUFLanguageModelError.refusedSystemMessage(index: index, expected: Self.expectation(of: allowed))
    }
  }

  private static func expectation(of allowed: TemplateTraits.SystemMessages?) -> String {
    switch allowed {
    case nil: "none, as the model's chat template renders none"
    case .first?: "a single one, at the beginning"
    default: "system messages at the beginning only"
    }
  }

  /// The error of a conversation that the model cannot answer.
  private func unsupportedContent(
    _ reason: String, of request: LanguageModelExecutorGenerationRequest?
  ) -> LanguageModelError {
    .unsupportedTranscriptContent(
      .init(unsupportedContent: request.map { Array($0.transcript) } ?? [], debugDescription: reason))
  }

  /// The context size of the loaded model.
  private var contextSize: Int { slot.state.withLock(\.modelInfo)?.contextSize ?? 0 }

  /// The error of a file that cannot be used, for a reason that may name the file again.
  private func unusable(_ reason: String) -> GGUFLanguageModelError {
    .unusable(path: path, reason: reason.hasPrefix(path + ": ") ? String(reason.dropFirst(path.count + 2)) : reason)
  }
}

extension LanguageModelExecutorGenerationRequest {
  /// The maximum number of tokens in the answer, if the request has one.
  var maximumTokens: Int? { generationOptions.maximumResponseTokens.map { max(0, $0) } }

  /// The name of the answer's schema, or else those of the tools.
  var schemaName: String { schema?.name ?? enabledToolDefinitions.map(\.name).joined(separator: ", ") }
}
