/// A complete answer: its text and its tool calls.
package struct CompleteAnswer: Sendable, Equatable {
  /// A tool call, with its arguments as the model wrote them.
  package struct Call: Sendable, Equatable {
    var id: String
    package var name: String
    package var arguments: String
  }

  package var text = ""
  package var calls: [Call] = []
}

extension GGUFLanguageModel {
  /// Generates the answer to the last entry of a transcript without a session.
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
    try await generator.respond(to: request, truncating: false) { event in
      switch event.kind {
      case .response:
        answer.text += event.responseText
        try onText(event.responseText)
      case .reasoning(let reasoning):
        if case .appendText(let fragment) = reasoning.action.kind { try onReasoning(fragment.content) }
      case .toolCalls(let calls):
        if case .toolCall(let call) = calls.action.kind { answer.append(call) }
      }
    }
    return answer
  }
}

extension CompleteAnswer {
  /// Appends a piece of a tool call.
  fileprivate mutating func append(_ call: LanguageModelExecutorGenerationChannel.ToolCalls.ToolCall) {
    if calls.last?.id != call.id { calls.append(Call(id: call.id, name: call.name, arguments: "")) }
    if case .appendArguments(let fragment) = call.action.kind { calls[calls.count - 1].arguments += fragment.content }
  }
}
