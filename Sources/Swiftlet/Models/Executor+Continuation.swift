import SwiftletChatTemplates
import SwiftletInference
import SwiftletTokenizers

extension GGUFLanguageModel.Executor {
  /// Renders the prompt of a request whose answer continues the last message.
  ///
  /// - Throws: `ChatTemplateError`, of which `cannotContinue` says that this is impossible, or
  ///   ``LanguageModelError/unsupportedGenerationGuide(_:)`` if the answer cannot have the form that is asked for.
  func continuation(
    _ request: LanguageModelExecutorGenerationRequest, _ messages: [ChatMessage],
    _ tools: [SwiftletChatTemplates.ToolDefinition], _ template: ChatTemplate
  ) throws -> (segments: [TextSegment], start: AnswerStart) {
    let continued = try template.renderContinuing(
      messages, tools: tools, reasoning: request.reasoningEffort, variables: request.engine.templateVariables)
    if continued.start == .text { try checkGuide(request, template.format) }
    return continued
  }

  /// Throws if an answer that continues a text cannot have the form that a request asks for.
  private func checkGuide(
    _ request: LanguageModelExecutorGenerationRequest, _ format: AnswerFormat
  ) throws(LanguageModelError) {
    let reason: String
    if request.schema != nil || request.engine.grammar != nil || request.engine.guide != nil {
      reason =
        "a schema or grammar is for answers from their first character, and this one continues the text of the "
        + "last message; leave out one of the two"
    } else if request.toolChoice == .required, format.calls?.placement == .start {
      reason = "calls of the model begin answers, and this one continues a text"
    } else {
      return
    }
    throw .unsupportedGenerationGuide(.init(schemaName: request.schemaName, debugDescription: reason))
  }
}
