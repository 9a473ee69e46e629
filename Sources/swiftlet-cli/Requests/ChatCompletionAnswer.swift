import Foundation
import Swiftlet
import SwiftletInference
import SwiftletGGUF
import SwiftletJSON

/// An answer in the form of OpenAI's chat completions API.
struct ChatCompletionAnswer {
  /// The name of the model that answered.
  let model: String
  let choices: [CompleteAnswer]

  /// The object `chat.completion`.
  var json: JSONValue {
    .members([
      ("id", .string("chatcmpl-\(Self.newIdentifier)")), ("object", "chat.completion"),
      ("created", .count(Int(clamping: Date().timeIntervalSince1970))), ("model", .string(model)),
      ("system_fingerprint", .string("swiftlet-\(LibraryVersion.number)")),
      ("choices", .array(choices.enumerated().map { $1.choice($0) })), ("usage", usage),
    ])
  }

  /// A new identifier of letters and digits.
  static var newIdentifier: String { UUID().uuidString.replacing("-", with: "").lowercased() }

  /// The numbers of tokens; the prompt is counted once, however many choices there are.
  private var usage: JSONValue {
    let prompt = choices.first?.tokens.prompt ?? 0
    let cached = choices.first?.tokens.cached ?? 0
    let generated = choices.reduce(0) { $0 + $1.tokens.generated }
    let reasoning = choices.reduce(0) { $0 + $1.tokens.reasoning }
    return .members([
      ("prompt_tokens", .count(prompt)), ("completion_tokens", .count(generated)),
      ("total_tokens", .count(prompt + generated)),
      ("prompt_tokens_details", .members([("cached_tokens", .count(cached))])),
      ("completion_tokens_details", .members([("reasoning_tokens", .count(reasoning))])),
    ])
  }
}

extension CompleteAnswer {
  /// The answer as an element of `choices`.
  fileprivate func choice(_ index: Int) -> JSONValue {
    let calls = calls.map { call in
      let function = JSONValue.members([("name", .string(call.name)), ("arguments", .string(call.arguments))])
      return JSONValue.members([
        ("id", .string("call_\(call.id)")), ("type", "function"), ("function", function),
      ])
    }
    let message = JSONValue.members([
      ("role", "assistant"), ("content", text.isEmpty && !calls.isEmpty ? .null : .string(text)), ("refusal", .null),
      ("reasoning_content", reasoning.isEmpty ? nil : .string(reasoning)),
      ("tool_calls", calls.isEmpty ? nil : .array(calls)),
    ])
    return .members([
      ("index", .count(index)), ("message", message), ("logprobs", .null), ("finish_reason", .string(finish)),
    ])
  }

  /// The value of `finish_reason`; calls that a limit cut off are not complete.
  private var finish: String {
    switch finishReason {
    case .maximumTokens?, .contextFull?: "length"
    case .endOfGeneration?, .stopSequence?, nil: calls.isEmpty ? "stop" : "tool_calls"
    }
  }
}

extension JSONValue {
  /// Creates a number.
  static func count(_ count: Int) -> JSONValue { .number(String(count)) }
}
