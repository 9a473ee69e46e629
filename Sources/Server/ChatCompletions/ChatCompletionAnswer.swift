import Swiftlet
import SwiftletInference
package import SwiftletJSON

/// A whole answer in the form of OpenAI's chat completions API.
package struct ChatCompletionAnswer {
  /// The members that all parts of an answer share.
  package let identity: AnswerIdentity
  /// The choices in order.
  package let choices: [CollectedAnswer]
  /// True if reasoning is also a member `reasoning`.
  package var namesReasoningTwice = false

  /// Creates an answer.
  package init(identity: AnswerIdentity, choices: [CollectedAnswer]) {
    (self.identity, self.choices) = (identity, choices)
  }

  /// The object `chat.completion`.
  package var json: JSONValue {
    .members(
      identity.members(of: "chat.completion") + [
        ("choices", .array(choices.enumerated().map { $1.choice($0, namesReasoningTwice: namesReasoningTwice) })),
        ("usage", AnswerUsage(ofChoices: choices.map { $0.usage }).chatCompletion),
        ("timings", choices.count == 1 ? choices[0].timings?.json : nil),
      ])
  }
}

/// The members that all parts of an answer in OpenAI's API share.
package struct AnswerIdentity: Sendable {
  /// The identifier of the answer.
  package var id: String
  /// The time of the request, in seconds since 1970.
  package var created: Int
  /// The name of the model that answers.
  package var model: String

  /// Creates the members of an answer.
  package init(id: String, created: Int, model: String) {
    (self.id, self.created, self.model) = (id, created, model)
  }

  /// Creates the members of a new answer.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of the identifier, such as `chatcmpl`.
  ///   - model: The name of the model that answers.
  package init(newWith prefix: String, model: String) {
    self.init(id: "\(prefix)-\(Identifier.new())", created: UnixTime.now, model: model)
  }

  /// The members of an object of a type.
  func members(of object: String) -> [(String, JSONValue?)] {
    [
      ("id", .string(id)), ("object", .string(object)), ("created", .count(created)), ("model", .string(model)),
      ("system_fingerprint", .string("swiftlet-\(LibraryVersion.number)")),
    ]
  }
}

extension CollectedAnswer {
  /// The answer as an element of `choices`.
  fileprivate func choice(_ index: Int, namesReasoningTwice: Bool) -> JSONValue {
    let calls = calls.map { call in
      let function = JSONValue.members([("name", .string(call.name)), ("arguments", .string(call.arguments))])
      return JSONValue.members([("id", .string("call_\(call.id)")), ("type", "function"), ("function", function)])
    }
    let message = JSONValue.members([
      ("role", "assistant"), ("content", text.isEmpty && !calls.isEmpty ? .null : .string(text)), ("refusal", .null),
      ("reasoning_content", reasoning.isEmpty ? nil : .string(reasoning)),
      ("reasoning", reasoning.isEmpty || !namesReasoningTwice ? nil : .string(reasoning)),
      ("tool_calls", calls.isEmpty ? nil : .array(calls)),
    ])
    return .members([
      ("index", .count(index)), ("message", message),
      ("logprobs", logProbabilities.map { .chatCompletion($0) } ?? .null),
      ("finish_reason", .string(reason.chatCompletion)),
    ])
  }
}

extension AnswerEnd.Reason {
  /// The value of `finish_reason`.
  var chatCompletion: String {
    switch self {
    case .stop, .stopSequence: "stop"
    case .length: "length"
    case .toolCalls: "tool_calls"
    }
  }
}

extension AnswerUsage {
  /// The object `usage`.
  package var chatCompletion: JSONValue {
    .members([
      ("prompt_tokens", .count(promptTokens)), ("completion_tokens", .count(generatedTokens)),
      ("total_tokens", .count(promptTokens + generatedTokens)),
      ("prompt_tokens_details", .members([("cached_tokens", .count(cachedTokens))])),
      ("completion_tokens_details", .members([("reasoning_tokens", .count(reasoningTokens))])),
    ])
  }
}

extension JSONValue {
  /// The object `logprobs` of a choice.
  static func chatCompletion(_ entries: [TokenLogProbability]) -> JSONValue {
    .members([("content", .array(entries.map { $0.json })), ("refusal", .null)])
  }
}

extension TokenLogProbability {
  /// The entry of a token with its alternatives.
  var json: JSONValue {
    let alternatives = top.map { JSONValue.members(Self.members($0.bytes, $0.logProbability)) }
    return .members(Self.members(bytes, logProbability ?? 0) + [("top_logprobs", .array(alternatives))])
  }

  /// The text, the log-probability and the bytes, which may be a part of a character.
  private static func members(_ bytes: [UInt8], _ logProbability: Double) -> [(String, JSONValue?)] {
    [
      ("token", .string(String(decoding: bytes, as: UTF8.self))), ("logprob", .number(logProbability)),
      ("bytes", .array(bytes.map { .count(Int($0)) })),
    ]
  }
}
