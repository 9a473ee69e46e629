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
  /// - Parameters:
  ///   - request: What to answer, and how. Tools that the model calls are not run.
  ///   - onText: Called with each piece of the answer's text.
  ///   - onReasoning: Called with each piece of the thoughts before it.
  /// - Returns: The answer with its calls.
  /// - Throws: What ``Executor/respond(to:model:streamingInto:)`` throws, and what the closures throw.
  package nonisolated(nonsending) func answer(
    _ request: LanguageModelExecutorGenerationRequest, onText: (String) throws -> Void = { _ in },
    onReasoning: (String) throws -> Void = { _ in }
  ) async throws -> CompleteAnswer {
    var answer = CompleteAnswer()
    try await generator.respond(to: request) { event in
      switch event.kind {
      case .response:
        answer.text += event.responseText
        try onText(event.responseText)
      case .reasoning(let reasoning):
        if case .appendText(let fragment) = reasoning.action.kind { try onReasoning(fragment.content) }
      case .toolCalls(let calls):
        if case .toolCall(let call) = calls.action.kind { answer.take(call) }
      }
    }
    return answer
  }
}

extension CompleteAnswer {
  /// Adds a piece of a call.
  fileprivate mutating func take(_ call: LanguageModelExecutorGenerationChannel.ToolCalls.ToolCall) {
    if calls.last?.id != call.id { calls.append(Call(id: call.id, name: call.name, arguments: "")) }
    if case .appendArguments(let fragment) = call.action.kind { calls[calls.count - 1].arguments += fragment.content }
  }
}
