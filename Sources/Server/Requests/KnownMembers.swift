import SwiftletInference
package import SwiftletJSON

/// The members that requests, messages and tools may have.
///
/// Others are errors in files, since a misspelt member would be lost without notice. Programs that talk to a server
/// send more; reading a request does not depend on this check.
package enum KnownMembers {
  /// The members of a request, of which `schema`, `show_schema`, vLLM's `chat_template_kwargs` and most sampling
  /// parameters are additions to OpenAI's.
  static let request =
    [
      "messages", "model", "tools", "tool_choice", "parallel_tool_calls", "schema", "response_format", "show_schema",
      "max_tokens", "max_completion_tokens", "stop", "n", "reasoning_effort", "logprobs", "top_logprobs", "modalities",
      "stream", "chat_template_kwargs", "continue_final_message", "add_generation_prompt",
    ] + SamplingSetting.all.map(\.name) + withoutEffect

  /// The members of a request without a meaning for a model in this process.
  private static let withoutEffect = [
    "stream_options", "user", "metadata", "store", "service_tier", "prompt_cache_key", "prompt_cache_retention",
    "safety_identifier", "verbosity", "prediction",
  ]

  // The last two are in messages as servers return them.
  private static let message = [
    "role", "content", "name", "tool_calls", "tool_call_id", "reasoning_content", "reasoning", "thinking", "refusal",
    "annotations",
  ]
  private static let part = ["type", "text", "refusal", "annotations", "cache_control"]
  private static let call = ["id", "type", "index", "function", "name", "arguments"]
  private static let calledFunction = ["name", "arguments"]
  // With the members of Anthropic's tools and of those of the Model Context Protocol that describe no arguments.
  private static let tool = [
    "type", "function", "name", "description", "parameters", "input_schema", "inputSchema", "strict", "title",
    "annotations", "icons", "outputSchema", "_meta", "cache_control", "input_examples",
  ]
  private static let format = ["type", "json_schema", "schema"]
  private static let namedSchema = ["name", "description", "schema", "strict"]

  /// Throws if a request has an unknown member, in itself, its messages, its tools or its response format.
  package static func check(request: JSONValue, or others: [String] = []) throws(FieldError) {
    try JSONFields(request).refuseOlderMembers(["functions": "tools", "function_call": "tool_choice"])
    try JSONFields(request).allowOnly(others + Self.request)
    try check(messages: request["messages"]?.elements ?? [])
    try check(tools: request["tools"]?.elements ?? [])
    try check(request["response_format"], "response_format", format)
    try check(request["response_format"]?["json_schema"], "response_format.json_schema", namedSchema)
  }

  /// Throws if a message has an unknown member.
  package static func check(messages: [JSONValue]) throws(FieldError) {
    for (index, message) in messages.enumerated() {
      let path = "messages.\(index)"
      if message.members != nil {
        try JSONFields(message, at: path).refuseOlderMembers(["function_call": "tool_calls"])
      }
      try check(message, path, Self.message)
      for (number, part) in (message["content"]?.elements ?? []).enumerated() where part["text"] != nil {
        try check(part, "\(path).content.\(number)", Self.part)
      }
      for (number, call) in (message["tool_calls"]?.elements ?? []).enumerated() {
        try check(call, "\(path).tool_calls.\(number)", Self.call)
        try check(call["function"], "\(path).tool_calls.\(number).function", calledFunction)
      }
    }
  }

  /// Throws if a tool has an unknown member.
  package static func check(tools: [JSONValue]) throws(FieldError) {
    for (index, tool) in tools.enumerated() {
      try check(tool, "tools.\(index)", Self.tool)
      try check(tool["function"], "tools.\(index).function", Self.tool)
    }
  }

  /// Throws if an object has a member other than `names`; values of other types are left to those who read them.
  private static func check(_ value: JSONValue?, _ path: String, _ names: [String]) throws(FieldError) {
    guard let value, value.members != nil else { return }
    try JSONFields(value, at: path).allowOnly(names)
  }
}
