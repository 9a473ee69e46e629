import Foundation

extension GGUFLanguageModel {
  /// The number of tokens that a conversation takes, as the chat template renders it.
  ///
  /// - Throws: ``GGUFLanguageModelError`` if the file cannot be used, or its template fails.
  package nonisolated(nonsending) func tokenCount(of transcript: Transcript) async throws -> Int {
    if readsImages, !transcript.shownImages.isEmpty {
      let request = LanguageModelExecutorGenerationRequest(
        id: UUID(), transcript: transcript, enabledTools: transcript.toolDefinitions, schema: nil,
        generationOptions: GenerationOptions(), contextOptions: ContextOptions(), metadata: [:])
      return try await prompt(of: request, encodingImages: false).tokens.count
    }
    return try await executor.tokenCount(
      of: transcript.messages, tools: transcript.toolDefinitions.map(\.templateDefinition))
  }
}
