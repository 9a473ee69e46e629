import SwiftletChatTemplates
import SwiftletJSON

extension TextGenerator {
  /// Stores the tokens of an answer, so that later prompts that contain it begin with the same tokens.
  ///
  /// Calls outside of the model's format are stored under the text that the template makes of them: the model then sees
  /// its calls in its own words, and goes on to call tools.
  func remember(
    _ answer: Answer, to prepared: PreparedRequest, _ request: LanguageModelExecutorGenerationRequest,
    _ contents: EngineContents
  ) {
    guard !answer.raw.isEmpty, !prepared.segments.isEmpty else { return }
    var text: String? = answer.raw
    if !answer.bareCalls.isEmpty {
      text = try? template(contents).textOfAnswer(
        calling: answer.bareCalls, after: request.messages, prompt: prepared.segments.text, tools: prepared.tools,
        reasoning: request.contextOptions.reasoningLevel.map { ReasoningEffort($0) },
        variables: request.engine.templateVariables)
    }
    guard let text else { return }
    slot.history.remember(prepared.generation.prompt + answer.tokens, prompt: prepared.segments, answer: text)
  }
}

extension ChatTemplate {
  /// The text that the template makes of an answer with tool calls, without the end of the message.
  ///
  /// - Returns: The text; `nil` if the prompt is no prefix of the rendered conversation.
  /// - Throws: ``ChatTemplateError``
  func textOfAnswer(
    calling calls: [ToolCall], after messages: [ChatMessage], prompt: String, tools: [ToolDefinition],
    reasoning: ReasoningEffort?, variables: [String: JSONValue] = [:]
  ) throws(ChatTemplateError) -> String? {
    func rendered(_ answer: ChatMessage) throws(ChatTemplateError) -> String? {
      let text = try render(
        messages + [answer], tools: tools, reasoning: reasoning, variables: variables, addingGenerationPrompt: false
      ).text
      return text.utf8.starts(with: prompt.utf8) ? String(text.utf8.dropFirst(prompt.utf8.count)) : nil
    }
    let words = "words"
    guard let answer = try rendered(ChatMessage(role: .assistant, content: "", toolCalls: calls)),
      let end = try rendered(ChatMessage(role: .assistant, content: words)),
      end.hasPrefix(words), answer.hasSuffix(end.dropFirst(words.count))
    else { return nil }
    return String(answer.dropLast(end.count - words.count))
  }
}
