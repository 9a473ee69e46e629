package import SwiftletInference

/// Settings of a request beyond Apple's interface, for commands and servers; sessions leave them as they are.
///
/// It is a part of the one request that all of them make. Only models that run in this process read it.
package struct EngineRequest: Sendable {
  /// A text that the model goes on with, without a chat template; `nil` to answer the transcript.
  package var continuedText: String?
  /// A grammar in GBNF for the answer; `nil` for what the request's schema says.
  package var grammar: String?
  /// Texts that end the answer when they occur in it, and are not a part of it.
  package var stopTexts: [String] = []
  /// Settings of the sampler, over those of the model and under the request's other options.
  package var sampling = GGUFLanguageModel.SamplingOptions()
  /// A file that keeps what the model makes of the prompt's beginning.
  package var prefixPath: String?
  /// Called with what the engine does.
  package var observe: (@Sendable (GenerationEvent) -> Void)?
  /// Called with what could not be done as asked, though the request goes on.
  package var warn: (@Sendable (String) -> Void)?

  /// Creates a request for nothing beyond the interface.
  package init() {}
}
