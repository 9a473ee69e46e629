import SwiftletChatTemplates
package import SwiftletTokenizers

// Requests without a session, for servers.

extension GGUFLanguageModel {
  /// Generates the answer to the last message of a request without a session, as events.
  ///
  /// - Parameters:
  ///   - request: The request to answer. Tools that the model calls are not run.
  ///   - deliver: Called with each event of the answer; an error ends the generation.
  /// - Throws: The errors of ``Executor/respond(to:model:streamingInto:)`` and of the closure. An answer in a schema
  ///   that the request's limit cuts off is an error after its events.
  package nonisolated(nonsending) func respond(
    to request: LanguageModelExecutorGenerationRequest,
    delivering deliver: nonisolated(nonsending) (LanguageModelExecutorGenerationChannel.Event) async throws -> Void
  ) async throws {
    try await executor.respond(to: request, delivering: deliver)
  }

  /// Returns the prompt of a request, as text and as tokens.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - encodingImages: False to leave out the encoding of images, in place of whose rows there are other tokens then.
  /// - Returns: The text, and the tokens with placeholders for the rows of images.
  /// - Throws: The errors of ``Executor/respond(to:model:streamingInto:)``, for a request that it would refuse.
  package nonisolated(nonsending) func prompt(
    of request: LanguageModelExecutorGenerationRequest, encodingImages: Bool = true
  ) async throws -> (text: String, tokens: [TokenID]) {
    let request = executor.configuration.defaults.applied(to: request)
    return try await executor.withContents(for: request) {
      let prepared = try await executor.prepare(request, $0, truncating: true, encodingImages: encodingImages)
      return (request.engine.rawPrompt ?? prepared.segments.text, prepared.generation.prompt)
    }
  }

  /// Returns the model's tokenizer.
  ///
  /// - Throws: ``GGUFLanguageModelError`` if the file cannot be used.
  package nonisolated(nonsending) func tokenizer() async throws -> Tokenizer {
    try await executor.withContents { $0.engine.tokenizer }
  }
}

extension GGUFLanguageModel {
  /// The path of the file, with symbolic links resolved.
  package var path: String { slot.configuration.path }

  /// The context in tokens that was asked for; `nil` for that of the file.
  package var contextLimit: Int? { slot.configuration.options.contextSize }

  /// The file of the LoRA adapter; `nil` without one.
  package var adapterFile: AdapterFile? { executor.configuration.adapter }

  /// The sampling settings over those of the file: those of the store, then those of the model.
  package var samplingOptions: [SamplingOptions] {
    [executor.configuration.defaults.sampling, executor.configuration.sampling]
  }
}
