import Foundation
import FoundationModels

func modelErrors(_ error: LanguageModelError) -> String {
  let _: (String, String?) = (error.debugDescription, error.errorDescription)
  switch error {
  case .contextSizeExceeded(let details): return "\(details.tokenCount) of \(details.contextSize)"
  case .rateLimited(let details): return details.resetDate?.description ?? ""
  case .guardrailViolation(let details): return details.debugDescription
  case .refusal(let details): return details.debugDescription
  case .unsupportedCapability(let details): return details.debugDescription
  case .unsupportedTranscriptContent(let details): return "\(details.unsupportedContent.count)"
  case .unsupportedGenerationGuide(let details): return details.schemaName ?? ""
  case .unsupportedLanguageOrLocale(let details): return details.languageCode.identifier
  case .timeout(let details): return details.debugDescription
  @unknown default: return "unknown"
  }
}

func modelErrorDetails(_ entry: Transcript.Entry) -> [LanguageModelError] {
  let metadata: [String: any Sendable] = ["attempt": 2]
  variable(\LanguageModelError.ContextSizeExceeded.contextSize, Int.self)
  variable(\LanguageModelError.ContextSizeExceeded.tokenCount, Int.self)
  variable(\LanguageModelError.ContextSizeExceeded.metadata, [String: any Sendable].self)
  variable(\LanguageModelError.RateLimited.resetDate, Date?.self)
  variable(\LanguageModelError.RateLimited.metadata, [String: any Sendable].self)
  variable(\LanguageModelError.GuardrailViolation.debugDescription, String.self)
  variable(\LanguageModelError.GuardrailViolation.metadata, [String: any Sendable].self)
  variable(\LanguageModelError.UnsupportedCapability.capability, LanguageModelCapabilities.Capability.self)
  variable(\LanguageModelError.UnsupportedTranscriptContent.unsupportedContent, [Transcript.Entry].self)
  variable(\LanguageModelError.UnsupportedGenerationGuide.schemaName, String?.self)
  variable(\LanguageModelError.UnsupportedLanguageOrLocale.languageCode, Locale.LanguageCode.self)
  variable(\LanguageModelError.Timeout.debugDescription, String.self)
  return [
    .contextSizeExceeded(.init(contextSize: 1, tokenCount: 2, debugDescription: "d", metadata: metadata)),
    .contextSizeExceeded(.init(contextSize: 1, tokenCount: 2, debugDescription: "d")),
    .rateLimited(.init(resetDate: nil, debugDescription: "d", metadata: metadata)),
    .guardrailViolation(.init(debugDescription: "d", metadata: metadata)),
    .refusal(.init(explanation: "e", debugDescription: "d", metadata: metadata)),
    .unsupportedCapability(.init(capability: .vision, debugDescription: "d", metadata: metadata)),
    .unsupportedTranscriptContent(.init(unsupportedContent: [entry], debugDescription: "d", metadata: metadata)),
    .unsupportedGenerationGuide(.init(schemaName: nil, debugDescription: "d", metadata: metadata)),
    .unsupportedLanguageOrLocale(.init(languageCode: .italian, debugDescription: "d", metadata: metadata)),
    .timeout(.init(debugDescription: "d", metadata: metadata)),
  ]
}

func refusals(_ refusal: LanguageModelError.Refusal) async throws {
  let _: LanguageModelSession.Response<String> = try await refusal.explanation
  let _: LanguageModelSession.ResponseStream<String> = refusal.explanationStream
}

func sessionErrors(_ error: LanguageModelSession.Error) -> String {
  let _: (String, String?) = (error.debugDescription, error.errorDescription)
  switch error {
  case .concurrentRequests: return "concurrent"
  case .transcriptMutationWhileResponding: return "mutation"
  @unknown default: return "unknown"
  }
}

@available(*, deprecated)
func errorsOfRelease26(_ error: LanguageModelSession.GenerationError) async throws -> String {
  typealias Failure = LanguageModelSession.GenerationError
  let _: [String?] = [error.errorDescription, error.recoverySuggestion, error.failureReason]
  property(\Failure.Context.debugDescription, String.self)
  let context = Failure.Context(debugDescription: "d")
  let _: [Failure] = [
    .exceededContextWindowSize(context), .assetsUnavailable(context), .guardrailViolation(context),
    .unsupportedGuide(context), .unsupportedLanguageOrLocale(context), .decodingFailure(context),
    .rateLimited(context), .concurrentRequests(context), .refusal(Failure.Refusal(transcriptEntries: []), context),
  ]
  switch error {
  case .exceededContextWindowSize(let context), .assetsUnavailable(let context), .guardrailViolation(let context),
    .unsupportedGuide(let context), .unsupportedLanguageOrLocale(let context), .decodingFailure(let context),
    .rateLimited(let context), .concurrentRequests(let context):
    return context.debugDescription
  case .refusal(let refusal, _):
    let _: LanguageModelSession.ResponseStream<String> = refusal.explanationStream
    return try await refusal.explanation.content
  @unknown default: return "unknown"
  }
}
