import FoundationModels

/// A program of release 26, which release 27 still compiles.
@available(*, deprecated, message: "It shows what release 26 spelt otherwise.")
struct OldReader {
  let session: LanguageModelSession

  func read(_ text: String) async throws -> String {
    do {
      let options = GenerationOptions(sampling: .greedy, temperature: 0, maximumResponseTokens: 8)
      return try await session.respond(to: text, options: options).content
    } catch let error as LanguageModelSession.GenerationError {
      switch error {
      case .exceededContextWindowSize(let context): return "too long: \(context.debugDescription)"
      case .guardrailViolation: return "not that"
      case .refusal(let refusal, _): return try await refusal.explanation.content
      case .rateLimited, .concurrentRequests: return "later"
      case .assetsUnavailable, .unsupportedGuide, .unsupportedLanguageOrLocale, .decodingFailure: return "no"
      @unknown default: return error.localizedDescription
      }
    }
  }
}
