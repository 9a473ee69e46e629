import Foundation
import SwiftletChatTemplates
import SwiftletGGUF
import SwiftletTokenizers
import SwiftletWeights
import Testing

@testable import Swiftlet

/// The same tool call twice in one answer.
struct RepeatedCallTests {
  private func call(_ name: String, _ arguments: String...) -> [AnswerEvent] {
    [.callBegan(name: name)] + arguments.map { .arguments($0) } + [.callEnded]
  }

  @Test("other calls pass, also of the same tool")
  func differentCallsPass() {
    var filter = RepeatedCallFilter()
    let events =
      call("f", #"{"a": 1, "#, #""b": 2}"#) + call("g", #"{"a": 1, "b": 2}"#) + call("f", #"{"a": 2, "b": 1}"#)
    #expect(events.flatMap { filter.filter([$0]) } == events && !filter.isRepeating)
  }

  @Test(
    "a repeated call and what follows it do not pass, whatever the order of members and the spelling of numbers",
    arguments: [
      #"{"a": 1, "b": {"c": 2, "d": []}}"#, #"{"b":{"d":[],"c":2.0},"a":1}"#,
      "{\"a\": 1e0,\n \"b\": {\"c\": 2, \"d\": []}}",
    ])
  func repeatedCallsEnd(arguments: String) {
    var filter = RepeatedCallFilter()
    let first = call("f", #"{"a": 1, "b": {"c": 2, "d": []}}"#)
    #expect(filter.filter(first) == first)
    #expect(filter.filter(call("f", arguments) + [.text("more")] + call("g", "{}")).isEmpty)
    #expect(filter.isRepeating)
    #expect(filter.filter([.text("more")]).isEmpty)
  }

  @Test("a call of another tool passes at once, one of the same tool when it is complete")
  func holdsBackOnlyWhatMayRepeat() {
    var filter = RepeatedCallFilter()
    _ = filter.filter(call("f", "{}"))
    #expect(filter.filter([.callBegan(name: "g"), .arguments("{")]).count == 2)
    #expect(filter.filter([.arguments("}"), .callEnded]).count == 2)
    #expect(filter.filter([.callBegan(name: "f"), .arguments("{\"a\": 1")]).isEmpty)
    #expect(filter.filter([.arguments("}"), .callEnded]) == call("f", "{\"a\": 1", "}"))
  }

  @Test("49.1 a call that a tool has just answered does not pass, but what is around it does")
  func answeredCallsAreDropped() {
    let answered = [ToolCall(id: "1", name: "f", arguments: #"{"a": 1, "b": "x"}"#)]
    let again = call("f", #"{"b":"x","a":1}"#)
    let around: [(before: [AnswerEvent], after: [AnswerEvent], isAlone: Bool)] = [
      ([], [], true), ([.reasoning("Hm.")], [], true), ([.text("\n")], [.text("\n")], true),
      ([.text("Again: ")], [], false), (call("g", "{}"), [], false), ([], [.text("It is 5.")], false),
      ([], call("f", #"{"a": 2, "b": "x"}"#), false),
    ]
    for (before, after, isAlone) in around {
      var filter = RepeatedCallFilter(answered: answered)
      #expect(filter.mayHaveOnlyAnswered && !filter.hasOnlyAnswered)
      #expect(filter.filter(before) == before && filter.filter(again).isEmpty && filter.filter(after) == after)
      #expect(!filter.isRepeating && filter.hasOnlyAnswered == isAlone && filter.mayHaveOnlyAnswered == isAlone)
      #expect(filter.filter(again).isEmpty && filter.isRepeating)
    }
  }

  @Test("49.1 only calls of the last step count, so that tests run again after an edit")
  func onlyTheLastStepCounts() {
    for (names, expected) in [
      (["test"], ["test"]), (["test", "edit"], ["edit"]), (["test", "edit", "test"], ["test"]), ([], []),
    ] {
      var request = LanguageModelExecutorGenerationRequest(
        id: UUID(), transcript: Transcript(), enabledTools: [], schema: nil, generationOptions: GenerationOptions(),
        contextOptions: ContextOptions(), metadata: [:])
      var messages = [ChatMessage(role: .user, content: "Go on.")]
      for name in names {
        let call = ToolCall(id: "1", name: name, arguments: "{}")
        messages.append(ChatMessage(role: .assistant, content: "", toolCalls: [call]))
        messages.append(ChatMessage(role: .tool, content: "done"))
      }
      request.engine.messages = messages
      #expect(request.answeredCalls.map(\.name) == expected)
      request.engine.messages = messages + [ChatMessage(role: .user, content: "Again.")]
      #expect(request.answeredCalls.isEmpty)
    }
  }
}

/// Repeated calls in a session with the default model.
@Suite(.serialized, .enabled(if: SystemLanguageModel.default.isAvailable, "needs the default model"))
struct RepeatedCallSessionTests {
  /// A tool without parameters, of which each call repeats the first one.
  struct Bell: Tool {
    let description = "Rings the bell."

    @Generable struct Arguments {}

    func call(arguments: Arguments) async throws -> String { "It rang." }
  }

  /// A session with the default model, which begins all answers with a call as far as it may.
  private func session() throws -> LanguageModelSession {
    let url = try #require(DefaultModel.url)
    let tokenizer = try Tokenizer(metadata: GGUFFile(path: url.path(percentEncoded: false)).metadata)
    let opening = try #require(tokenizer.encode([TextSegment(text: "<tool_call>", parsesSpecialTokens: true)]).last)
    var sampling = GGUFLanguageModel.SamplingOptions()
    (sampling.logitBias, sampling.temperature) = ([opening: 100], 0)
    let session = LanguageModelSession(
      model: try GGUFLanguageModel(contentsOf: url, sampling: sampling), tools: [Bell()])
    session.maximumToolRounds = 3
    return session
  }

  @Test("49.1 a session answers after a call instead of repeating it, unless it may")
  func sessionsDoNotRepeat() async throws {
    let options = GenerationOptions(maximumResponseTokens: 60)
    let session = try session()
    let answer = try await session.respond(to: "Ring the bell.", options: options).content
    #expect(session.transcript.kinds == ["instructions", "prompt", "toolCalls", "toolOutput", "response"])
    #expect(!answer.isEmpty && !answer.contains("tool_call"))

    let patient = try self.session()
    patient.allowsRepeatedToolCalls = true
    let error = await #expect(throws: LanguageModelSession.ToolRoundLimitError.self) {
      try await patient.respond(to: "Ring the bell.", options: options)
    }
    #expect(error?.transcript.kinds.count { $0 == "toolOutput" } == 3)
  }
}

/// Calls outside of the model's format in later prompts.
struct RememberedCallTests {
  private static let template = """
    {%- for message in messages %}{{ '<|im_start|>' + message.role + '\n' }}
    {%- if message.tool_calls %}
    {%- for call in message.tool_calls %}{{ '<tool_call>\n' + (call.function | tojson) + '\n</tool_call>' }}{% endfor %}
    {%- else %}{{ message.content }}{% endif %}{{ '<|im_end|>\n' }}{% endfor %}
    {%- if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}
    """

  @Test("49.2 the tokens of a call in plain JSON are found again under the text that the template makes of the call")
  func tokensAreFoundAgain() throws {
    let template = try ChatTemplate(source: Self.template, bos: "", eos: "<|im_end|>")
    let question = [ChatMessage(role: .user, content: "Who is 7?")]
    let call = ToolCall(id: "", name: "f", arguments: #"{"n":7}"#)
    let prompt = try template.render(question, addingGenerationPrompt: true)
    let text = try #require(
      try template.textOfAnswer(calling: [call], after: question, prompt: prompt.text, tools: [], reasoning: nil))
    #expect(text == "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"n\": 7}}\n</tool_call>")

    let history = TokenHistory()
    history.remember([1, 2, 3], prompt: prompt, answer: text)
    let next = try template.render(
      question + [
        ChatMessage(role: .assistant, content: "", toolCalls: [call]), ChatMessage(role: .user, content: "And 8?"),
      ], addingGenerationPrompt: true)
    let found = try #require(history.longestPrefix(of: next))
    #expect(found.tokens == [1, 2, 3] && found.rest.text.hasPrefix("<|im_end|>\n<|im_start|>user\nAnd 8?"))
  }
}
