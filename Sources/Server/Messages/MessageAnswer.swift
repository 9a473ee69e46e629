package import SwiftletJSON

/// A whole answer in the form of Anthropic's API.
package struct MessageAnswer {
  /// The identifier of the answer.
  package let id: String
  /// The name of the model that answers.
  package let model: String
  /// The answer.
  package let answer: CollectedAnswer

  /// Creates an answer.
  package init(id: String, model: String, answer: CollectedAnswer) {
    (self.id, self.model, self.answer) = (id, model, answer)
  }

  /// The object `message`.
  package var json: JSONValue {
    var blocks: [JSONValue] = []
    if !answer.reasoning.isEmpty { blocks.append(.thinkingBlock(answer.reasoning)) }
    if !answer.text.isEmpty { blocks.append(.textBlock(answer.text)) }
    for call in answer.calls {
      let input = try? JSONValue.read(Array(call.arguments.utf8), options: .init())
      // The arguments of a call that the limit cut off are no object.
      blocks.append(.toolUseBlock(call.id, call.name, input: input?.members == nil ? nil : input))
    }
    return .message(id: id, model: model, content: blocks, reason: answer.reason, usage: answer.usage)
  }
}

extension JSONValue {
  /// Creates an object `message`; without a reason, its answer has only begun.
  static func message(
    id: String, model: String, content: [JSONValue], reason: AnswerEnd.Reason?, usage: AnswerUsage
  ) -> JSONValue {
    .members([
      ("id", .string(id)), ("type", "message"), ("role", "assistant"), ("model", .string(model)),
      ("content", .array(content)), ("stop_reason", reason.map { .string($0.messageName) } ?? .null),
      ("stop_sequence", reason?.messageStopSequence ?? .null), ("usage", usage.message),
    ])
  }

  /// Creates a block of text.
  static func textBlock(_ text: String) -> JSONValue { .members([("type", "text"), ("text", .string(text))]) }

  /// Creates a block of reasoning, whose signature is empty: it is checked by nobody.
  static func thinkingBlock(_ text: String) -> JSONValue {
    .members([("type", "thinking"), ("thinking", .string(text)), ("signature", "")])
  }

  /// Creates a block of a tool call.
  static func toolUseBlock(_ id: String, _ name: String, input: JSONValue? = nil) -> JSONValue {
    .members([
      ("type", "tool_use"), ("id", .string("toolu_\(id)")), ("name", .string(name)), ("input", input ?? .members([])),
    ])
  }
}

extension AnswerEnd.Reason {
  /// The value of `stop_reason`.
  var messageName: String {
    switch self {
    case .stop: "end_turn"
    case .stopSequence: "stop_sequence"
    case .length: "max_tokens"
    case .toolCalls: "tool_use"
    }
  }

  /// The value of `stop_sequence`.
  var messageStopSequence: JSONValue {
    if case .stopSequence(let text) = self { .string(text) } else { .null }
  }
}

extension AnswerUsage {
  /// The object `usage`, whose input is that which did not come from the cache.
  package var message: JSONValue {
    .members([
      ("input_tokens", .count(max(0, promptTokens - cachedTokens))), ("cache_creation_input_tokens", .count(0)),
      ("cache_read_input_tokens", .count(cachedTokens)), ("output_tokens", .count(generatedTokens)),
    ])
  }
}
