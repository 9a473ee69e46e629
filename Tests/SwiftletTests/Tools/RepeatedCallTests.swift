import SwiftletChatTemplates
import Testing

@testable import Swiftlet

/// The same tool call twice in one answer.
struct RepeatedCallTests {
  private func call(_ name: String, _ arguments: String...) -> [AnswerEvent] {
    [.callBegan(name: name)] + arguments.map { .arguments($0) } + [.callEnded]
  }

  @Test("other calls pass, also of the same tool")
  func differentCallsPass() {
    var filter = RepeatedCallFilter()
    let events =
      call("f", #"{"a": 1, "#, #""b": 2}"#) + call("g", #"{"a": 1, "b": 2}"#) + call("f", #"{"a": 2, "b": 1}"#)
    #expect(events.flatMap { filter.filter([$0]) } == events && !filter.isRepeating)
  }

  @Test(
    "a repeated call and what follows it do not pass, whatever the order of members and the spelling of numbers",
    arguments: [
      #"{"a": 1, "b": {"c": 2, "d": []}}"#, #"{"b":{"d":[],"c":2.0},"a":1}"#,
      "{\"a\": 1e0,\n \"b\": {\"c\": 2, \"d\": []}}",
    ])
  func repeatedCallsEnd(arguments: String) {
    var filter = RepeatedCallFilter()
    let first = call("f", #"{"a": 1, "b": {"c": 2, "d": []}}"#)
    #expect(filter.filter(first) == first)
    #expect(filter.filter(call("f", arguments) + [.text("more")] + call("g", "{}")).isEmpty)
    #expect(filter.isRepeating)
    #expect(filter.filter([.text("more")]).isEmpty)
  }

  @Test("a call of another tool passes at once, one of the same tool when it is complete")
  func holdsBackOnlyWhatMayRepeat() {
    var filter = RepeatedCallFilter()
    _ = filter.filter(call("f", "{}"))
    #expect(filter.filter([.callBegan(name: "g"), .arguments("{")]).count == 2)
    #expect(filter.filter([.arguments("}"), .callEnded]).count == 2)
    #expect(filter.filter([.callBegan(name: "f"), .arguments("{\"a\": 1")]).isEmpty)
    #expect(filter.filter([.arguments("}"), .callEnded]) == call("f", "{\"a\": 1", "}"))
  }
}
