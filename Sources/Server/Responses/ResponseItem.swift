import SwiftletInference
import SwiftletJSON

/// An item of a response's output while it is written.
struct ResponseItem {
  /// The kinds of items.
  enum Kind: Equatable {
    case reasoning, message
    case call(id: String, name: String)

    /// The beginning of identifiers.
    var prefix: String {
      switch self {
      case .reasoning: "rs"
      case .message: "msg"
      case .call: "fc"
      }
    }
  }

  /// The kind.
  let kind: Kind
  /// The identifier.
  let id: String
  /// The form of reasoning.
  let reasoning: ResponseReasoning
  /// The text so far, or the arguments of a call.
  var text = ""
  /// The log-probabilities of the text's tokens.
  var entries: [TokenLogProbability] = []

  /// Creates an item without content.
  init(_ kind: Kind, id: String, _ reasoning: ResponseReasoning) {
    (self.kind, self.id, self.reasoning) = (kind, id, reasoning)
  }

  /// The content part of a message or of reasoning.
  var part: JSONValue {
    guard kind == .message else {
      return .members([
        ("type", reasoning.isSummary ? "summary_text" : "reasoning_text"), ("text", .string(text)),
      ])
    }
    return .members([
      ("type", "output_text"), ("text", .string(text)), ("annotations", .array([])),
      ("logprobs", .array(entries.map { $0.json })),
    ])
  }

  /// Returns the item.
  ///
  /// - Parameters:
  ///   - status: The value of `status`.
  ///   - hasContent: True unless it has just begun.
  /// - Returns: The object.
  func json(_ status: String, hasContent: Bool = true) -> JSONValue {
    let parts = hasContent ? [part] : []
    switch kind {
    case .reasoning:
      let isPortable = reasoning.isPortable && hasContent
      return .members([
        ("id", .string(id)), ("type", "reasoning"), ("summary", .array(reasoning.isSummary ? parts : [])),
        ("content", .array(reasoning.isSummary ? [] : parts)),
        ("encrypted_content", isPortable ? .string(ResponseReasoning.portable(text)) : nil),
        ("status", .string(status)),
      ])
    case .message:
      return .members([
        ("id", .string(id)), ("type", "message"), ("status", .string(status)), ("role", "assistant"),
        ("content", .array(parts)),
      ])
    case .call(let callID, let name):
      return .members([
        ("id", .string(id)), ("type", "function_call"), ("status", .string(status)),
        ("call_id", .string("call_\(callID)")), ("name", .string(name)), ("arguments", .string(text)),
      ])
    }
  }
}
