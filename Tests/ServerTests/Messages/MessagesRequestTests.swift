import Swiftlet
import SwiftletChatTemplates
import SwiftletInference
import SwiftletJSON
import SwiftletServer
import Testing

/// The translation of requests in Anthropic's API.
@Suite struct MessagesRequestTests {
  private func request(_ body: String) throws -> MessagesRequest {
    try MessagesRequest(try JSONValue.read(Array(body.utf8), options: .init()))
  }

  private func messages(_ body: String) throws -> [ChatMessage] {
    try request(body).generation.engine.messages ?? []
  }

  private func parameter(_ body: String) throws -> String? {
    let value = try JSONValue.read(Array(body.utf8), options: .init())
    do throws(FieldError) {
      _ = try MessagesRequest(value)
      return nil
    } catch {
      return error.member
    }
  }

  @Test func resultsComeBeforeTheTextOfTheirMessage() throws {
    let found = try messages(
      #"""
      {"system": [{"type": "text", "text": "Be brief."}, {"type": "text", "text": "Be kind."}], "messages": [
        {"role": "user", "content": "Add."},
        {"role": "assistant", "content": [
          {"type": "thinking", "thinking": "hm", "signature": ""}, {"type": "redacted_thinking", "data": "x"},
          {"type": "text", "text": "Yes."}, {"type": "tool_use", "id": "t1", "name": "add", "input": {"x": 1}}]},
        {"role": "user", "content": [
          {"type": "text", "text": "And?", "cache_control": {"type": "ephemeral"}},
          {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "no"}], "is_error": true},
          {"type": "text", "text": "Go on."}]},
        {"role": "user", "content": "Now."}]}
      """#)
    #expect(found.map { $0.role } == [.system, .user, .assistant, .tool, .user])
    #expect(
      found.map { $0.content } == ["Be brief.\n\nBe kind.", "Add.", "Yes.", "Error: no", "And?\n\nGo on.\n\nNow."])
    #expect(found[2].reasoning == "hm")
    #expect(found[2].toolCalls == [ToolCall(id: "t1", name: "add", arguments: #"{"x": 1}"#)])
    #expect(found[3].callID == "t1" && found[3].toolName == "add")
  }

  @Test func theBillingHeaderDoesNotChangeThePrompt() throws {
    func system(_ mark: String) throws -> String {
      let text = #"x-anthropic-billing-header: cc_version=2; cch=\#(mark);\nYou are an agent; cch=1;"#
      let system = #"[{"type": "text", "text": "\#(text)"}]"#
      return try messages(#"{"system": \#(system), "messages": [{"role": "user"}]}"#)[0].content
    }
    let (first, second) = (try system("a1b2c"), try system("00000"))
    #expect(first == second)
    #expect(first == "x-anthropic-billing-header: cc_version=2; cch=fffff;\nYou are an agent; cch=1;")
  }

  @Test func settingsAreThoseOfTheEngine() throws {
    let user = #""messages": [{"role": "user", "content": "Hi"}]"#
    let tools = #""tools": [{"name": "f", "input_schema": {"type": "object"}}, {"name": "g"}]"#
    let first = try request(
      #"{\#(user), \#(tools), "stop_sequences": ["a", "b"], "tool_choice": {"type": "tool", "name": "g", "disable_parallel_tool_use": true}, "thinking": {"type": "enabled", "budget_tokens": 50}}"#
    ).generation
    #expect(first.generationOptions.maximumResponseTokens == 4096)
    #expect(first.engine.stopSequences == ["a", "b"] && !first.engine.allowsParallelToolCalls)
    #expect(first.enabledToolDefinitions.map { $0.name } == ["g"])
    #expect(first.generationOptions.toolCallingMode == .required)
    #expect(first.engine.sampling.reasoningBudget == 50 && first.contextOptions.reasoningLevel == .moderate)
    let second = try request(
      #"{\#(user), \#(tools), "max_tokens": 7, "tool_choice": {"type": "none"}, "thinking": {"type": "disabled"}}"#
    ).generation
    #expect(second.generationOptions.maximumResponseTokens == 7 && second.enabledToolDefinitions.isEmpty)
    #expect(second.contextOptions.reasoningLevel == .custom("none"))
    let third = try request(
      #"{\#(user), "output_config": {"effort": "high", "format": {"type": "json_schema", "schema": {"type": "object"}}}}"#
    ).generation
    #expect(third.schema != nil && third.contextOptions.reasoningLevel == .deep)
  }

  /// The members of llama.cpp's server are those of the other protocols.
  @Test func membersOfOtherServersReachTheEngine() throws {
    let user = #""messages": [{"role": "user", "content": "Hi"}]"#
    let engine = try request(
      #"{\#(user), "top_k": 7, "lora": [{"id": 0, "scale": 0.5}], "ignore_eos": true, "samplers": ["temperature"], "logit_bias": {"the": -1, "5": 2}}"#
    ).generation.engine
    #expect(engine.adapterStrength == 0.5 && engine.ignoresEnd && engine.textBias == ["the": -1])
    // `samplers` disables those that it does not name.
    #expect(engine.sampling.logitBias == [5: 2] && engine.sampling.topK != 7)
    let guided = try request(#"{\#(user), "guided_choice": ["a", "b"]}"#).generation
    #expect(guided.engine.guide != nil && guided.schema == nil)
    #expect(try request(#"{\#(user), "json_schema": {"type": "object"}}"#).generation.schema != nil)
    for (member, expected) in [
      (#""min_tokens": 3"#, "min_tokens"), (#""samplers": ["mirror"]"#, "samplers"),
      (#""lora": [{"id": 3, "scale": 1}]"#, "lora.0.id"), (#""grammar": "root ::= [" "#, nil),
      (#""grammar": "root ::= [a]", "output_format": {"type": "json_schema", "schema": {}}"#, "grammar"),
    ] {
      #expect(try parameter("{\(user), \(member)}") == expected, "\(member)")
    }
  }

  /// A tool that Anthropic's service runs by itself.
  private static let search = #"{"type": "web_search_20250305", "name": "web_search", "max_uses": 5}"#

  @Test func errorsNameTheMember() throws {
    let user = #""messages": [{"role": "user", "content": "Hi"}]"#
    let cases: [(String, String?)] = [
      ("{}", "messages"), (#"{"messages": []}"#, "messages"),
      (#"{"messages": [{"role": "robot", "content": "a"}]}"#, "messages.0.role"),
      (#"{"messages": [{"role": "user", "content": 1}]}"#, "messages.0.content"),
      (
        #"{"messages": [{"role": "user", "content": [{"type": "image", "source": {"type": "url", "url": "x"}}]}]}"#,
        "messages.0.content.0.source.url"
      ),
      (#"{"messages": [{"role": "user", "content": [{"type": "document"}]}]}"#, "messages.0.content.0"),
      (
        #"{"messages": [{"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": "x"}]}]}"#,
        "messages.0.content.0.input"
      ),
      (
        #"{"messages": [{"role": "user", "content": [{"type": "tool_use", "id": "a", "name": "f"}]}]}"#,
        "messages.0.content.0"
      ),
      (#"{\#(user), "max_tokens": 0}"#, "max_tokens"), (#"{\#(user), "temperature": 1.5}"#, "temperature"),
      (#"{\#(user), "tools": [{"type": "custom"}]}"#, "tools.0"),
      (#"{\#(user), "tools": [\#(Self.search)]}"#, nil),
      (#"{\#(user), "tools": [\#(Self.search), {"name": "f", "input_schema": 1}]}"#, "tools.1"),
      (#"{\#(user), "tools": [\#(Self.search)], "tool_choice": {"type": "any"}}"#, "tool_choice"),
      (
        #"{\#(user), "tools": [{"name": "f"}, \#(Self.search)], "tool_choice": {"type": "tool", "name": "web_search"}}"#,
        "tool_choice"
      ),
      (#"{\#(user), "tool_choice": {"type": "any"}}"#, "tool_choice"),
      (#"{\#(user), "tool_choice": {"type": "some"}}"#, "tool_choice.type"),
      (#"{\#(user), "tools": [{"name": "f"}], "tool_choice": {"type": "tool", "name": "g"}}"#, "tool_choice"),
      (#"{\#(user), "thinking": {"type": "much"}}"#, "thinking.type"),
      (#"{\#(user), "thinking": {"type": "enabled", "budget_tokens": 0}}"#, "thinking.budget_tokens"),
      (#"{\#(user), "output_config": {"effort": "some"}}"#, "output_config.effort"),
      (#"{\#(user), "output_config": {"format": {"type": "xml"}}}"#, "output_config.format.type"),
      (#"{\#(user), "stop_sequences": [""]}"#, "stop_sequences"), (#"{\#(user), "mcp_servers": [{}]}"#, "mcp_servers"),
      (#"{\#(user), "metadata": {"user_id": "a"}, "service_tier": "auto", "mcp_servers": [], "unknown": 1}"#, nil),
    ]
    for (body, expected) in cases {
      let found = try parameter(body)
      #expect(found == expected, "\(body)")
    }
  }
}
