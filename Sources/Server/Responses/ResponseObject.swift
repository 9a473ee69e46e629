package import SwiftletJSON

/// The members of a request that its response repeats.
package struct ResponseSettings: Sendable {
  /// The members by name.
  private let values: [String: JSONValue]
  private let isStored: Bool

  /// Reads the members.
  package init(_ fields: JSONFields, isStored: Bool) {
    var values: [String: JSONValue] = [:]
    for name in [
      "instructions", "max_output_tokens", "max_tool_calls", "metadata", "parallel_tool_calls", "previous_response_id",
      "reasoning",
      "temperature", "text", "tool_choice", "tools", "top_logprobs", "top_p", "user",
    ] {
      values[name] = fields.member(name)
    }
    (self.values, self.isStored) = (values, isStored)
  }

  /// Returns a member, or the value of one that is absent.
  private func member(_ name: String, _ other: JSONValue = .null) -> (String, JSONValue?) {
    (name, values[name] ?? other)
  }

  /// The members before the model's name and the answer.
  fileprivate var first: [(String, JSONValue?)] {
    [member("instructions"), member("max_output_tokens"), ("max_tool_calls", values["max_tool_calls"])]
  }

  /// The members after the answer.
  fileprivate var last: [(String, JSONValue?)] {
    let reasoning = JSONValue.members([
      ("effort", values["reasoning"]?["effort"] ?? .null), ("summary", values["reasoning"]?["summary"] ?? .null),
    ])
    let text = JSONValue.members([("format", values["text"]?["format"] ?? .members([("type", "text")]))])
    return [
      member("parallel_tool_calls", true), member("previous_response_id"), ("reasoning", reasoning),
      ("store", .bool(isStored)), member("temperature"), ("text", text), member("tool_choice", "auto"),
      ("tools", .array(tools)), member("top_logprobs", .count(0)), member("top_p"), ("truncation", "disabled"),
      ("user", values["user"]), member("metadata", .members([])),
    ]
  }

  /// The tools with all members that clients expect.
  private var tools: [JSONValue] {
    (values["tools"]?.elements ?? []).map { tool in
      let own = ["type", "name", "description", "parameters", "strict"]
      return .members(
        [
          ("type", "function"), ("name", tool["name"] ?? ""), ("description", tool["description"] ?? .null),
          ("parameters", tool["parameters"] ?? .null), ("strict", tool["strict"] ?? false),
        ] + (tool.members ?? []).filter { !own.contains($0.name) }.map { ($0.name, $0.value) })
    }
  }
}

/// A response in the form of OpenAI's Responses API, without its answer.
package struct ResponseObject: Sendable {
  /// The states of a response.
  enum Status: String {
    case running = "in_progress"
    case completed, incomplete, failed
  }

  /// The identifier without its prefix.
  let token: String
  /// The time of the request, in seconds since 1970.
  private let created: Int
  /// The name of the model that answers.
  private let model: String
  private let settings: ResponseSettings

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - token: The identifier without its prefix.
  ///   - created: The time of the request, in seconds since 1970.
  ///   - model: The name of the model that answers.
  ///   - settings: The members of the request.
  package init(token: String, created: Int, model: String, settings: ResponseSettings) {
    (self.token, self.created, self.model, self.settings) = (token, created, model, settings)
  }

  /// The identifier.
  package var id: String { "resp_\(token)" }

  /// Returns the object `response`.
  func json(
    _ status: Status, output: [JSONValue] = [], usage: AnswerUsage? = nil, completed: Int? = nil,
    error: JSONValue = .null
  ) -> JSONValue {
    let details = JSONValue.members([("reason", "max_output_tokens")])
    let first: [(String, JSONValue?)] = [
      ("id", .string(id)), ("object", "response"), ("created_at", .count(created)),
      ("completed_at", completed.map { .count($0) } ?? .null), ("status", .string(status.rawValue)),
      ("background", false), ("error", error), ("incomplete_details", status == .incomplete ? details : .null),
    ]
    let answer: [(String, JSONValue?)] = [("model", .string(model)), ("output", .array(output))]
    return .members(first + settings.first + answer + settings.last + [("usage", usage?.response ?? .null)])
  }
}

extension AnswerUsage {
  /// The object `usage` of a response.
  package var response: JSONValue {
    .members([
      ("input_tokens", .count(promptTokens)),
      ("input_tokens_details", .members([("cached_tokens", .count(cachedTokens))])),
      ("output_tokens", .count(generatedTokens)),
      ("output_tokens_details", .members([("reasoning_tokens", .count(reasoningTokens))])),
      ("total_tokens", .count(promptTokens + generatedTokens)),
    ])
  }
}
