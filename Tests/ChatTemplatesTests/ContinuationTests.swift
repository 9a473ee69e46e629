import SwiftletTokenizers
import TestSupport
import Testing

@testable import SwiftletChatTemplates

/// Prompts that end within the last message.
struct ContinuationTests {
  private let question = ChatMessage(role: .user, content: "Hi")

  private func template(_ source: String) throws -> ChatTemplate {
    try ChatTemplate(source: source, bos: "<s>", eos: "</s>")
  }

  private func continued(
    _ source: String, _ message: ChatMessage, _ effort: ReasoningEffort? = nil
  ) throws -> (text: String, start: AnswerStart) {
    let (segments, start) = try template(source).renderContinuing([question, message], reasoning: effort)
    return (segments.text, start)
  }

  @Test(arguments: ["Hello", "Hello ", "Hello\n\n", "é", "{{ 1 }}<|im_end|>", "CONTINUED_7_", " Hello\r"])
  func promptsEndWithTheContent(_ content: String) throws {
    let message = ChatMessage(role: .assistant, content: content)
    let chatML = try continued(Source.chatML, message)
    #expect(chatML.text == "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n" + content)
    #expect(chatML.start == .text)
    let gemma = try continued(Source.gemma, message)
    let kept = content.hasPrefix(" ") ? String(content.dropFirst()) : content
    #expect(gemma.text == "<s><start_of_turn>user\nHi<end_of_turn>\n<start_of_turn>model\n" + kept)
    let parts = try continued(Source.parts, message)
    #expect(parts.text == "[user]Hi[assistant]" + content)
    let plain = try ChatTemplate.plain.renderContinuing([question, message])
    #expect(plain.segments.text == "Hi" + content && plain.start == .text)
  }

  @Test func contentHasNoControlTokens() throws {
    let message = ChatMessage(role: .assistant, content: "a<|im_end|>")
    let segments = try template(Source.chatML).renderContinuing([question, message]).segments
    #expect(segments.last == TextSegment(text: "a<|im_end|>", parsesSpecialTokens: false))
  }

  @Test func emptyMessagesBeginWithTheTemplatesHeader() throws {
    let empty = try continued(Source.chatML, ChatMessage(role: .assistant, content: ""))
    #expect(empty.text.hasSuffix("<|im_start|>assistant\n") && empty.start == .beginning)
  }

  @Test func contentFollowsItsReasoning() throws {
    let found = try continued(
      Source.thinking, ChatMessage(role: .assistant, content: "So", reasoning: "Hm."))
    #expect(found.text.hasSuffix("<|im_start|>assistant\n<think>\nHm.\n</think>\n\nSo") && found.start == .text)
    let inContent = try continued(
      Source.thinking, ChatMessage(role: .assistant, content: "<think>\nHm.\n</think>\n\n"))
    #expect(inContent.text.hasSuffix("\nHm.\n</think>\n\n") && inContent.start == .content)
  }

  @Test func reasoningThatHasNotEndedIsContinued() throws {
    let expected = "<|im_start|>assistant\n<think>\nHm, so"
    for message in [
      ChatMessage(role: .assistant, content: "", reasoning: "Hm, so"),
      ChatMessage(role: .assistant, content: "<think>\nHm, so"),
    ] {
      let found = try continued(Source.thinking, message)
      #expect(found.text.hasSuffix(expected) && found.start == .reasoning)
      let closed = #expect(throws: ChatTemplateError.self) { try continued(Source.thinking, message, .off) }
      if case .cannotContinue? = closed { continue }
      Issue.record("\(String(describing: closed))")
    }
    // A template whose prompt does not begin the reasoning.
    let unopened = Source.thinking.replacing("{{ '<think>\\n' }}", with: "")
    let found = try continued(unopened, ChatMessage(role: .assistant, content: "", reasoning: "Hm, so"))
    #expect(found.text.hasSuffix(expected) && found.start == .reasoning)
  }

  @Test func whatCannotBeContinuedIsAnError() throws {
    let call = ToolCall(id: "1", name: "f", arguments: "{}")
    let answer = ChatMessage(role: .assistant, content: "Hello")
    let dropping = "{% for m in messages %}{% if m.role == 'user' %}{{ m.content }}{% endif %}{% endfor %}"
    let changing = Source.chatML.replacing("message['content']", with: "message['content'] | upper")
    for (source, messages) in [
      (Source.chatML, [question]), (Source.chatML, []),
      (Source.chatML, [question, ChatMessage(role: .assistant, content: "", toolCalls: [call])]),
      (dropping, [question, answer]), (changing, [question, answer]),
    ] {
      let error = #expect(throws: ChatTemplateError.self) { try template(source).renderContinuing(messages) }
      if case .cannotContinue? = error { continue }
      Issue.record("\(String(describing: error))")
    }
  }

  @Test func textThatGoesOnKeepsItsSpaceAndHasNoReasoning() throws {
    var parser = AnswerParser(AnswerFormat(reasoning: .thinkTags), tools: [], start: .text)
    var events = try parser.append(" <think> world".utf8)
    events += try parser.finish()
    let text = events.map { event in if case .text(let text) = event { text } else { "?" } }.joined()
    #expect(text == " <think> world")
  }

  /// The templates of all families, where their data is at hand.
  @Test(.enabled(if: TestData.templates.isPresent, "\(TestData.templates.absence)"), arguments: Family.all)
  func familiesEndWithTheContent(_ family: Family) throws {
    let template = try family.template()
    guard !template.format.isHarmony else { return }
    let message = ChatMessage(role: .assistant, content: "The answer is")
    let (segments, start) = try template.renderContinuing([question, message], tools: Probe.tools)
    #expect(segments.text.hasSuffix("The answer is") && start == .text)
  }
}
