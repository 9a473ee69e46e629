import Foundation
import Swiftlet
import SwiftletChatTemplates
import SwiftletInference

extension LanguageModelExecutorGenerationRequest {
  /// Creates the engine's request for a conversation, which all protocols translate theirs to.
  ///
  /// - Parameters:
  ///   - messages: The conversation.
  ///   - tools: The tools that may be called.
  ///   - mode: The mode of tool calls; `nil` to leave it to the model.
  ///   - schema: The schema of the answer; `nil` for text.
  ///   - showsSchema: True if the schema is in the prompt.
  ///   - limit: The largest number of tokens of the answer; `nil` for the rest of the context.
  ///   - level: The level of the reasoning; `nil` for the model's.
  init(
    messages: [ChatMessage], tools: [Transcript.ToolDefinition] = [],
    toolCallingMode mode: GenerationOptions.ToolCallingMode? = nil, schema: GenerationSchema? = nil,
    showsSchema: Bool = true, maximumTokens limit: Int?, reasoningLevel level: ContextOptions.ReasoningLevel? = nil
  ) {
    self.init(
      id: UUID(), transcript: Transcript(entries: []), enabledTools: tools, schema: schema,
      generationOptions: GenerationOptions(maximumResponseTokens: limit, toolCallingMode: mode),
      contextOptions: ContextOptions(includeSchemaInPrompt: showsSchema, reasoningLevel: level), metadata: [:])
    engine.messages = messages
  }
}
