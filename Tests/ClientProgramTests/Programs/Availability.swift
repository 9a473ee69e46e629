import Foundation
import FoundationModels

/// The availability message of a screen.
func notice(for availability: SystemLanguageModel.Availability) -> String? {
  switch availability {
  case .available: nil
  case .unavailable(.deviceNotEligible): "This device cannot run the model."
  case .unavailable(.appleIntelligenceNotEnabled): "Switch the model on in the settings."
  case .unavailable(.modelNotReady): "The model is not here yet. Try again later."
  case .unavailable(let other): "The model is not available: \(other)."
  }
}

/// A summarizer with a fallback if no model is available.
struct Summariser {
  var model = SystemLanguageModel.default
  var locale = Locale.current

  func summary(of text: String) async throws -> (text: String, isGenerated: Bool) {
    guard model.isAvailable, model.supportsLocale(locale) else { return (firstSentence(of: text), false) }
    let session = LanguageModelSession(model: model, instructions: "Summarise in one sentence.")
    let options = GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 16)
    return (try await session.respond(to: text, options: options).content, true)
  }

  private func firstSentence(of text: String) -> String {
    text.split(separator: ".").first.map { "\($0)." } ?? text
  }
}
