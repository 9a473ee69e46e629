import SwiftletChatTemplates
import Testing

/// Tool calls that a model writes as plain JSON instead of in its template's format.
struct BareCallTests {
  private typealias Call = BareCallReader.Call

  /// The text that is released at once, the calls, and the text that is released at the end.
  private func read(
    _ pieces: [String], isValid: (BareCallReader.Call) -> Bool = { _ in true }
  ) -> (text: String, calls: [BareCallReader.Call], rest: String) {
    var reader = BareCallReader(tools: ["get_user", "get_time"])
    let text = pieces.map { reader.append($0) }.joined()
    let (calls, rest) = reader.finish(isValid: isValid)
    return (text, calls, rest)
  }

  @Test(
    "an answer that is a call as a whole is a call, however it is split",
    arguments: [
      #"{"name": "get_user", "arguments": {"id": 77}}"#,
      " \n{\n  \"name\": \"get_user\",\n  \"arguments\": {\n    \"id\": 77\n  }\n}\n",
      #"{"arguments": {"id": 77}, "name": "get_user"}"#,
      #"{"name": "get_user", "parameters": {"id": 77}}"#,
      #"{"type": "function", "id": "1", "name": "get_user", "arguments": "{\"id\": 77}"}"#,
      #"[{"name": "get_user", "arguments": {"id": 77}}]"#,
      "```json\n{\"name\": \"get_user\", \"arguments\": {\"id\": 77}}\n```",
      "```\n[{\"name\": \"get_user\", \"arguments\": {\"id\": 77}}]\n```\n",
    ])
  func readsCalls(text: String) {
    for pieces in [[text], text.map { String($0) }] {
      let result = read(pieces)
      #expect(result.text.isEmpty && result.rest.isEmpty)
      #expect(result.calls == [Call(name: "get_user", arguments: #"{"id":77}"#)])
    }
  }

  @Test("several calls in an array keep their order")
  func readsSeveralCalls() {
    let text = #"[{"name": "get_time", "arguments": {}}, {"name": "get_user", "arguments": {"id": 1}}]"#
    #expect(
      read([text]).calls == [
        Call(name: "get_time", arguments: "{}"), Call(name: "get_user", arguments: #"{"id":1}"#),
      ])
  }

  @Test(
    "49.2 calls that follow one another are calls",
    arguments: ["\n", "", " ", "\n\n"])
  func readsSuccessiveCalls(separator: String) {
    let text = #"{"name": "get_time", "arguments": {}}"# + separator + #"{"name": "get_user", "arguments": {"id": 1}}"#
    for pieces in [[text], text.map { String($0) }, ["```json\n", text, "\n```"]] {
      #expect(
        read(pieces).calls == [
          Call(name: "get_time", arguments: "{}"), Call(name: "get_user", arguments: #"{"id":1}"#),
        ])
    }
    #expect(read([text, "{"]).calls.isEmpty && read([text, " and so on"]).rest == text + " and so on")
  }

  @Test("49.1 a reader says when a call is complete that repeats an earlier one, and has the calls before")
  func noticesRepeatedCalls() {
    let call = #"{"name": "get_user", "arguments": {"id": {"a": [1, "}"]}}}"#
    let other = #"{"name": "get_user", "arguments": {"id": 2}}"#
    for (open, separator) in [("", ""), ("[", ", "), ("```json\n", "\n"), (" \n", "\n\n")] {
      for pieces in [1, 7, 1000] {
        var reader = BareCallReader(tools: ["get_user"])
        let text = Array((open + call + separator + other + separator + call).utf8)
        for start in stride(from: 0, to: text.count, by: pieces) {
          #expect(!reader.isRepeating)
          _ = reader.append(String(decoding: text[start..<min(start + pieces, text.count)], as: UTF8.self))
        }
        #expect(reader.isRepeating)
        let (calls, rest) = reader.finish { _ in true }
        #expect(calls.count == 3 && calls[0] == calls[2] && calls[1].arguments == #"{"id":2}"# && rest.isEmpty)
      }
    }
    for text in [call + other, "[" + call + "," + other + "]", call + #"{"a": 1}{"a": 1}"#, "Hello {}{}", "{]}{]}"] {
      var reader = BareCallReader(tools: ["get_user"])
      _ = reader.append(text)
      #expect(!reader.isRepeating, "\(text)")
    }
  }

  @Test(
    "text that contains such JSON, or JSON that is no call, stays text",
    arguments: [
      #"Call {"name": "get_user", "arguments": {"id": 77}}"#,
      #"{"name": "get_user", "arguments": {"id": 77}} is the call."#,
      "```json\n{\"name\": \"get_user\", \"arguments\": {\"id\": 77}}\n```\nThis is the call.",
      #"{"name": "get_users", "arguments": {"id": 77}}"#, #"{"name": "get_user"}"#, #"{"name": "get_user", "age": 3}"#,
      #"{"name": "get_user", "arguments": {}, "parameters": {}}"#, #"{"name": "get_user", "arguments": [77]}"#,
      #"{"name": "get_user", "arguments": "77"}"#, #"{"name": "get_user", "arguments": {"id": 7"#,
      #"[{"name": "get_user", "arguments": {}}, 1]"#, "[]", "{}", "", "```", "[1, 2]", "{\"title\": \"x\"}", "Hello.",
    ])
  func leavesText(text: String) {
    for pieces in [[text], text.map { String($0) }] {
      let result = read(pieces)
      #expect(result.calls.isEmpty && result.text + result.rest == text)
    }
  }

  @Test("arguments that the tool does not accept make the answer text")
  func refusesInvalidArguments() {
    let text = #"{"name": "get_user", "arguments": {"id": 77}}"#
    let result = read([text]) { $0.arguments.contains("78") }
    #expect(result.calls.isEmpty && result.rest == text)
  }

  @Test("text is released as soon as it cannot be a call")
  func releasesEarly() {
    for (text, isHeld) in [
      ("Hel", false), ("{\"na", true), ("{\"title", false), (#"{"name": "get_"#, true), (#"{"name": "Ada"#, false),
      ("[1", false), ("```js", true), ("```json\nlet", false), (#"{"name": 1"#, false), ("`x`", false),
    ] {
      #expect(read([text]).text == (isHeld ? "" : text), "\(text)")
    }
    // Whatever follows a tool's name is held back, up to a limit.
    let long = #"{"name": "get_user", "arguments": {"id": ""# + String(repeating: "7", count: 1 << 16)
    #expect(read([long]).text == long)
  }
}
