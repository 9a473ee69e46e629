package import Swiftlet
package import SwiftletInference

/// A whole answer, collected from its events.
package struct CollectedAnswer: Sendable, Equatable {
  /// A tool call.
  package struct Call: Sendable, Equatable {
    /// The identifier, without a prefix.
    package var id: String
    /// The name of the tool.
    package var name: String
    /// The arguments as JSON text.
    package var arguments: String
  }

  /// The text.
  package var text = ""
  /// The reasoning before it.
  package var reasoning = ""
  /// The tool calls in order.
  package var calls: [Call] = []
  /// The log-probabilities of the text's tokens; `nil` if there are none.
  package var logProbabilities: [TokenLogProbability]?
  /// The tokens, if they were asked for.
  package var tokens: [Int] = []
  /// The reason of the end.
  package var reason = AnswerEnd.Reason.stop
  /// The numbers of tokens.
  package var usage = AnswerUsage()
  /// The times; `nil` if they are not known.
  package var timings: AnswerTimings?

  /// Creates an answer without content.
  package init() {}

  /// Adds an event.
  package mutating func append(_ event: AnswerEvent) {
    switch event {
    case .accepted, .progress, .prefilled: break
    case .timings(let times): timings = times
    case .tokens(let ids): tokens += ids
    case .reasoning(let text): reasoning += text
    case .text(let text): self.text += text
    case .toolCallBegan(_, let id, let name): calls.append(Call(id: id, name: name, arguments: ""))
    case .toolCallArguments(let index, let text):
      if calls.indices.contains(index) { calls[index].arguments += text }
    case .logProbabilities(let entries): logProbabilities = (logProbabilities ?? []) + entries
    case .finished(let end): (reason, usage, timings) = (end.reason, end.usage, end.timings)
    }
  }
}

extension CollectedAnswer {
  /// Creates an answer from one without a client.
  package init(_ answer: CompleteAnswer) {
    (text, reasoning) = (answer.text, answer.reasoning)
    calls = answer.calls.map { Call(id: $0.id, name: $0.name, arguments: $0.arguments) }
    usage = AnswerUsage(
      promptTokens: answer.tokens.prompt, cachedTokens: answer.tokens.cached, generatedTokens: answer.tokens.generated,
      reasoningTokens: answer.tokens.reasoning)
    reason = AnswerEnd.Reason(answer.finishReason, hasCalls: !calls.isEmpty)
  }
}

extension AnswerEnd.Reason {
  /// Creates a reason from the engine's; calls that a limit cut off are not complete.
  init(_ reason: FinishReason?, hasCalls: Bool) {
    switch reason {
    case .maximumTokens?, .contextFull?: self = .length
    case .endOfGeneration?, .stopSequence?, nil: self = hasCalls ? .toolCalls : .stop
    }
    if case .stopSequence(let text)? = reason, !hasCalls { self = .stopSequence(text) }
  }
}
