package import SwiftletInference

/// An event of an answer, in any protocol.
package enum AnswerEvent: Sendable, Equatable {
  /// The prompt fits, and the request waits for the model or is being read; the first event.
  case accepted(promptTokens: Int)
  /// A part of the prompt has been read; the counts have the tokens from the prefix cache.
  case progress(processed: Int, total: Int, cached: Int)
  /// The prompt has been read; `cached` of its tokens came from the prefix cache.
  case prefilled(total: Int, cached: Int)
  /// New reasoning.
  case reasoning(String)
  /// New text.
  case text(String)
  /// The beginning of a tool call, with its number in the answer and a new identifier without prefix.
  case toolCallBegan(index: Int, id: String, name: String)
  /// The next part of a call's arguments, as JSON text.
  case toolCallArguments(index: Int, String)
  /// The log-probabilities of the tokens of the text that follows; before ``prefilled(total:cached:)`` those of the
  /// prompt, if they were asked for.
  case logProbabilities([TokenLogProbability])
  /// The tokens of the text that follows, with those of markers before it; only if they were asked for.
  case tokens([Int])
  /// The times so far, at the event that follows.
  case timings(AnswerTimings)
  /// The end; the last event.
  case finished(AnswerEnd)
}

/// The end of an answer.
package struct AnswerEnd: Sendable, Equatable {
  /// The reasons to end.
  package enum Reason: Sendable, Equatable {
    /// The model ended its answer, or its form is complete.
    case stop
    /// A stop sequence was found.
    case stopSequence(String)
    /// The limit of tokens or the end of the context was reached.
    case length
    /// The model waits for the results of its calls.
    case toolCalls
  }

  /// The reason.
  package var reason: Reason
  /// The numbers of tokens.
  package var usage: AnswerUsage
  /// The times; `nil` if they are not known.
  package var timings: AnswerTimings?

  /// Creates an end.
  package init(reason: Reason, usage: AnswerUsage, timings: AnswerTimings? = nil) {
    (self.reason, self.usage, self.timings) = (reason, usage, timings)
  }
}

/// The numbers of tokens of an answer.
package struct AnswerUsage: Sendable, Equatable {
  /// The tokens of the whole prompt.
  package var promptTokens = 0
  /// The tokens of the prompt that came from the prefix cache.
  package var cachedTokens = 0
  /// The generated tokens, with those of the reasoning.
  package var generatedTokens = 0
  /// The tokens of the reasoning.
  package var reasoningTokens = 0

  /// Creates numbers of tokens.
  package init(promptTokens: Int = 0, cachedTokens: Int = 0, generatedTokens: Int = 0, reasoningTokens: Int = 0) {
    (self.promptTokens, self.cachedTokens) = (promptTokens, cachedTokens)
    (self.generatedTokens, self.reasoningTokens) = (generatedTokens, reasoningTokens)
  }

  /// Creates the sum for the choices of an answer, whose prompt is counted once.
  package init(ofChoices choices: [AnswerUsage]) {
    self = choices.first ?? AnswerUsage()
    for choice in choices.dropFirst() {
      generatedTokens += choice.generatedTokens
      reasoningTokens += choice.reasoningTokens
    }
  }
}
