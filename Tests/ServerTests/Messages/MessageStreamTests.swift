import SwiftletJSON
import SwiftletServer
import Testing

/// The bytes of streams in the form of Anthropic's API, from events without a model.
@Suite struct MessageStreamTests {
  private func bytes(_ events: [AnswerEvent]) -> String {
    var stream = MessageStream(id: "msg_1", model: "m")
    var text: [UInt8] = []
    for event in events {
      for data in stream.events(for: event) { text += ServerSentEventWriter.typedText(data) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func event(_ type: String, _ members: String = "") -> String {
    "event: \(type)\n" + #"data: {"type":"\#(type)"\#(members.isEmpty ? "" : "," + members)}"# + "\n\n"
  }

  private func start(input: Int, cached: Int) -> String {
    let usage =
      #""usage":{"input_tokens":\#(input),"cache_creation_input_tokens":0,"cache_read_input_tokens":\#(cached),"#
      + #""output_tokens":1}"#
    let message =
      #""message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"#
      + #""stop_sequence":null,\#(usage)}"#
    return event("message_start", message) + event("ping")
  }

  private func open(_ index: Int, _ block: String) -> String {
    event("content_block_start", #""index":\#(index),"content_block":{\#(block)}"#)
  }

  private func delta(_ index: Int, _ type: String, _ name: String, _ text: String) -> String {
    event("content_block_delta", #""index":\#(index),"delta":{"type":"\#(type)","\#(name)":"\#(text)"}"#)
  }

  private func close(_ index: Int) -> String { event("content_block_stop", #""index":\#(index)"#) }

  private func end(_ reason: String, sequence: String = "null") -> String {
    let usage =
      #""usage":{"input_tokens":5,"cache_creation_input_tokens":0,"cache_read_input_tokens":4,"output_tokens":3}"#
    return event(
      "message_delta", #""delta":{"stop_reason":"\#(reason)","stop_sequence":\#(sequence)},\#(usage)"#)
      + event("message_stop")
  }

  private func finished(_ reason: AnswerEnd.Reason) -> AnswerEvent {
    .finished(
      AnswerEnd(
        reason: reason,
        usage: AnswerUsage(promptTokens: 9, cachedTokens: 4, generatedTokens: 3, reasoningTokens: 1)))
  }

  private let begin: [AnswerEvent] = [.accepted(promptTokens: 9), .prefilled(total: 9, cached: 4)]

  @Test func textIsABlockBetweenTheStartAndTheReason() {
    let stream = bytes(begin + [.text("né"), .text("\"😀\n"), finished(.stop)])
    let expected =
      start(input: 5, cached: 4) + open(0, #""type":"text","text":"""#) + delta(0, "text_delta", "text", "né")
      + delta(0, "text_delta", "text", #"\"😀\n"#) + close(0) + end("end_turn")
    #expect(stream == expected)
  }

  @Test func blocksAreClosedBeforeTheNextOpens() {
    let stream = bytes(
      begin + [
        .reasoning("hm"), .text("a"), .toolCallBegan(index: 0, id: "x", name: "f"),
        .toolCallArguments(index: 0, #"{"a":"#), .toolCallArguments(index: 0, "1}"),
        .toolCallBegan(index: 1, id: "y", name: "g"), finished(.toolCalls),
      ])
    let thinking =
      open(0, #""type":"thinking","thinking":"","signature":"""#) + delta(0, "thinking_delta", "thinking", "hm")
      + delta(0, "signature_delta", "signature", "") + close(0)
    let text = open(1, #""type":"text","text":"""#) + delta(1, "text_delta", "text", "a") + close(1)
    let first =
      open(2, #""type":"tool_use","id":"toolu_x","name":"f","input":{}"#)
      + delta(2, "input_json_delta", "partial_json", #"{\"a\":"#) + delta(2, "input_json_delta", "partial_json", "1}")
      + close(2)
    let second = open(3, #""type":"tool_use","id":"toolu_y","name":"g","input":{}"#) + close(3)
    #expect(stream == start(input: 5, cached: 4) + thinking + text + first + second + end("tool_use"))
  }

  @Test func theReasonHasTheStopSequence() {
    let stream = bytes(begin + [finished(.stopSequence("\n\n"))])
    #expect(stream == start(input: 5, cached: 4) + end("stop_sequence", sequence: #""\n\n""#))
    #expect(bytes(begin + [finished(.length)]) == start(input: 5, cached: 4) + end("max_tokens"))
  }

  @Test func anAnswerWithoutAPrefillBeginsBeforeItsFirstBlock() {
    let stream = bytes([.accepted(promptTokens: 9), .text("a")])
    let expected =
      start(input: 9, cached: 0) + open(0, #""type":"text","text":"""#) + delta(0, "text_delta", "text", "a")
    #expect(stream == expected)
  }

  @Test func aWholeAnswerHasTheBlocksOfTheStream() {
    var answer = CollectedAnswer()
    for event in begin + [
      .reasoning("hm"), .text("a"), .toolCallBegan(index: 0, id: "x", name: "f"),
      .toolCallArguments(index: 0, #"{"a":1}"#), .toolCallBegan(index: 1, id: "y", name: "g"),
      .toolCallArguments(index: 1, #"{"b":"#), finished(.length),
    ] {
      answer.append(event)
    }
    let text = JSONWriter.text(MessageAnswer(id: "msg_1", model: "m", answer: answer).json)
    let blocks =
      #"{"type":"thinking","thinking":"hm","signature":""},{"type":"text","text":"a"},"#
      + #"{"type":"tool_use","id":"toolu_x","name":"f","input":{"a":1}},"#
      + #"{"type":"tool_use","id":"toolu_y","name":"g","input":{}}"#
    let usage =
      #"{"input_tokens":5,"cache_creation_input_tokens":0,"cache_read_input_tokens":4,"output_tokens":3}"#
    let expected =
      #"{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[\#(blocks)],"#
      + #""stop_reason":"max_tokens","stop_sequence":null,"usage":\#(usage)}"#
    #expect(text == expected)
  }
}
