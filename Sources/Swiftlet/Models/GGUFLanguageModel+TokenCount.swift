extension GGUFLanguageModel {
  /// The number of tokens that a conversation takes, as the chat template renders it.
  ///
  /// - Throws: ``GGUFLanguageModelError`` if the file cannot be used, or its template fails.
  package nonisolated(nonsending) func tokenCount(of transcript: Transcript) async throws -> Int {
    try await generator.tokenCount(
      of: transcript.messages, tools: transcript.toolDefinitions.map(\.templateDefinition))
  }
}
