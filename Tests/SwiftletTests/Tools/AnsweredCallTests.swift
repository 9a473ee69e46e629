import Foundation
import SwiftletChatTemplates
import SwiftletGGUF
import SwiftletInference
import SwiftletTokenizers
import SwiftletWeights
import Synchronization
import Testing

@testable import Swiftlet

/// Calls in plain JSON as answers of a model.
struct AnsweredBareCallTests {
  /// The events of answers that a model writes a token each, after a call of `f` that a tool has answered.
  private func answer(
    _ texts: [String], allowsParallelCalls: Bool = true
  ) throws -> (events: [LanguageModelExecutorGenerationChannel.Event], Answer) {
    let url = try #require(DefaultModel.url)
    let tokenizer = try Tokenizer(metadata: GGUFFile(path: url.path(percentEncoded: false)).metadata)
    var answer = Answer(
      detokenizer: tokenizer.makeDetokenizer(), parser: AnswerParser(.plain, tools: []),
      bareCalls: BareCallReader(tools: ["f"]),
      allowsParallelCalls: allowsParallelCalls,
      answered: [ToolCall(id: "1", name: "f", arguments: #"{"n":7}"#)], isValid: { _ in true })
    var events: [LanguageModelExecutorGenerationChannel.Event] = []
    for token in texts.flatMap({ tokenizer.encode($0, addingBOSAndEOS: false) }) where answer.finishReason == nil {
      events += try answer.events(for: .token(token))
    }
    return (events + (try answer.lastEvents()), answer)
  }

  private static let answered = #"{"name": "f", "arguments": {"n": 7}}"#
  private static let new = #"{"name": "f", "arguments": {"n": 8}}"#

  @Test(
    "49.1 a call in plain JSON that a tool has just answered is dropped alone", .enabled(if: DefaultModel.url != nil))
  func dropsTheAnsweredCall() throws {
    let call = Self.answered
    for text in [call, call + call, "[\(call)]", "[\(call), \(call)"] {
      let (_, answer) = try answer([text])
      #expect(answer.hasOnlyAnsweredCalls, "\(text)")
    }
    for text in ["[\(Self.answered), \(Self.new)]", Self.new + Self.new + Self.new] {
      let (_, answer) = try answer([text])
      #expect(!answer.hasOnlyAnsweredCalls && answer.bareCalls.map(\.arguments) == [#"{"n":8}"#], "\(text)")
    }
  }

  @Test(
    "49.2 where one call is allowed at most, the first of several in plain JSON is it",
    .enabled(if: DefaultModel.url != nil))
  func oneCallAtMost() throws {
    let calls = (1...3).map { #"{"name": "f", "arguments": {"n": \#($0)}}"# }
    for text in [calls.joined(), "[" + calls.joined(separator: ", ") + "]"] {
      let (events, one) = try answer([text], allowsParallelCalls: false)
      #expect(one.bareCalls.map(\.arguments) == [#"{"n":1}"#] && events.map(\.responseText).joined().isEmpty)
      #expect(try answer([text]).1.bareCalls.count == 3)
    }
  }

  @Test("49.2 text that begins with an answered call stays text", .enabled(if: DefaultModel.url != nil))
  func textStaysText() throws {
    let text = Self.answered + " is what I asked."
    let (events, answer) = try answer([text])
    #expect(events.map(\.responseText).joined() == text)
    #expect(!answer.hasOnlyAnsweredCalls && answer.bareCalls.isEmpty)
  }
}

/// Limits of answers that may call tools.
struct LimitedToolAnswerTests {
  @Test(
    "49.20 a text that a limit cuts off beside tools is cut off, and a call that ends at it is complete",
    .enabled(if: DefaultModel.url != nil))
  func reasonsOfTheEnd() async throws {
    let url = try #require(DefaultModel.url)
    let model = try GGUFLanguageModel(contentsOf: url)
    for text in ["Once upon a time", "Write a JSON list."] {
      for limit in 1...6 {
        var request = LanguageModelExecutorGenerationRequest(
          id: UUID(), transcript: Transcript(),
          enabledTools: [Transcript.ToolDefinition(tool: RepeatedCallSessionTests.Bell())],
          schema: nil, generationOptions: GenerationOptions(maximumResponseTokens: limit),
          contextOptions: ContextOptions(),
          metadata: [:])
        request.engine.messages = [ChatMessage(role: .user, content: text)]
        request.engine.sampling.temperature = 0
        let answer = try await model.answer(request)
        if answer.tokens.generated == limit { #expect(answer.finishReason == .maximumTokens, "\(answer)") }
        request.generationOptions.toolCallingMode = .required
        request.generationOptions.maximumResponseTokens = 200
        let whole = try await model.answer(request)
        #expect(whole.finishReason == .endOfGeneration && !whole.calls.isEmpty)
      }
    }
  }
}

/// Events of answers that observers see.
struct DroppedAnswerTests {
  @Test("49.1 events of an answer that is dropped are not observed, those of another one in their order")
  func observesKeptAnswers() {
    let seen = Mutex<[GenerationEvent]>([])
    let events: [GenerationEvent] = [
      .prefilled(tokens: 3, cached: 0), .token(1), .token(2), .finished(.endOfGeneration),
    ]
    var observer = AnswerObserver({ event in seen.withLock { $0.append(event) } }, holdsBack: true)
    for event in events.prefix(2) { observer.send(event) }
    #expect(seen.withLock { $0.isEmpty })
    observer.release()
    #expect(seen.withLock { $0.count } == 2)
    for event in events.dropFirst(2) { observer.send(event) }
    #expect(seen.withLock { "\($0)" } == "\(events)")
  }

  @Test(
    "49.1 a model that begins with an answered call answers in words, of which alone the tokens are counted",
    .enabled(if: SystemLanguageModel.default.isAvailable))
  func countsTheAnswerInWords() async throws {
    let url = try #require(DefaultModel.url)
    let tokenizer = try Tokenizer(metadata: GGUFFile(path: url.path(percentEncoded: false)).metadata)
    let opening = try #require(tokenizer.encode([TextSegment(text: "<tool_call>", parsesSpecialTokens: true)]).last)
    var request = LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: Transcript(),
      enabledTools: [Transcript.ToolDefinition(tool: RepeatedCallSessionTests.Bell())],
      schema: nil, generationOptions: GenerationOptions(maximumResponseTokens: 40), contextOptions: ContextOptions(),
      metadata: [:])
    let call = ToolCall(id: "1", name: "Bell", arguments: "{}")
    request.engine.messages = [
      ChatMessage(role: .user, content: "Ring the bell."),
      ChatMessage(role: .assistant, content: "", toolCalls: [call]), ChatMessage(role: .tool, content: "It rang."),
    ]
    (request.engine.sampling.temperature, request.engine.sampling.logitBias) = (0, [opening: 100])
    for drops in [true, false] {
      request.engine.dropsAnsweredCalls = drops
      let tokens = Mutex(0)
      request.engine.observe = { event in if case .token = event { tokens.withLock { $0 += 1 } } }
      let answer = try await GGUFLanguageModel(contentsOf: url).answer(request)
      #expect(answer.calls.isEmpty == drops && answer.text.isEmpty == !drops)
      #expect(tokens.withLock { $0 } == answer.tokens.generated)
    }
  }
}
