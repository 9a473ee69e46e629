/// The validation of prompts with embedding rows.
extension InferenceEngine {
  /// Returns the error of a request's embedding rows; nil if they fit the model.
  func embeddingError(for request: GenerationRequest) -> InferenceError? {
    guard let embeddings = request.embeddings else { return nil }
    guard embeddings.agree(with: request.prompt) else {
      let stray = request.prompt.first { $0 < 0 } ?? 0
      return .tokenOutOfRange(token: stray, vocabularyCount: model.configuration.vocabularyCount)
    }
    let columns = model.configuration.embeddingColumns
    if let odd = embeddings.spans.first(where: { $0.span.rows.columns != columns }) {
      return .vision(
        .widthMismatch(
          file: "the prompt", found: odd.span.rows.columns, model: model.path, expected: columns))
    }
    if request.logProbabilities?.ofPrompt == true { return .vision(.noPromptScores) }
    // Beside a bidirectional run, which is not divided, each other sequence may have a row.
    let limit = decoder.maximumRows - 64
    guard embeddings.longestBidirectional <= limit else {
      return .vision(.tooManyRows(found: embeddings.longestBidirectional, limit: limit))
    }
    return nil
  }
}
