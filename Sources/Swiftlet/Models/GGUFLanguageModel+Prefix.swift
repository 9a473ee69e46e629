public import Foundation

extension GGUFLanguageModel {
  /// Writes what the model makes of the beginning of conversations to a file, so that a program that starts need not have
  /// it read again.
  ///
  /// ```swift
  /// let model = try GGUFLanguageModel(contentsOf: URL(filePath: "model.gguf"))
  /// let session = LanguageModelSession(model: model, instructions: "You answer by the handbook, which says: …")
  /// let cache = URL(filePath: "handbook.prefix")
  /// do {
  ///   try await model.loadPrefix(from: cache)
  /// } catch is GGUFLanguageModelError {
  ///   try await model.savePrefix(of: session.transcript, to: cache)
  /// }
  /// ```
  ///
  /// The file is large: as many bytes as the memory for the tokens, 64 of which are a page; tokens that fill no page are
  /// left out. It can be used with the same model file, adapter and cache format, and on machines with the same vector
  /// units. Only this user can read it, since what it was made of can be told from it.
  ///
  /// - Parameters:
  ///   - transcript: What conversations begin with, such as the transcript of a session that has only instructions.
  ///   - url: The file; it is replaced when all is written.
  /// - Returns: The number of tokens in the file.
  /// - Throws: ``GGUFLanguageModelError/unusablePrefix(path:reason:)`` if it cannot be written or there are fewer than 64
  ///   tokens, and what requests throw.
  @discardableResult
  public nonisolated(nonsending) func savePrefix(of transcript: Transcript, to url: URL) async throws -> Int {
    try await generator.savePrefix(of: transcript, to: url.path(percentEncoded: false))
  }

  /// Takes from a file what the model made of the beginning of conversations, as if it had been read.
  ///
  /// It is forgotten as what was read is: when the memory is needed, or when the weights leave it.
  ///
  /// - Parameter url: A file that ``savePrefix(of:to:)`` has written.
  /// - Returns: The number of tokens that need not be read any more.
  /// - Throws: ``GGUFLanguageModelError/unusablePrefix(path:reason:)`` if there is no such file, it is damaged, or of
  ///   another model, adapter, cache format or kind of machine; and ``GGUFLanguageModelError/unusable(path:reason:)``.
  @discardableResult
  public nonisolated(nonsending) func loadPrefix(from url: URL) async throws -> Int {
    try await generator.loadPrefix(from: url.path(percentEncoded: false))
  }
}
