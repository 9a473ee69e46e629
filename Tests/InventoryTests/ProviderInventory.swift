import Foundation
import FoundationModels

/// A model that spells all requirements.
struct Parrot: LanguageModel {
  var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([.toolCalling, .guidedGeneration]) }
  var executorConfiguration: Executor.Configuration { Executor.Configuration(phrase: "hello") }

  struct Executor: LanguageModelExecutor {
    struct Configuration: Hashable, Sendable { var phrase: String }
    typealias Model = Parrot
    let phrase: String

    init(configuration: Configuration) throws { phrase = configuration.phrase }

    func prewarm(model: Parrot, transcript: Transcript) {}

    nonisolated(nonsending) func respond(
      to request: LanguageModelExecutorGenerationRequest, model: Parrot,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      await channel.send(.response(action: .appendText(phrase, tokenCount: 1)))
    }
  }
}

func capabilities(_ capabilities: LanguageModelCapabilities) -> Bool {
  let all: [LanguageModelCapabilities.Capability] = [.vision, .guidedGeneration, .reasoning, .toolCalling]
  return all.allSatisfy(capabilities.contains)
}

func executors<Model: LanguageModel>(_ model: Model, _ transcript: Transcript) throws {
  let executor = try Model.Executor(configuration: model.executorConfiguration)
  executor.prewarm(model: model, transcript: transcript)
}

func requests(_ transcript: Transcript) {
  typealias Request = LanguageModelExecutorGenerationRequest
  variable(\Request.id, UUID.self)
  variable(\Request.transcript, Transcript.self)
  variable(\Request.enabledToolDefinitions, [Transcript.ToolDefinition].self)
  variable(\Request.schema, GenerationSchema?.self)
  variable(\Request.generationOptions, GenerationOptions.self)
  variable(\Request.contextOptions, ContextOptions.self)
  variable(\Request.metadata, [String: GeneratedContent].self)
  let _ = Request(
    id: UUID(), transcript: transcript, enabledTools: [], generationOptions: GenerationOptions(),
    contextOptions: ContextOptions(), metadata: ["user": 7])
  let _ = Request(
    id: UUID(), transcript: transcript, enabledTools: [], schema: Leg.generationSchema,
    generationOptions: GenerationOptions(), contextOptions: ContextOptions(), metadata: [:])
}

typealias Channel = LanguageModelExecutorGenerationChannel

func channels() async throws {
  let channel = Channel()
  let usage = Channel.Usage(
    input: Channel.Usage.Input(totalTokenCount: 9, cachedTokenCount: 8),
    output: Channel.Usage.Output(totalTokenCount: 7, reasoningTokenCount: 6), metadata: ["a": 1])
  let _ = Channel.Usage(input: usage.input, output: usage.output)
  let events: [Channel.Event] = [
    .response(action: .appendText("a", tokenCount: 1)),
    .response(entryID: "1", action: .appendText("a", segmentID: "2", tokenCount: 1)),
    .response(action: .replaceTextSegment("a", tokenCount: 1)),
    .response(action: .replaceTextSegment("a", segmentID: "2", tokenCount: 1)),
    .response(action: .updateMetadata(["a": 1])),
    .response(
      action: .addAttachmentSegment(
        Transcript.AttachmentSegment(content: .image(Transcript.ImageAttachment(imageURL: URL(filePath: "/map.png")))))),
    .response(action: .removeAttachmentSegment(id: "2")),
    .response(action: .updateUsage(input: usage.input, output: usage.output)),
    .response(action: .updateUsage(input: usage.input, output: usage.output, metadata: ["a": 1])),
    .reasoning(action: .appendText("a", segmentID: "2", tokenCount: 1)),
    .reasoning(entryID: "1", action: .replaceTextSegment("a", segmentID: "2", tokenCount: 1)),
    .reasoning(action: .updateSignature(Data(), tokenCount: 1)),
    .reasoning(action: .updateMetadata([:])),
    .reasoning(action: .updateUsage(input: usage.input, output: usage.output, metadata: [:])),
    .toolCalls(action: .toolCall(id: "1", name: "a", action: .appendArguments("{", tokenCount: 1))),
    .toolCalls(entryID: "2", action: .toolCall(id: "1", name: "a", action: .updateMetadata(["a": 1]))),
    .toolCalls(action: .removeToolCall(id: "1")),
    .toolCalls(action: .updateMetadata([:])),
    .toolCalls(action: .updateUsage(input: usage.input, output: usage.output, metadata: [:])),
  ]
  for event in events { await channel.send(event) }
  var iterator: Channel.AsyncIterator = channel.makeAsyncIterator()
  let _: Channel.Element? = try await iterator.next()
  let _: Channel.AsyncIterator.Element? = try await iterator.next(isolation: nil)
}

func payloads() {
  variable(\Channel.Metadata.values, [String: GeneratedContent].self)
  variable(\Channel.Usage.input, Channel.Usage.Input.self)
  variable(\Channel.Usage.output, Channel.Usage.Output.self)
  variable(\Channel.Usage.metadata, [String: GeneratedContent].self)
  variable(\Channel.Usage.Input.totalTokenCount, Int.self)
  variable(\Channel.Usage.Input.cachedTokenCount, Int.self)
  variable(\Channel.Usage.Output.totalTokenCount, Int.self)
  variable(\Channel.Usage.Output.reasoningTokenCount, Int.self)
  variable(\Channel.TextFragment.content, String.self)
  variable(\Channel.TextFragment.segmentID, String?.self)
  variable(\Channel.TextFragment.tokenCount, Int.self)
  variable(\Channel.TextSegmentReplacement.content, String.self)
  variable(\Channel.TextSegmentReplacement.segmentID, String?.self)
  variable(\Channel.TextSegmentReplacement.tokenCount, Int.self)
  variable(\Channel.Response.entryID, String?.self)
  variable(\Channel.Response.action, Channel.Response.Action.self)
  variable(\Channel.Reasoning.entryID, String?.self)
  variable(\Channel.Reasoning.action, Channel.Reasoning.Action.self)
  variable(\Channel.ReasoningSignature.signature, Data.self)
  variable(\Channel.ReasoningSignature.tokenCount, Int.self)
  variable(\Channel.ToolCalls.entryID, String?.self)
  variable(\Channel.ToolCalls.action, Channel.ToolCalls.Action.self)
  variable(\Channel.ToolCalls.ToolCall.id, String.self)
  variable(\Channel.ToolCalls.ToolCall.name, String.self)
  variable(\Channel.ToolCalls.ToolCall.action, Channel.ToolCalls.ToolCall.Action.self)
  variable(\Channel.ToolCalls.ToolCall.ArgumentsFragment.content, String.self)
  variable(\Channel.ToolCalls.ToolCall.ArgumentsFragment.tokenCount, Int.self)
}
