import SwiftletInference
import SwiftletJSON
import SwiftletServer
import Testing

/// The bytes of streams in the form of the Responses API, from events without a model.
@Suite struct ResponseStreamTests {
  private func stream(
    _ reasoning: ResponseReasoning = ResponseReasoning(), _ body: String = "{}"
  ) throws -> ResponseStream {
    let fields = try JSONFields(try JSONValue.read(Array(body.utf8), options: .init()))
    let object = ResponseObject(
      token: "1", created: 7, model: "m", settings: ResponseSettings(fields, isStored: true))
    return ResponseStream(object, reasoning: reasoning) { 9 }
  }

  private func bytes(_ stream: ResponseStream, _ events: [AnswerEvent]) -> String {
    var stream = stream
    let text = events.flatMap { stream.events(for: $0) }.flatMap { ServerSentEventWriter.typedText($0) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The text of events with their numbers, from types and members.
  private func events(_ list: [(String, String)]) -> String {
    list.enumerated().map { number, event in
      let type = "response.\(event.0)"
      return "event: \(type)\n" + #"data: {"type":"\#(type)","sequence_number":\#(number),\#(event.1)}"# + "\n\n"
    }.joined()
  }

  private func response(_ status: String, output: String = "", isDone: Bool = false) -> String {
    let details = status == "incomplete" ? #"{"reason":"max_output_tokens"}"# : "null"
    let usage =
      #"{"input_tokens":9,"input_tokens_details":{"cached_tokens":4},"output_tokens":3,"#
      + #""output_tokens_details":{"reasoning_tokens":1},"total_tokens":12}"#
    let first =
      #""response":{"id":"resp_1","object":"response","created_at":7,"completed_at":"#
      + #"\#(status == "completed" ? "9" : "null"),"status":"\#(status)","background":false,"error":null,"#
      + #""incomplete_details":\#(details),"instructions":null,"max_output_tokens":null,"model":"m","#
    let last =
      #""output":[\#(output)],"parallel_tool_calls":true,"previous_response_id":null,"#
      + #""reasoning":{"effort":null,"summary":null},"store":true,"temperature":null,"text":{"format":{"type":"text"}},"#
      + #""tool_choice":"auto","tools":[],"top_logprobs":0,"top_p":null,"truncation":"disabled","metadata":{},"#
    return first + last + #""usage":\#(isDone ? usage : "null")}"#
  }

  private func message(_ status: String, text: String?, index: Int = 0) -> String {
    let part = text.map { textPart($0) } ?? ""
    return #"{"id":"msg_1\#(index)","type":"message","status":"\#(status)","role":"assistant","content":[\#(part)]}"#
  }

  private func textPart(_ text: String) -> String {
    #"{"type":"output_text","text":"\#(text)","annotations":[],"logprobs":[]}"#
  }

  private func place(_ id: String, _ index: Int, part: String? = "content_index") -> String {
    #""item_id":"\#(id)","output_index":\#(index)"# + (part.map { #","\#($0)":0"# } ?? "")
  }

  private func item(_ index: Int, _ item: String) -> String { #""output_index":\#(index),"item":\#(item)"# }

  private func finished(_ reason: AnswerEnd.Reason) -> AnswerEvent {
    .finished(
      AnswerEnd(
        reason: reason,
        usage: AnswerUsage(promptTokens: 9, cachedTokens: 4, generatedTokens: 3, reasoningTokens: 1)))
  }

  private var begin: [(String, String)] {
    [("created", response("in_progress")), ("in_progress", response("in_progress"))]
  }

  private func textEvents(_ texts: [String], index: Int = 0, status: String = "completed") -> [(String, String)] {
    let place = place("msg_1\(index)", index)
    let all = texts.joined()
    let first: [(String, String)] = [
      ("output_item.added", item(index, message("in_progress", text: nil, index: index))),
      ("content_part.added", place + #","part":\#(textPart(""))"#),
    ]
    let deltas = texts.map { ("output_text.delta", place + #","delta":"\#($0)","logprobs":[]"#) }
    let last: [(String, String)] = [
      ("output_text.done", place + #","text":"\#(all)","logprobs":[]"#),
      ("content_part.done", place + #","part":\#(textPart(all))"#),
      ("output_item.done", item(index, message(status, text: all, index: index))),
    ]
    return first + deltas + last
  }

  @Test func textIsAPartOfAMessage() throws {
    let found = bytes(
      try stream(), [.accepted(promptTokens: 9), .text("né"), .text("\"😀"), finished(.stop)])
    let texts = textEvents(["né", #"\"😀"#])
    let end = ("completed", response("completed", output: message("completed", text: #"né\"😀"#), isDone: true))
    #expect(found == events(begin + texts + [end]))
  }

  @Test func anAnswerAtItsLimitIsIncomplete() throws {
    let found = bytes(try stream(), [.accepted(promptTokens: 9), .text("a"), finished(.length)])
    let end = ("incomplete", response("incomplete", output: message("incomplete", text: "a"), isDone: true))
    #expect(found == events(begin + textEvents(["a"], status: "incomplete") + [end]))
  }

  @Test func anEmptyAnswerHasAMessage() throws {
    let found = bytes(try stream(), [.accepted(promptTokens: 9), finished(.stop)])
    let end = ("completed", response("completed", output: message("completed", text: ""), isDone: true))
    #expect(found == events(begin + textEvents([]) + [end]))
  }

  @Test func itemsAreClosedBeforeTheNextOpens() throws {
    let found = bytes(
      try stream(),
      [
        .accepted(promptTokens: 9), .reasoning("hm"), .text("a"), .toolCallBegan(index: 0, id: "x", name: "f"),
        .toolCallArguments(index: 0, #"{"a":"#), .toolCallArguments(index: 0, "1}"), finished(.toolCalls),
      ])
    func reasoning(_ status: String, _ part: String) -> String {
      #"{"id":"rs_10","type":"reasoning","summary":[],"content":[\#(part)],"status":"\#(status)"}"#
    }
    func call(_ status: String, _ arguments: String) -> String {
      #"{"id":"fc_12","type":"function_call","status":"\#(status)","call_id":"call_x","name":"f","#
        + #""arguments":"\#(arguments)"}"#
    }
    let (thought, tool) = (place("rs_10", 0), place("fc_12", 2, part: nil))
    let part = #"{"type":"reasoning_text","text":"hm"}"#
    let arguments = #"{\"a\":1}"#
    let thinking: [(String, String)] = [
      ("output_item.added", item(0, reasoning("in_progress", ""))),
      ("content_part.added", thought + #","part":{"type":"reasoning_text","text":""}"#),
      ("reasoning_text.delta", thought + #","delta":"hm""#), ("reasoning_text.done", thought + #","text":"hm""#),
      ("content_part.done", thought + #","part":\#(part)"#),
      ("output_item.done", item(0, reasoning("completed", part))),
    ]
    let calling: [(String, String)] = [
      ("output_item.added", item(2, call("in_progress", ""))),
      ("function_call_arguments.delta", tool + #","delta":"{\"a\":""#),
      ("function_call_arguments.delta", tool + #","delta":"1}""#),
      ("function_call_arguments.done", tool + #","name":"f","arguments":"\#(arguments)""#),
      ("output_item.done", item(2, call("completed", arguments))),
    ]
    let output =
      "\(reasoning("completed", part)),\(message("completed", text: "a", index: 1)),\(call("completed", arguments))"
    let end = ("completed", response("completed", output: output, isDone: true))
    #expect(found == events(begin + thinking + textEvents(["a"], index: 1) + calling + [end]))
  }

  @Test func reasoningIsInThePlaceOfItsSummaryIfOneIsAskedFor() throws {
    let form = ResponseReasoning(isSummary: true, isPortable: true)
    let found = bytes(try stream(form), [.accepted(promptTokens: 9), .reasoning("hm"), .text("a")])
    let place = place("rs_10", 0, part: "summary_index")
    let part = #"{"type":"summary_text","text":"hm"}"#
    let list: [(String, String)] = [
      (
        "output_item.added",
        item(0, #"{"id":"rs_10","type":"reasoning","summary":[],"content":[],"status":"in_progress"}"#)
      ),
      ("reasoning_summary_part.added", place + #","part":{"type":"summary_text","text":""}"#),
      ("reasoning_summary_text.delta", place + #","delta":"hm""#),
      ("reasoning_summary_text.done", place + #","text":"hm""#),
      ("reasoning_summary_part.done", place + #","part":\#(part)"#),
      (
        "output_item.done",
        item(
          0,
          #"{"id":"rs_10","type":"reasoning","summary":[\#(part)],"content":[],"encrypted_content":"swiftlet:aG0=","#
            + #""status":"completed"}"#)
      ),
    ]
    let text = textEvents(["a"], index: 1).prefix(3)
    #expect(found == events(begin + list + text))
  }

  @Test func logProbabilitiesAreThoseOfTheDeltasText() throws {
    var stream = try stream()
    let token = TokenLogProbability(token: 1, bytes: [97], logProbability: -0.5, top: [])
    let list = [AnswerEvent.accepted(promptTokens: 9), .logProbabilities([token]), .text("a"), finished(.stop)]
      .flatMap { stream.events(for: $0) }
    let entry = #"[{"token":"a","logprob":-0.5,"bytes":[97],"top_logprobs":[]}]"#
    let delta = list.first { $0["type"] == "response.output_text.delta" }
    #expect(delta?["logprobs"].map { JSONWriter.text($0) } == entry)
    let whole = stream.response.member(at: "output.0.content.0.logprobs")
    #expect(whole.map { JSONWriter.text($0) } == entry)
  }

  @Test func aFailureIsAnEventOfTheResponseOrOfTheStream() throws {
    var begun = try stream()
    _ = begun.events(for: AnswerEvent.accepted(promptTokens: 9))
    let failure = RequestFailure(500, .server, "broken")
    let failed = begun.events(for: failure)
    #expect(failed.count == 1 && failed[0]["type"] == "response.failed" && failed[0]["sequence_number"]?.count == 2)
    #expect(failed[0].member(at: "response.status") == "failed")
    #expect(failed[0].member(at: "response.error.message") == "broken")
    #expect(failed[0].member(at: "response.error.code") == "server_error")
    var early = try stream()
    let text = early.events(for: failure).flatMap { ServerSentEventWriter.typedText($0) }
    let expected =
      "event: error\n"
      + #"data: {"type":"error","sequence_number":0,"code":null,"message":"broken","param":null}"# + "\n\n"
    #expect(String(decoding: text, as: UTF8.self) == expected)
  }

  @Test func theResponseRepeatsTheSettings() throws {
    let body =
      #"{"instructions": "x", "max_output_tokens": 5, "metadata": {"a": "b"}, "temperature": 0.5, "tool_choice": "none", "tools": [{"type": "function", "name": "f"}], "reasoning": {"effort": "low"}, "previous_response_id": "resp_0", "text": {"format": {"type": "json_object"}}}"#
    let response = try stream(ResponseReasoning(), body).response
    #expect(response["instructions"] == "x" && response["max_output_tokens"]?.count == 5)
    #expect(response.member(at: "metadata.a") == "b" && response["tool_choice"] == "none")
    #expect(response.member(at: "tools.0.strict") == false && response.member(at: "tools.0.parameters") == .null)
    #expect(response.member(at: "reasoning.effort") == "low" && response["previous_response_id"] == "resp_0")
    #expect(response.member(at: "text.format.type") == "json_object")
  }
}
