import Synchronization

/// A whole answer: what was said, and which tools were called.
package struct CompleteAnswer: Sendable, Equatable {
  /// The call of a tool, with its arguments as the model wrote them.
  package struct Call: Sendable, Equatable {
    var id: String
    package var name: String
    package var arguments: String
  }

  package var text = ""
  package var calls: [Call] = []
}

extension GGUFLanguageModel {
  /// Answers the last entry of a transcript, a prompt or the output of a tool, without a session around it.
  ///
  /// - Parameter request: What to answer, and how. Tools that the model calls are not run.
  /// - Returns: The answer with its calls.
  /// - Throws: What ``Executor/respond(to:model:streamingInto:)`` throws.
  package nonisolated(nonsending) func completeAnswer(
    to request: LanguageModelExecutorGenerationRequest
  ) async throws -> CompleteAnswer {
    let collector = Collector()
    let channel = LanguageModelExecutorGenerationChannel(deliver: { collector.take($0) })
    try await Executor(configuration: executorConfiguration).respond(
      to: request, model: self, streamingInto: channel)
    return collector.answer.withLock { $0 }
  }
}

/// Puts the events of a channel together.
private final class Collector: Sendable {
  let answer = Mutex(CompleteAnswer())

  func take(_ event: LanguageModelExecutorGenerationChannel.Event) {
    answer.withLock { answer in
      switch event.kind {
      case .response(let response):
        switch response.action.kind {
        case .appendText(let fragment): answer.text += fragment.content
        case .replaceTextSegment(let segment): answer.text = segment.content
        case .updateMetadata, .updateUsage: break
        }
      case .toolCalls(let calls):
        if case .toolCall(let call) = calls.action.kind { answer.take(call) }
      case .reasoning: break
      }
    }
  }
}

extension CompleteAnswer {
  /// Adds a piece of a call.
  fileprivate mutating func take(_ call: LanguageModelExecutorGenerationChannel.ToolCalls.ToolCall) {
    if calls.last?.id != call.id { calls.append(Call(id: call.id, name: call.name, arguments: "")) }
    if case .appendArguments(let fragment) = call.action.kind { calls[calls.count - 1].arguments += fragment.content }
  }
}
