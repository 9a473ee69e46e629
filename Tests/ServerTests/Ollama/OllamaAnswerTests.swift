import SwiftletJSON
import SwiftletServer
import Testing

/// The lines of ollama's API, from events without a model.
@Suite struct OllamaAnswerTests {
  private func lines(_ events: [AnswerEvent], _ kind: OllamaRequest.Kind = .chat) -> [String] {
    var answer = OllamaAnswer(model: "m:1", kind: kind)
    return events.flatMap { answer.lines(for: $0, date: "D", age: .milliseconds(500)) }.map { JSONWriter.text($0) }
  }

  private func end(_ reason: AnswerEnd.Reason) -> AnswerEvent {
    var timings = AnswerTimings()
    (timings.promptSeconds, timings.generationSeconds) = (0.125, 0.25)
    return .finished(
      AnswerEnd(
        reason: reason, usage: AnswerUsage(promptTokens: 9, cachedTokens: 4, generatedTokens: 3), timings: timings))
  }

  private func numbers(_ reason: String) -> String {
    #""done":true,"done_reason":"\#(reason)","total_duration":500000000,"load_duration":125000000,"#
      + #""prompt_eval_count":9,"prompt_eval_cached_count":4,"prompt_eval_duration":125000000,"eval_count":3,"#
      + #""eval_duration":250000000}"#
  }

  private let head = #"{"model":"m:1","created_at":"D","#

  @Test func textAndThoughtsAreInLinesAndTheLastOneHasTheNumbers() {
    let chat = lines([.accepted(promptTokens: 9), .reasoning("hm"), .text("né"), end(.length)])
    #expect(
      chat == [
        head + #""message":{"role":"assistant","content":"","thinking":"hm"},"done":false}"#,
        head + #""message":{"role":"assistant","content":"né"},"done":false}"#,
        head + #""message":{"role":"assistant","content":""},"# + numbers("length"),
      ])
    let generated = lines([.text("a"), end(.stopSequence("x"))], .generate)
    #expect(generated == [head + #""response":"a","done":false}"#, head + #""response":"","# + numbers("stop")])
  }

  @Test func callsAreWholeAndTheirArgumentsAreObjects() {
    let chat = lines([
      .toolCallBegan(index: 0, id: "x", name: "f"), .toolCallArguments(index: 0, #"{"a":"#),
      .toolCallArguments(index: 0, "1}"), .toolCallBegan(index: 1, id: "y", name: "g"),
      .toolCallArguments(index: 1, #"{"cut"#), end(.toolCalls),
    ])
    func call(_ id: String, _ name: String, _ arguments: String) -> String {
      let call = #"{"id":"call_\#(id)","function":{"name":"\#(name)","arguments":\#(arguments)}}"#
      return head + #""message":{"role":"assistant","content":"","tool_calls":[\#(call)]},"done":false}"#
    }
    #expect(
      chat == [
        call("x", "f", #"{"a":1}"#), call("y", "g", "{}"),
        head + #""message":{"role":"assistant","content":""},"# + numbers("stop"),
      ])
  }

  @Test func errorsNameTheMembersOfThisAPI() throws {
    for (members, member) in [
      (#""options": {"temperature": -1}"#, "options.temperature"), (#""options": {"num_ctx": 0}"#, "options.num_ctx"),
      (#""options": {"num_predict": "x"}"#, "options.num_predict"), (#""raw": true, "system": "s""#, "system"),
      (#""raw": true, "think": true"#, "think"), (#""suffix": "s", "think": "low""#, "think"),
      (#""suffix": "s", "system": "s""#, "system"),
      (#""format": "xml""#, "format"),
      (#""think": "never""#, "think"), (#""suffix": 1"#, "suffix"), (#""keep_alive": "soon""#, "keep_alive"),
    ] {
      let body = try JSONValue.read(Array(#"{"model": "m", "prompt": "a", \#(members)}"#.utf8), options: .init())
      let error = #expect(throws: FieldError.self) { try OllamaRequest(body, kind: .generate) }
      #expect(error?.member == member, "\(members)")
    }
    // Members that ask for nothing.
    let plain = #"{"prompt": "a", "raw": true, "system": "", "think": false}"#
    let request = try OllamaRequest(try JSONValue.read(Array(plain.utf8), options: .init()), kind: .generate)
    #expect(request.request != nil)
    let images = #"{"messages": [{"role": "user", "content": "a", "images": ["x"]}]}"#
    let body = try JSONValue.read(Array(images.utf8), options: .init())
    let error = #expect(throws: FieldError.self) { try OllamaRequest(body, kind: .chat) }
    #expect(error?.member == "messages.0.images.0")
  }
}
