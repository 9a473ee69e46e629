public import Foundation

/// One step that a session asks of an executor.
public struct LanguageModelExecutorGenerationRequest: Sendable {
  /// Tells this step from all others.
  public var id: UUID

  /// What has been said; the last entry is the one to answer.
  public var transcript: Transcript

  /// How to pick the words, and how many.
  public var generationOptions: GenerationOptions

  // Internal until tools and schemas arrive, which the public initialiser takes as well.
  init(id: UUID = UUID(), transcript: Transcript, generationOptions: GenerationOptions) {
    self.id = id
    self.transcript = transcript
    self.generationOptions = generationOptions
  }
}
