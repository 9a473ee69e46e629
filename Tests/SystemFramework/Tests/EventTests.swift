import Foundation
import Swiftlet
import SwiftletConversations
import SwiftletFoundationModels
import SystemConversations
import Testing

/// The events and errors of models, as sessions of either framework report them.
struct EventTests {
  private typealias Usage = Swiftlet.LanguageModelExecutorGenerationChannel.Usage

  /// The reports of both sessions about a model: equal, or an issue is recorded.
  private func report(_ model: ScriptedModel, _ conversation: Conversation = .text) async throws -> [String] {
    let counterpart = try #require(conversation.counterpart)
    let own = try await conversation.report(with: model)
    #expect(try await counterpart.report(with: SwiftletLanguageModel(model)) == own)
    return own
  }

  @Test("Each kind of event arrives as it was sent")
  func events() async throws {
    let input = Usage.Input(totalTokenCount: 20, cachedTokenCount: 4)
    let output = Usage.Output(totalTokenCount: 9, reasoningTokenCount: 3)
    let lines = try await report(
      ScriptedModel { _, channel in
        await channel.send(.reasoning(entryID: "r", action: .appendText("Well, ", tokenCount: 2)))
        await channel.send(.reasoning(entryID: "r", action: .appendText("one moment", segmentID: "s", tokenCount: 1)))
        await channel.send(.reasoning(entryID: "r", action: .replaceTextSegment("no", segmentID: "s", tokenCount: 1)))
        await channel.send(.reasoning(entryID: "r", action: .updateSignature(Data([0, 128, 255]), tokenCount: 1)))
        await channel.send(.reasoning(entryID: "r", action: .updateMetadata(["effort": 2])))
        await channel.send(.response(entryID: "a", action: .updateMetadata(["lost": true])))
        await channel.send(.response(entryID: "a", action: .updateMetadata(["list": [1, 2.5], "flag": true])))
        await channel.send(.response(entryID: "a", action: .appendText("Once", segmentID: "1", tokenCount: 1)))
        await channel.send(.response(entryID: "a", action: .appendText(" or twice", segmentID: "2", tokenCount: 1)))
        await channel.send(.response(entryID: "a", action: .replaceTextSegment("Twice", segmentID: "1", tokenCount: 1)))
        await channel.send(.response(entryID: "b", action: .appendText(" more", tokenCount: 1)))
        await channel.send(
          .response(
            entryID: "b", action: .updateUsage(input: input, output: output, metadata: ["speed": [12.5, 1e300]])))
      }.able(to: .reasoning))
    #expect(lines.first == "answer: Twice or twice more")
    #expect(lines.contains { $0.hasPrefix("read 20, made 9, thought 3, metadata [\"speed:") }, "\(lines)")
    #expect(
      lines.contains { $0.hasPrefix("reasoning: [\"Well, \", \"no\"]") && $0.hasSuffix("[0, 128, 255]") }, "\(lines)")
  }

  @Test("Calls arrive with what tools are given, and are taken back")
  func calls() async throws {
    let lines = try await report(
      ScriptedModel { request, channel in
        guard case .prompt? = request.transcript.last else {
          await channel.send(.response(action: .appendText("Done.", tokenCount: 1)))
          return
        }
        let usage = (
          Usage.Input(totalTokenCount: 5, cachedTokenCount: 0), Usage.Output(totalTokenCount: 3, reasoningTokenCount: 1)
        )
        func call(_ id: String, _ action: ScriptedModel.Channel.ToolCalls.ToolCall.Action) async {
          await channel.send(.toolCalls(entryID: "c", action: .toolCall(id: id, name: "getWeather", action: action)))
        }
        await call("1", .updateMetadata(["round": 1]))
        await call("2", .appendArguments(#"{"city": "#, tokenCount: 2))
        await call("1", .appendArguments(#"{"city": "Rome"}"#, tokenCount: 2))
        await call("2", .appendArguments(#""Bern"}"#, tokenCount: 2))
        await call("3", .appendArguments("{}", tokenCount: 1))
        await channel.send(.toolCalls(entryID: "c", action: .removeToolCall(id: "3")))
        await channel.send(.toolCalls(entryID: "c", action: .updateMetadata(["all": true])))
        await channel.send(
          .toolCalls(entryID: "c", action: .updateUsage(input: usage.0, output: usage.1, metadata: ["x": 1])))
        await channel.send(.reasoning(action: .updateUsage(input: usage.0, output: usage.1)))
      }.able(to: .toolCalling), .toolCall)
    #expect(lines.first == "answer: Done.")
    #expect(
      lines.contains { $0.contains(#"{\"city\": \"Rome\"}"#) && $0.contains(#"{\"city\": \"Bern\"}"#) }, "\(lines)")
  }

  @Test("Errors of Swiftlet are their namesakes of the system", arguments: errors.indices)
  func error(_ index: Int) async throws {
    let error = Self.errors[index]
    let lines = try await report(ScriptedModel { _, _ in throw error })
    #expect(lines.count == 2, "the request and what it brought are taken back: \(lines)")
  }

  private static let errors: [any Error] = [
    Swiftlet.LanguageModelError.contextSizeExceeded(
      .init(contextSize: 10, tokenCount: 20, debugDescription: "long", metadata: ["a": 1])),
    Swiftlet.LanguageModelError.rateLimited(
      .init(resetDate: Date(timeIntervalSince1970: 7), debugDescription: "often", metadata: ["a": 1])),
    Swiftlet.LanguageModelError.guardrailViolation(.init(debugDescription: "bad", metadata: ["a": 1])),
    Swiftlet.LanguageModelError.refusal(.init(explanation: "No.", debugDescription: "no", metadata: ["a": 1])),
    Swiftlet.LanguageModelError.unsupportedCapability(
      .init(capability: .vision, debugDescription: "blind", metadata: ["a": 1])),
    Swiftlet.LanguageModelError.unsupportedCapability(.init(capability: .toolCalling, debugDescription: "clumsy")),
    Swiftlet.LanguageModelError.unsupportedGenerationGuide(
      .init(schemaName: "S", debugDescription: "guide", metadata: ["a": 1])),
    Swiftlet.LanguageModelError.unsupportedLanguageOrLocale(
      .init(languageCode: .german, debugDescription: "language", metadata: ["a": 1])),
    Swiftlet.LanguageModelError.timeout(.init(debugDescription: "late", metadata: ["a": 1])),
    Swiftlet.GeneratedContent.ParsingError(
      rawContent: "{", underlyingError: CancellationError(), debugDescription: "not JSON"),
    Swiftlet.SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: "gone")),
    GGUFLanguageModelError.notGGUF(path: "model", beginning: [1, 2]),
    CancellationError(),
  ]

  @Test("Content that a model cannot read is told by the session's own entries")
  func unsupportedTranscriptContent() async throws {
    let lines = try await report(
      ScriptedModel { request, _ in
        throw Swiftlet.LanguageModelError.unsupportedTranscriptContent(
          .init(unsupportedContent: Array(request.transcript.suffix(1)), debugDescription: "what?"))
      })
    #expect(lines.first?.contains("Tell me a story") == true, "\(lines)")
  }

  @Test("A model that cannot be made fails with its own error")
  func brokenModel() async throws {
    var model = ScriptedModel("")
    model.isBroken = true
    #expect(try await report(model).first?.hasPrefix("Broken: ") == true)
  }

  @Test("A refusal explains itself in the system's session")
  func refusal() async throws {
    let explanation = try await refusalExplanation(
      of: SwiftletLanguageModel(
        ScriptedModel { _, _ in
          throw Swiftlet.LanguageModelError.refusal(.init(explanation: "I would rather not.", debugDescription: "no"))
        }))
    #expect(explanation == "I would rather not.")
  }

  @Test("Cancelling the system's request cancels the model's work", .timeLimit(.minutes(1)))
  func cancellation() async throws {
    let lines = try await report(
      ScriptedModel { _, channel in
        await channel.send(.response(action: .appendText("Once", tokenCount: 1)))
        try await Task.sleep(for: .seconds(600))
      }, .cancelled)
    #expect(lines.first?.hasPrefix("CancellationError") == true, "\(lines)")
  }
}
