public import Foundation

extension GGUFLanguageModel {
  /// Saves the KV cache of a conversation prefix to a file, so that later processes need not prefill it.
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
  /// The file is as large as the KV cache of its tokens, in whole pages of 64; the remaining tokens are omitted. It can
  /// be used with the same model file, adapter and cache format, and on machines with the same vector instructions. Its
  /// permissions restrict it to the current user, since the prompt can be reconstructed from it.
  ///
  /// - Parameters:
  ///   - transcript: The common prefix of conversations, such as the transcript of a session with only instructions.
  ///   - url: The file; it is replaced atomically.
  /// - Returns: The number of tokens in the file.
  /// - Throws: ``GGUFLanguageModelError/unusablePrefix(path:reason:)`` if it cannot be written or there are fewer than
  ///   64 tokens, and the errors of requests.
  @discardableResult
  public nonisolated(nonsending) func savePrefix(of transcript: Transcript, to url: URL) async throws -> Int {
    let transcript = executor.configuration.defaults.applied(to: transcript)
    return try await executor.withContents { contents in
      let (engine, template) = (contents.engine, try executor.template(contents))
      let tools = transcript.toolDefinitions.map(\.templateDefinition)
      let segments = try template.commonPrefix(of: transcript.messages, tools: tools)
      let tokens = segments.isEmpty ? [] : slot.history.tokens(for: segments, tokenizer: engine.tokenizer)
      return try await engine.savePrefix(
        tokens, to: url.path(percentEncoded: false), adapter: executor.adapter(contents))
    }
  }

  /// Loads the KV cache of a conversation prefix from a file into the prefix cache.
  ///
  /// It is evicted like other entries of the prefix cache: when memory is needed, or when the weights are unloaded.
  ///
  /// - Parameter url: A file that ``savePrefix(of:to:)`` has written.
  /// - Returns: The number of tokens that need not be prefilled.
  /// - Throws: ``GGUFLanguageModelError/unusablePrefix(path:reason:)`` if there is no such file, it is damaged, or of
  ///   another model, adapter, cache format or kind of machine; and ``GGUFLanguageModelError/unusable(path:reason:)``.
  @discardableResult
  public nonisolated(nonsending) func loadPrefix(from url: URL) async throws -> Int {
    try await executor.withContents {
      try await $0.engine.loadPrefix(from: url.path(percentEncoded: false), adapter: executor.adapter($0)).count
    }
  }
}
