import Foundation
import SwiftletChatTemplates

extension SystemLanguageModel {
  /// Counts the tokens that a prompt adds to a conversation, including those of the chat template.
  ///
  /// - Parameter prompt: The prompt.
  /// - Returns: The number of tokens.
  /// - Throws: ``SystemLanguageModel/Error`` if the model is not available, ``LanguageModelError/contextSizeExceeded(_:)``
  ///   for megabytes of text that neither the chat template nor the context has room for.
  public final nonisolated(nonsending) func tokenCount(for prompt: some PromptRepresentable) async throws -> Int {
    let segments = [Transcript.Segment](prompt.promptRepresentation.parts)
    return try await count([ChatMessage(role: .user, content: segments.text)])
  }

  /// Counts the tokens that instructions add to a conversation, including those of the chat template.
  ///
  /// - Parameter instructions: The instructions.
  /// - Returns: The number of tokens.
  /// - Throws: ``SystemLanguageModel/Error`` if the model is not available, ``LanguageModelError/contextSizeExceeded(_:)``
  ///   for megabytes of text that neither the chat template nor the context has room for.
  public final nonisolated(nonsending) func tokenCount(for instructions: Instructions) async throws -> Int {
    try await count([ChatMessage(role: .system, content: [Transcript.Segment](instructions.parts).text)])
  }

  /// Counts the tokens of tool definitions as JSON.
  ///
  /// - Parameter tools: The tools.
  /// - Returns: The number of tokens.
  /// - Throws: ``SystemLanguageModel/Error`` if the model is not available.
  public final nonisolated(nonsending) func tokenCount(for tools: [any Tool]) async throws -> Int {
    guard !tools.isEmpty else { return 0 }
    return try await count(tools.map { Transcript.CodedTool(Transcript.ToolDefinition(tool: $0)) })
  }

  /// Counts the tokens of a schema as JSON.
  ///
  /// - Parameter schema: The schema.
  /// - Returns: The number of tokens.
  /// - Throws: ``SystemLanguageModel/Error`` if the model is not available.
  public final nonisolated(nonsending) func tokenCount(for schema: GenerationSchema) async throws -> Int {
    try await count(schema)
  }

  /// Counts the tokens of a conversation, including those of the chat template.
  ///
  /// - Parameter transcriptEntries: The entries.
  /// - Returns: The number of tokens.
  /// - Throws: ``SystemLanguageModel/Error`` if the model is not available, ``LanguageModelError/contextSizeExceeded(_:)``
  ///   for megabytes of text that neither the chat template nor the context has room for.
  public final nonisolated(nonsending) func tokenCount(
    for transcriptEntries: some Collection<Transcript.Entry>
  ) async throws -> Int {
    let transcript = Transcript(entries: transcriptEntries)
    return try await count(transcript.messages, tools: transcript.toolDefinitions)
  }

  private nonisolated(nonsending) func count(
    _ messages: [ChatMessage], tools: [Transcript.ToolDefinition] = []
  ) async throws -> Int {
    guard !messages.isEmpty || !tools.isEmpty else { return 0 }
    let executor = try executor()
    do {
      return try await executor.tokenCount(of: messages, tools: tools.map(\.templateDefinition))
    } catch let error as GGUFLanguageModelError {
      throw SystemLanguageModel.Error(error)
    }
  }

  private nonisolated(nonsending) func count(_ value: some Encodable) async throws -> Int {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    let executor = try executor()
    do {
      return try await executor.tokenCount(of: text)
    } catch let error as GGUFLanguageModelError {
      throw SystemLanguageModel.Error(error)
    }
  }
}
