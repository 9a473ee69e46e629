package import SwiftletChatTemplates
package import SwiftletGuides
package import SwiftletInference
package import SwiftletJSON

/// Settings of a request beyond Apple's API, for the command-line tool and servers; sessions use the defaults.
///
/// Only models that run in this process read them.
package struct EngineRequest: Sendable {
  /// A prompt that is completed without a chat template; `nil` to answer the transcript.
  package var rawPrompt: String?
  /// The tokens of a prompt that is completed without a chat template; `nil` to use the text or the transcript.
  package var rawTokens: [Int]?
  /// A text whose middle is generated; `nil` to use the other prompts.
  package var fillInTheMiddle: FillInTheMiddle?
  /// The conversation as messages, which may be empty or follow one another in any order; `nil` to use the transcript.
  package var messages: [ChatMessage]?
  /// The images of the messages, in order; those of a transcript are in its segments.
  package var images: [Transcript.ImageAttachment] = []
  /// True if the last message is one of the assistant and the answer continues it, rather than beginning another.
  ///
  /// The answer has the new text only. If the last message has reasoning and no content, its reasoning is continued.
  package var continuesLastMessage = false
  /// Further variables of the chat template, over those of the request's context options.
  package var templateVariables: [String: JSONValue] = [:]
  /// True if the model may call several tools at once, as far as its format allows it.
  package var allowsParallelToolCalls = true
  /// True if calls of the last step, with the same arguments, are dropped, and the model has to answer instead.
  ///
  /// Sessions do this, as small models repeat their calls without end. Servers leave it to their clients.
  package var dropsAnsweredCalls = false
  /// The tools that have answered, if the answer must use what they said instead of calling them again.
  package var answeredTools: [String] = []
  /// A GBNF grammar for the answer; `nil` to use the request's schema.
  package var grammar: String?
  /// A guide for the answer; `nil` to use the grammar or the request's schema.
  package var guide: GuideSource?
  /// The stop sequences, which end the answer and are not a part of it.
  package var stopSequences: [String] = []
  /// Sampling settings that override those of the model; the request's generation options override these.
  package var sampling = GGUFLanguageModel.SamplingOptions()
  /// The biases of all tokens of texts, over those of the sampling settings; −∞ bans them.
  package var textBias: [String: Float] = [:]
  /// True if no end-of-generation token is sampled, so that the answer goes on to its limit or the context's end.
  package var ignoresEnd = false
  /// The log-probabilities that ``observe`` is told of; `nil` for none.
  ///
  /// Those of the answer's tokens come directly before their tokens, whose text is delivered after that.
  package var logProbabilities: LogProbabilityRequest?
  /// The factor of the scale of the model's LoRA adapter, 0 for no adapter; `nil` for that of the model.
  package var adapterStrength: Float?
  /// The path of the prefix cache file; `nil` for none.
  package var prefixPath: String?
  /// Called once, before any event, with the number of tokens of the prompt.
  ///
  /// By then the prompt has been rendered, tokenised and found to fit the context, the guide has been compiled, and the
  /// engine has taken the request, which may wait for others. What fails earlier throws without this call.
  package var accepted: (@Sendable (_ promptTokenCount: Int) -> Void)?
  /// Called with each event of the engine.
  package var observe: (@Sendable (GenerationEvent) -> Void)?
  /// Called with warnings about parts of the request that could not be fulfilled.
  package var warn: (@Sendable (String) -> Void)?

  /// Creates default settings.
  package init() {}
}
