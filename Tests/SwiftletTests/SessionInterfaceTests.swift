import Foundation
import Observation
import Swiftlet
import Testing

/// Conformances and members of the published interface, which the compiler checks.
struct SessionInterfaceTests {
  private func sendable<T: Sendable>(_: T.Type) {}
  private func equatable<T: Sendable & Equatable>(_: T.Type) {}
  private func hashable<T: Sendable & Hashable>(_: T.Type) {}
  private func entry<T: Sendable & Equatable & Identifiable & CustomStringConvertible>(_: T.Type)
  where T.ID == String {}
  private func error<T: LocalizedError & CustomDebugStringConvertible>(_: T.Type) {}
  private func collection<T: RandomAccessCollection & Sendable & Equatable>(_: T.Type) where T.Index == Int {}
  private func observable<T: Observable & Sendable>(_: T.Type) {}
  private func model<T: LanguageModel>(_: T.Type) {}
  private func dynamic<T: DynamicInstructions>(_: T.Type) {}
  private func profile<T: LanguageModelSession.DynamicProfile>(_: T.Type) {}

  @Test func conformances() {
    collection(Transcript.self)
    collection(Transcript.ToolCalls.self)
    sendable(Transcript.HistoryView.self)
    entry(Transcript.Entry.self)
    entry(Transcript.Instructions.self)
    entry(Transcript.Prompt.self)
    entry(Transcript.ToolCalls.self)
    entry(Transcript.ToolCall.self)
    entry(Transcript.ToolOutput.self)
    entry(Transcript.Response.self)
    entry(Transcript.Segment.self)
    entry(Transcript.TextSegment.self)
    entry(Transcript.StructuredSegment.self)
    equatable(Transcript.Reasoning.self)
    equatable(Transcript.ToolDefinition.self)
    equatable(Transcript.ResponseFormat.self)
    equatable(Transcript.ResponseFormat.Kind.self)
    equatable(GenerationOptions.self)
    equatable(GenerationOptions.SamplingMode.Kind.self)
    hashable(GenerationOptions.ToolCallingMode.Kind.self)
    equatable(ContextOptions.self)
    equatable(ContextOptions.ReasoningLevel.self)
    error(LanguageModelError.self)
    error(LanguageModelSession.Error.self)
    error(SystemLanguageModel.Error.self)
    hashable(LanguageModelSession.Error.self)
    observable(LanguageModelSession.self)
    observable(SystemLanguageModel.self)
    observable(SessionPropertyValues.self)
    model(SystemLanguageModel.self)
    hashable(SystemLanguageModel.Executor.Configuration.self)
    equatable(SystemLanguageModel.UseCase.self)
    sendable(SystemLanguageModel.Guardrails.self)
    hashable(SystemLanguageModel.Availability.UnavailableReason.self)
    hashable(LanguageModelCapabilities.Capability.self)
    hashable(LanguageModelFeedback.Sentiment.self)
    hashable(LanguageModelFeedback.Issue.Category.self)
    sendable(LanguageModelFeedback.Issue.self)
    sendable(LanguageModelSession.Response<String>.self)
    sendable(LanguageModelSession.SessionProperty<Int>.self)
    dynamic(Instructions.self)
    dynamic(Never.self)
    dynamic(Instructions?.self)
    profile(Never.self)
    profile(LanguageModelSession.AnyDynamicProfile.self)
  }

  @Test func membersOfTheSeam() throws {
    var request = LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: Transcript(), enabledTools: [Transcript.ToolDefinition(tool: Weather())],
      generationOptions: GenerationOptions(), contextOptions: ContextOptions(), metadata: ["k": true])
    request.enabledToolDefinitions[0].parameters = Person.generationSchema
    request.schema = Person.generationSchema
    #expect(request.enabledToolDefinitions[0].parameters.name == "Person" && request.metadata.count == 1)
    let usage = LanguageModelExecutorGenerationChannel.Usage(
      input: .init(totalTokenCount: 1, cachedTokenCount: 0), output: .init(totalTokenCount: 2, reasoningTokenCount: 1))
    #expect(usage.metadata.isEmpty)
    let total = LanguageModelSession.Usage(
      input: .init(totalTokenCount: 1, cachedTokenCount: 0), output: .init(totalTokenCount: 2, reasoningTokenCount: 1),
      metadata: ["k": 1])
    #expect(total.totalTokenCount == 3 && total.metadata.count == 1)
    let tool: any Tool<City, String> = Weather()
    #expect(tool.name == "Weather")
    let failure = LanguageModelSession.ToolCallError(tool: Weather(), underlyingError: CancellationError())
    #expect(failure.errorDescription?.contains("Weather") == true)
  }

  @Test func sessionsOfTheDynamicLayer() {
    let entry = Transcript.Entry.prompt(Transcript.Prompt(segments: []))
    let sessions = [
      LanguageModelSession(profile: LanguageModelSession.Profile {}),
      LanguageModelSession(profile: LanguageModelSession.Profile {}, history: [entry]),
      LanguageModelSession(dynamicInstructions: EmptyDynamicInstructions()),
      LanguageModelSession(dynamicInstructions: Instructions("x"), history: Transcript(entries: [entry])),
      LanguageModelSession(
        model: ScriptedModel("x"), dynamicInstructions: Instructions("x"),
        history: Transcript(entries: [entry]).history),
    ]
    #expect(sessions.map(\.transcript.count) == [0, 1, 0, 2, 2])
  }
}
