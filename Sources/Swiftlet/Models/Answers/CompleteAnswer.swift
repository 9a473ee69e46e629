package import SwiftletInference
import Synchronization

/// A complete answer: its text, its reasoning and its tool calls.
package struct CompleteAnswer: Sendable, Equatable {
  /// A tool call, with its arguments as the model wrote them.
  package struct Call: Sendable, Equatable {
    package var id: String
    package var name: String
    package var arguments: String
  }

  /// The numbers of tokens of a request.
  package struct TokenCounts: Sendable, Equatable {
    /// The tokens of the prompt.
    package var prompt = 0
    /// The tokens of the prompt that came from the prefix cache.
    package var cached = 0
    /// The generated tokens, with those of the reasoning.
    package var generated = 0
    /// The tokens of the reasoning.
    package var reasoning = 0
  }

  package var text = ""
  package var reasoning = ""
  package var calls: [Call] = []
  package var tokens = TokenCounts()
  /// The reason that the generation ended; `nil` if it was cancelled.
  package var finishReason: FinishReason?
}

extension GGUFLanguageModel {
  /// Generates the answer to the last message of a request without a session.
  ///
  /// - Parameters:
  ///   - request: The request to answer. Tools that the model calls are not run.
  ///   - onText: Called with each piece of the answer's text.
  ///   - onReasoning: Called with each piece of the reasoning.
  /// - Returns: The answer with its tool calls.
  /// - Throws: The errors of ``Executor/respond(to:model:streamingInto:)`` and of the closures.
  package nonisolated(nonsending) func answer(
    _ request: LanguageModelExecutorGenerationRequest, onText: (String) throws -> Void = { _ in },
    onReasoning: (String) throws -> Void = { _ in }
  ) async throws -> CompleteAnswer {
    var answer = CompleteAnswer()
    let end = FinishRecord()
    var request = request
    request.engine.observe = { [observe = request.engine.observe] event in
      if case .finished(let reason) = event { end.reason.withLock { $0 = reason } }
      observe?(event)
    }
    try await executor.respond(to: request, truncating: false) { event in
      switch event.kind {
      case .response(let response):
        answer.text += event.responseText
        if case .updateUsage(let usage) = response.action.kind { answer.tokens = .init(usage) }
        try onText(event.responseText)
      case .reasoning(let reasoning):
        switch reasoning.action.kind {
        case .appendText(let fragment):
          answer.reasoning += fragment.content
          try onReasoning(fragment.content)
        case .updateUsage(let usage): answer.tokens = .init(usage)
        default: break
        }
      case .toolCalls(let calls):
        switch calls.action.kind {
        case .toolCall(let call): answer.append(call)
        case .updateUsage(let usage): answer.tokens = .init(usage)
        default: break
        }
      }
    }
    answer.finishReason = end.reason.withLock { $0 }
    return answer
  }
}

/// The reason that a generation ended, noted by its observer.
private final class FinishRecord: Sendable {
  let reason = Mutex<FinishReason?>(nil)
}

extension CompleteAnswer.TokenCounts {
  fileprivate init(_ usage: LanguageModelExecutorGenerationChannel.Usage) {
    self.init(
      prompt: usage.input.totalTokenCount, cached: usage.input.cachedTokenCount,
      generated: usage.output.totalTokenCount, reasoning: usage.output.reasoningTokenCount)
  }
}

extension CompleteAnswer {
  /// Appends a piece of a tool call.
  fileprivate mutating func append(_ call: LanguageModelExecutorGenerationChannel.ToolCalls.ToolCall) {
    if calls.last?.id != call.id { calls.append(Call(id: call.id, name: call.name, arguments: "")) }
    if case .appendArguments(let fragment) = call.action.kind { calls[calls.count - 1].arguments += fragment.content }
  }
}
