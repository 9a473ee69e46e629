import Foundation
import FoundationModels

func systemModel(adapterless model: SystemLanguageModel) async throws {
  let _: SystemLanguageModel = .default
  let _: SystemLanguageModel = SystemLanguageModel()
  let _ = SystemLanguageModel(useCase: .contentTagging)
  let _ = SystemLanguageModel(guardrails: .default)
  let _ = SystemLanguageModel(useCase: .general, guardrails: .permissiveContentTransformations)
  property(\SystemLanguageModel.availability, SystemLanguageModel.Availability.self)
  property(\SystemLanguageModel.isAvailable, Bool.self)
  property(\SystemLanguageModel.supportedLanguages, Set<Locale.Language>.self)
  property(\SystemLanguageModel.contextSize, Int.self)
  property(\SystemLanguageModel.capabilities, LanguageModelCapabilities.self)
  property(\SystemLanguageModel.executorConfiguration, SystemLanguageModel.Executor.Configuration.self)
  let _: Bool = model.supportsLocale()
  let _: Bool = model.supportsLocale(Locale(identifier: "nb_NO"))
  let _: Int = try await model.tokenCount(for: "text")
  let _: Int = try await model.tokenCount(for: Prompt("text"))
  let _: Int = try await model.tokenCount(for: Instructions("text"))
  let _: Int = try await model.tokenCount(for: [Timetable()])
  let _: Int = try await model.tokenCount(for: Leg.generationSchema)
  let _: Int = try await model.tokenCount(for: Transcript())
  let _: Int = try await model.tokenCount(for: [Transcript.Entry]())
}

func availability(_ availability: SystemLanguageModel.Availability) -> String {
  // Exhaustive: the enum is frozen.
  switch availability {
  case .available: "available"
  case .unavailable(.deviceNotEligible): "device"
  case .unavailable(.appleIntelligenceNotEnabled): "setting"
  case .unavailable(.modelNotReady): "later"
  case .unavailable(let other): "\(other)"
  }
}

func systemExecutor(
  _ request: LanguageModelExecutorGenerationRequest, _ channel: LanguageModelExecutorGenerationChannel
) async throws {
  typealias Executor = SystemLanguageModel.Executor
  let model: Executor.Model = SystemLanguageModel.default
  let executor = Executor(configuration: model.executorConfiguration)
  executor.prewarm(model: model, transcript: Transcript())
  try await executor.respond(to: request, model: model, streamingInto: channel)
}

func systemErrors() {
  var details = SystemLanguageModel.Error.AssetsUnavailable(debugDescription: "gone")
  details.debugDescription = "back"
  let error = SystemLanguageModel.Error.assetsUnavailable(details)
  let _: String? = error.errorDescription
  let _: String = error.debugDescription
}

func feedback(_ session: LanguageModelSession, _ entry: Transcript.Entry) {
  let sentiments: [LanguageModelFeedback.Sentiment] = [.positive, .negative, .neutral]
  let categories: [LanguageModelFeedback.Issue.Category] = [
    .unhelpful, .tooVerbose, .didNotFollowInstructions, .incorrect, .stereotypeOrBias, .suggestiveOrSexual,
    .vulgarOrOffensive, .triggeredGuardrailUnexpectedly,
  ]
  let issues = [
    LanguageModelFeedback.Issue(category: categories[0]),
    LanguageModelFeedback.Issue(category: .incorrect, explanation: "No such fjord"),
  ]
  let _: Data = session.logFeedbackAttachment(sentiment: sentiments.first)
  session.logFeedbackAttachment(sentiment: nil, issues: issues, desiredOutput: entry)
  session.logFeedbackAttachment(sentiment: .negative, issues: issues, desiredResponseText: "text")
  session.logFeedbackAttachment(sentiment: .negative, desiredResponseText: nil)
  session.logFeedbackAttachment(sentiment: .positive, issues: [], desiredResponseContent: Leg(to: "a", kilometres: 1))
}
