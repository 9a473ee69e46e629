import Foundation
import FoundationModels

/// A client that translates errors to user-facing messages.
struct CarefulReader {
  enum Outcome: Equatable {
    case answer(String)
    case advice(String)
  }

  let session: LanguageModelSession

  func read(_ text: String) async -> Outcome {
    do {
      return .answer(try await session.respond(to: text).content)
    } catch let error as LanguageModelError {
      return .advice(await advice(for: error))
    } catch LanguageModelSession.Error.concurrentRequests {
      return .advice("Wait for the answer.")
    } catch let error as LanguageModelSession.ToolCallError {
      return .advice("\(error.tool.name) failed: \(error.underlyingError.localizedDescription)")
    } catch SystemLanguageModel.Error.assetsUnavailable(let details) {
      return .advice("Install a model: \(details.debugDescription)")
    } catch is CancellationError {
      return .advice("Stopped.")
    } catch {
      return .advice(error.localizedDescription)
    }
  }

  private func advice(for error: LanguageModelError) async -> String {
    switch error {
    case .contextSizeExceeded(let sizes): "Shorten the text: \(sizes.tokenCount) of \(sizes.contextSize)."
    case .rateLimited(let limit): limit.resetDate == nil ? "Try again." : "Try again later."
    case .guardrailViolation: "Ask something else."
    case .refusal(let refusal): (try? await refusal.explanation.content) ?? "The model will not answer."
    case .unsupportedCapability(let details): "This model lacks \(details.capability)."
    case .unsupportedTranscriptContent(let content): "\(content.unsupportedContent.count) entries are too much for it."
    case .unsupportedGenerationGuide(let guide): "\(guide.schemaName ?? "The type") asks for too much."
    case .unsupportedLanguageOrLocale(let locale): "It does not speak \(locale.languageCode)."
    case .timeout: "It took too long."
    @unknown default: error.localizedDescription
    }
  }
}
