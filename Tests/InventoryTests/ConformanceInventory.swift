import Foundation
import FoundationModels
import Observation

private func sendable<T: Sendable>(_: T.Type) {}
private func equatable<T: Sendable & Equatable>(_: T.Type) {}
private func hashable<T: Sendable & Hashable>(_: T.Type) {}
private func identified<T: Sendable & Equatable & Identifiable>(_: T.Type) where T.ID == String {}
private func entry<T: Sendable & Equatable & Identifiable & CustomStringConvertible>(_: T.Type) where T.ID == String {}
private func failure<T: LocalizedError & Sendable>(_: T.Type) {}
private func error<T: LocalizedError & CustomDebugStringConvertible>(_: T.Type) {}
private func collection<T: RandomAccessCollection & Sendable & Equatable>(_: T.Type) where T.Index == Int {}
private func resizable<T: RangeReplaceableCollection & MutableCollection>(_: T.Type)
where T.Element == Transcript.Entry {}
private func listed<T: Sendable & Hashable & CaseIterable>(_: T.Type) where T.AllCases == [T] {}
private func coded<T: Codable & Sendable>(_: T.Type) {}
private func observable<T: Observable & Sendable>(_: T.Type) {}
private func model<T: LanguageModel>(_: T.Type) {}
private func executor<T: LanguageModelExecutor>(_: T.Type) {}
private func dynamic<T: DynamicInstructions>(_: T.Type) {}
private func profile<T: LanguageModelSession.DynamicProfile>(_: T.Type) {}
private func generable<T: Generable>(_: T.Type) {}
private func prompting<T: PromptRepresentable & InstructionsRepresentable>(_: T.Type) {}
private func readable<T: ConvertibleFromGeneratedContent>(_: T.Type) {}
private func writable<T: ConvertibleToGeneratedContent>(_: T.Type) {}
private func sequence<T: AsyncSequence>(_: T.Type) where T.Failure == any Swift.Error {}

func transcriptConformances() {
  collection(Transcript.self)
  resizable(Transcript.self)
  coded(Transcript.self)
  collection(Transcript.ToolCalls.self)
  resizable(Transcript.HistoryView.self)
  sendable(Transcript.HistoryView.self)
  entry(Transcript.Entry.self)
  entry(Transcript.Instructions.self)
  entry(Transcript.Prompt.self)
  entry(Transcript.ToolCalls.self)
  entry(Transcript.ToolCall.self)
  entry(Transcript.ToolOutput.self)
  entry(Transcript.Response.self)
  identified(Transcript.Reasoning.self)
  entry(Transcript.Segment.self)
  entry(Transcript.TextSegment.self)
  entry(Transcript.StructuredSegment.self)
  equatable(Transcript.ToolDefinition.self)
  equatable(Transcript.ResponseFormat.self)
  equatable(Transcript.ResponseFormat.Kind.self)
}

func sessionConformances() {
  observable(LanguageModelSession.self)
  observable(SystemLanguageModel.self)
  observable(SessionPropertyValues.self)
  model(SystemLanguageModel.self)
  executor(SystemLanguageModel.Executor.self)
  hashable(SystemLanguageModel.Executor.Configuration.self)
  equatable(SystemLanguageModel.UseCase.self)
  sendable(SystemLanguageModel.Guardrails.self)
  equatable(SystemLanguageModel.Availability.self)
  hashable(SystemLanguageModel.Availability.UnavailableReason.self)
  sendable(LanguageModelCapabilities.self)
  hashable(LanguageModelCapabilities.Capability.self)
  sendable(LanguageModelExecutorGenerationRequest.self)
  sendable(LanguageModelExecutorGenerationChannel.self)
  sendable(LanguageModelExecutorGenerationChannel.Event.self)
  sequence(LanguageModelExecutorGenerationChannel.self)
  sequence(LanguageModelSession.ResponseStream<String>.self)
  sendable(LanguageModelSession.Response<String>.self)
  sendable(LanguageModelSession.Usage.self)
  sendable(LanguageModelSession.SessionProperty<Int>.self)
  sendable(TranscriptErrorHandlingPolicy.self)
  listed(LanguageModelFeedback.Sentiment.self)
  listed(LanguageModelFeedback.Issue.Category.self)
  sendable(LanguageModelFeedback.Issue.self)
}

func optionsAndErrorConformances() {
  equatable(GenerationOptions.self)
  equatable(GenerationOptions.SamplingMode.self)
  equatable(GenerationOptions.SamplingMode.Kind.self)
  equatable(GenerationOptions.ToolCallingMode.self)
  hashable(GenerationOptions.ToolCallingMode.Kind.self)
  equatable(ContextOptions.self)
  equatable(ContextOptions.ReasoningLevel.self)
  error(LanguageModelError.self)
  error(LanguageModelSession.Error.self)
  error(SystemLanguageModel.Error.self)
  error(GeneratedContent.ParsingError.self)
  hashable(LanguageModelSession.Error.self)
  failure(LanguageModelSession.ToolCallError.self)
  failure(GenerationSchema.SchemaError.self)
}

@available(*, deprecated)
func deprecatedConformances() {
  failure(LanguageModelSession.GenerationError.self)
  sendable(LanguageModelSession.GenerationError.Refusal.self)
}

func generationConformances() {
  generable(Bool.self)
  generable(String.self)
  generable(Int.self)
  generable(Float.self)
  generable(Double.self)
  generable(Decimal.self)
  generable(Never.self)
  generable([[Leg]].self)
  generable(GeneratedContent.self)
  readable([String].self)
  writable([String].self)
  writable(Leg?.self)
  prompting(Leg?.self)
  prompting([Leg].self)
  prompting(String.self)
  equatable(GeneratedContent.self)
  equatable(GeneratedContent.Kind.self)
  coded(GenerationSchema.self)
  sendable(GenerationSchema.Property.self)
  sendable(DynamicGenerationSchema.self)
  hashable(GenerationID.self)
  sendable(Prompt.self)
  sendable(Instructions.self)
  let described: [any CustomDebugStringConvertible.Type] = [GeneratedContent.self, GenerationSchema.self]
  let meta: any SendableMetatype.Type = Leg.self
  _ = (described, meta)
}

func dynamicConformances() {
  dynamic(Instructions.self)
  dynamic(Never.self)
  dynamic(Instructions?.self)
  dynamic(AnyDynamicInstructions.self)
  dynamic(EmptyDynamicInstructions.self)
  dynamic(TupleDynamicInstructions<Instructions, Instructions>.self)
  dynamic(ConditionalDynamicInstructions<Instructions, Instructions>.self)
  dynamic(DynamicInstructionsForEach<[Int], Int, Instructions>.self)
  sendable(EmptyDynamicInstructions.self)
  profile(Never.self)
  profile(LanguageModelSession.Profile.self)
  profile(LanguageModelSession.AnyDynamicProfile.self)
}
