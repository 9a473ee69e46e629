import SwiftletInference
import SwiftletServer
import Testing

/// The bytes of streams, from events without a model.
@Suite struct ChatCompletionStreamTests {
  private func bytes(
    _ events: [AnswerQueue.Event], choices: Int = 1, _ change: (inout ChatCompletionStream.Form) -> Void = { _ in }
  ) -> String {
    var form = ChatCompletionStream.Form()
    change(&form)
    var stream = ChatCompletionStream(
      identity: AnswerIdentity(id: "chatcmpl-1", created: 7, model: "m"), form: form, choices: choices)
    var text: [UInt8] = []
    for event in events {
      for chunk in stream.chunks(for: event, at: .milliseconds(250)) { text += ServerSentEventWriter.text(chunk) }
    }
    for chunk in stream.lastChunks { text += ServerSentEventWriter.text(chunk) }
    return String(decoding: text + ChatCompletionStream.end, as: UTF8.self)
  }

  /// The event of a chunk with the text of its members after those that all chunks share.
  private func chunk(_ rest: String) -> String {
    #"data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":7,"model":"m","#
      + #""system_fingerprint":"swiftlet-0.1.0",\#(rest)}"# + "\n\n"
  }

  private func delta(_ members: String, index: Int = 0, logprobs: String = "null", finish: String = "null") -> String {
    #""choices":[{"index":\#(index),"delta":{\#(members)},"logprobs":\#(logprobs),"finish_reason":\#(finish)}]"#
  }

  private let done = "data: [DONE]\n\n"
  private let role = #""role":"assistant","content":"""#

  private func end(_ reason: AnswerEnd.Reason) -> AnswerQueue.Event {
    .init(
      .finished(
        AnswerEnd(
          reason: reason,
          usage: AnswerUsage(promptTokens: 9, cachedTokens: 4, generatedTokens: 3, reasoningTokens: 1))))
  }

  @Test func textComesAfterTheRoleAndBeforeTheReason() {
    let stream = bytes([.init(.accepted(promptTokens: 9)), .init(.text("né")), .init(.text("\"😀\n")), end(.stop)])
    #expect(
      stream == chunk(delta(role)) + chunk(delta(#""content":"né""#)) + chunk(delta(#""content":"\"😀\n""#))
        + chunk(delta("", finish: #""stop""#)) + done)
  }

  @Test func usageIsTheOnlyChunkWithoutChoicesAndComesLast() {
    let stream = bytes([.init(.accepted(promptTokens: 9)), .init(.text("a")), end(.length)]) {
      $0.includesUsage = true
    }
    let usage =
      #""choices":[],"usage":{"prompt_tokens":9,"completion_tokens":3,"total_tokens":12,"#
      + #""prompt_tokens_details":{"cached_tokens":4},"completion_tokens_details":{"reasoning_tokens":1}}"#
    #expect(
      stream == chunk(delta(role) + #","usage":null"#) + chunk(delta(#""content":"a""#) + #","usage":null"#)
        + chunk(delta("", finish: #""length""#) + #","usage":null"#) + chunk(usage) + done)
  }

  @Test func callsHaveIndexAlwaysAndIdentifierTypeAndNameOnce() {
    let stream = bytes([
      .init(.accepted(promptTokens: 9)), .init(.toolCallBegan(index: 0, id: "x", name: "f")),
      .init(.toolCallArguments(index: 0, #"{"a":"#)), .init(.toolCallArguments(index: 0, "1}")),
      .init(.toolCallBegan(index: 1, id: "y", name: "g")), .init(.toolCallArguments(index: 1, "{}")), end(.toolCalls),
    ])
    func began(_ index: Int, _ id: String, _ name: String) -> String {
      let function = #"{"name":"\#(name)","arguments":""}"#
      return chunk(
        delta(#""tool_calls":[{"index":\#(index),"id":"call_\#(id)","type":"function","function":\#(function)}]"#))
    }
    func part(_ index: Int, _ text: String) -> String {
      chunk(delta(#""tool_calls":[{"index":\#(index),"function":{"arguments":"\#(text)"}}]"#))
    }
    #expect(
      stream == chunk(delta(role)) + began(0, "x", "f") + part(0, #"{\"a\":"#) + part(0, "1}") + began(1, "y", "g")
        + part(1, "{}") + chunk(delta("", finish: #""tool_calls""#)) + done)
  }

  @Test func choicesAreInterleavedByIndexAndReasoningHasItsOwnMember() {
    let stream = bytes(
      [
        .init(choice: 0, .accepted(promptTokens: 9)), .init(choice: 0, .reasoning("hm")),
        .init(choice: 1, .accepted(promptTokens: 9)), .init(choice: 1, .text("b")), .init(choice: 0, .text("a")),
      ], choices: 2)
    #expect(
      stream == chunk(delta(role)) + chunk(delta(#""reasoning_content":"hm""#)) + chunk(delta(role, index: 1))
        + chunk(delta(#""content":"b""#, index: 1)) + chunk(delta(#""content":"a""#)) + done)
  }

  @Test func progressComesBeforeTheTextWithTheRole() {
    let stream = bytes([
      .init(.accepted(promptTokens: 9)), .init(.progress(processed: 8, total: 9, cached: 4)), .init(.text("a")),
    ]) { $0.reportsProgress = true }
    let progress = #","prompt_progress":{"total":9,"cache":4,"processed":8,"time_ms":250}"#
    #expect(
      stream == chunk(delta(#""role":"assistant","content":null"#) + progress) + chunk(delta(#""content":"a""#)) + done)
  }

  @Test func logProbabilitiesAreThoseOfTheChunksText() {
    let token = TokenLogProbability(
      token: 1, bytes: [97], logProbability: -0.5,
      top: [.init(token: 2, bytes: [0xC3], logProbability: -.infinity)])
    let stream = bytes([.init(.accepted(promptTokens: 9)), .init(.logProbabilities([token])), .init(.text("a"))])
    let alternative = #"{"token":"\#u{FFFD}","logprob":-9999.0,"bytes":[195]}"#
    let entry = #"{"token":"a","logprob":-0.5,"bytes":[97],"top_logprobs":[\#(alternative)]}"#
    #expect(
      stream == chunk(delta(role))
        + chunk(delta(#""content":"a""#, logprobs: #"{"content":[\#(entry)],"refusal":null}"#)) + done)
  }

  @Test func aStopSequenceEndsLikeTheModelItself() {
    #expect(
      bytes([end(.stopSequence("x"))]) == chunk(delta(role)) + chunk(delta("", finish: #""stop""#)) + done)
  }
}
