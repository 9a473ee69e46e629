import Swiftlet
import SwiftletChatTemplates
import SwiftletJSON
import SwiftletServer
import Testing

/// The translation of requests in OpenAI's Responses API, and the responses that they refer to.
@Suite struct ResponsesRequestTests {
  private let store = ResponseStore(maximumCount: 4, maximumBytes: 1 << 20)

  private func read(_ text: String) throws -> JSONValue { try JSONValue.read(Array(text.utf8), options: .init()) }

  private func messages(_ body: String) throws -> [ChatMessage] {
    try ResponsesRequest(try read(body), store: store).generation.engine.messages ?? []
  }

  private func parameter(_ body: String, _ store: ResponseStore) throws -> String? {
    let value = try read(body)
    do throws(FieldError) {
      _ = try ResponsesRequest(value, store: store)
      return nil
    } catch {
      return error.member
    }
  }

  @Test func itemsOfAnAnswerAreOneMessage() throws {
    let found = try messages(
      #"""
      {"instructions": "Be brief.", "input": [
        {"role": "developer", "content": "Really."}, {"role": "user", "content": [{"type": "input_text", "text": "Add."}]},
        {"type": "reasoning", "id": "rs_1", "summary": [], "content": [{"type": "reasoning_text", "text": "hm"}]},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Yes."}]},
        {"type": "function_call", "call_id": "c1", "name": "add", "arguments": "{\"x\": 1}"},
        {"type": "function_call", "call_id": "c2", "name": "now", "arguments": ""},
        {"type": "function_call_output", "call_id": "c1", "output": [{"type": "input_text", "text": "2"}]},
        {"type": "function_call_output", "call_id": "c2", "output": "noon"}]}
      """#)
    #expect(found.map { $0.role } == [.system, .system, .user, .assistant, .tool, .tool])
    #expect(found.map { $0.content } == ["Be brief.", "Really.", "Add.", "Yes.", "2", "noon"])
    #expect(found[3].reasoning == "hm")
    #expect(
      found[3].toolCalls == [
        ToolCall(id: "c1", name: "add", arguments: #"{"x": 1}"#), ToolCall(id: "c2", name: "now", arguments: "{}"),
      ])
    #expect(found[4].toolName == "add" && found[5].callID == "c2")
  }

  @Test func reasoningIsReadFromAllItsForms() throws {
    let cases: [(String, String?)] = [
      (#""encrypted_content": "swiftlet:aG0=", "summary": []"#, "hm"),
      (#""encrypted_content": "gAAAA", "summary": [{"type": "summary_text", "text": "so"}]"#, "so"),
      (#""encrypted_content": "gAAAA", "summary": []"#, nil),
    ]
    for (members, expected) in cases {
      let found = try messages(
        #"{"input": [{"role": "user", "content": "a"}, {"type": "reasoning", \#(members)}, {"role": "assistant", "content": "b"}, {"role": "user", "content": "c"}]}"#
      )
      #expect(found[1].reasoning == expected, "\(members)")
    }
  }

  @Test func aPreviousResponseIsContinuedWithoutItsInstructions() throws {
    let items = try read(
      #"[{"role": "user", "content": "a"}, {"id": "msg_1", "type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "b"}]}]"#
    ).elements
    store.insert(ResponseStore.Entry(response: "r", items: items ?? []), id: "resp_1")
    let found = try messages(#"{"previous_response_id": "resp_1", "instructions": "x", "input": "c"}"#)
    #expect(found.map { $0.content } == ["x", "a", "b", "c"])
    let request = try ResponsesRequest(try read(#"{"previous_response_id": "resp_1", "input": "c"}"#), store: store)
    #expect(request.items.count == 3)
    let reference = try messages(
      #"{"input": [{"role": "user", "content": "q"}, {"type": "item_reference", "id": "msg_1"}, {"role": "user", "content": "c"}]}"#
    )
    #expect(reference.map { $0.content } == ["q", "b", "c"])
  }

  @Test func errorsNameTheMember() throws {
    let off = ResponseStore(maximumCount: 0, maximumBytes: 1 << 20)
    let text = #""input": "Hi""#
    let others: [(String, String?)] = [
      ("{}", "input"), (#"{"input": []}"#, "input"), (#"{"input": 1}"#, "input"), (#"{"input": [1]}"#, "input.0"),
      (#"{"input": [{"role": "robot", "content": "a"}]}"#, "input.0.role"),
      (
        #"{"input": [{"role": "user", "content": [{"type": "input_image", "image_url": "x"}]}]}"#,
        "input.0.content.0.image_url"
      ),
      (#"{"input": [{"type": "web_search_call"}]}"#, "input.0.type"),
      (#"{"input": [{"type": "item_reference", "id": "msg_9"}]}"#, "input.0"),
      (#"{"input": [{"type": "function_call_output", "output": "a"}]}"#, "input.0"),
      (#"{\#(text), "max_tool_calls": 0}"#, "max_tool_calls"), (#"{\#(text), "max_tool_calls": 3}"#, nil),
      (#"{\#(text), "background": true}"#, "background"), (#"{\#(text), "conversation": "conv_1"}"#, "conversation"),
      (#"{\#(text), "prompt": {"id": "p"}}"#, "prompt"), (#"{\#(text), "truncation": "auto"}"#, "truncation"),
      (#"{\#(text), "include": ["all"]}"#, "include"),
      (#"{\#(text), "previous_response_id": "resp_9"}"#, "previous_response_id"),
      (#"{\#(text), "max_output_tokens": 0}"#, "max_output_tokens"), (#"{\#(text), "temperature": 3}"#, "temperature"),
      (#"{\#(text), "tools": [{"type": "web_search"}]}"#, "tools.0.type"),
      (#"{\#(text), "tools": [{"type": "custom", "name": "f"}]}"#, "tools.0.type"),
      (#"{\#(text), "tool_choice": "required"}"#, "tool_choice"),
      (#"{\#(text), "text": {"format": {"type": "xml"}}}"#, "text.format.type"),
      (#"{\#(text), "text": {"format": {"type": "json_schema", "name": "n"}}}"#, "text.format"),
      (#"{\#(text), "reasoning": {"effort": "much"}}"#, "reasoning.effort"),
      (#"{\#(text), "top_logprobs": 21}"#, "top_logprobs"),
      (#"{\#(text), "background": false, "truncation": "disabled", "store": true, "user": "a", "unknown": 1}"#, nil),
    ]
    for (body, expected) in others {
      let found = try parameter(body, store)
      #expect(found == expected, "\(body)")
    }
    let disabled: [(String, String?)] = [
      (#"{\#(text), "store": true}"#, "store"), (#"{\#(text), "store": false}"#, nil), (#"{\#(text)}"#, nil),
      (#"{\#(text), "previous_response_id": "resp_1"}"#, "previous_response_id"),
    ]
    for (body, expected) in disabled {
      let found = try parameter(body, off)
      #expect(found == expected, "\(body)")
    }
  }

  @Test func toolsAreFlatAndChoicesToo() throws {
    let tools =
      #""tools": [{"type": "function", "name": "f", "parameters": {"type": "object"}, "strict": true}, {"type": "function", "name": "g"}]"#
    let named = try ResponsesRequest(
      try read(#"{"input": "Hi", \#(tools), "tool_choice": {"type": "function", "name": "g"}}"#), store: store)
    #expect(named.generation.enabledToolDefinitions.map { $0.name } == ["g"])
    #expect(named.generation.generationOptions.toolCallingMode == .required)
    let allowed = try ResponsesRequest(
      try read(
        #"{"input": "Hi", \#(tools), "tool_choice": {"type": "allowed_tools", "mode": "auto", "tools": [{"type": "function", "name": "f"}]}}"#
      ), store: store)
    #expect(allowed.generation.enabledToolDefinitions.map { $0.name } == ["f"])
    #expect(allowed.generation.generationOptions.toolCallingMode == nil)
  }

  @Test func responsesThatWereNotUsedForLongestAreDropped() {
    let store = ResponseStore(maximumCount: 2, maximumBytes: 1000)
    let entry = ResponseStore.Entry(response: "r", items: ["i"])
    store.insert(entry, id: "a")
    store.insert(entry, id: "b")
    _ = store.find("a")
    store.insert(entry, id: "c")
    #expect(store.find("a") != nil && store.find("b") == nil && store.find("c") != nil && store.count == 2)
    store.insert(ResponseStore.Entry(response: .string(String(repeating: "x", count: 990)), items: []), id: "d")
    #expect(store.count == 1 && store.find("d") != nil)
    store.insert(ResponseStore.Entry(response: .string(String(repeating: "x", count: 2000)), items: []), id: "e")
    #expect(store.find("e") == nil && store.count == 1)
    let isRemoved = store.remove("d")
    let isRemovedAgain = store.remove("d")
    #expect(isRemoved && !isRemovedAgain && store.count == 0)
  }
}
