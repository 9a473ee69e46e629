import Testing

@testable import SwiftletChatTemplates

/// Malformed answers.
struct MalformedAnswerTests {
  @Test(
    arguments: [
      ("<tool_call>nonsense", AnswerFormat(calls: .hermes)),
      ("<tool_call>\n{\"name\": \"f\", \"arguments\": [1]}", AnswerFormat(calls: .hermes)),
      ("<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": 1]}", AnswerFormat(calls: .hermes)),
      ("<tool_call>\n{\"name\": \"f\", \"arguments\": {}, \"x\": 1}", AnswerFormat(calls: .hermes)),
      ("<tool_call>\n{\"name\": \"\", \"arguments\": {}}", AnswerFormat(calls: .hermes)),
      ("<|tool_call_start|>[f(a=)]<|tool_call_end|>", AnswerFormat(calls: .pythonList)),
      ("<|tool_call_start|>[f(1)]<|tool_call_end|>", AnswerFormat(calls: .pythonList)),
      ("<|tool_call>call:f{a:b}<tool_call|>", AnswerFormat(calls: AnswerParserTests.bare)),
      ("<start_function_call>call:f{a:b}<end_function_call>", AnswerFormat(calls: AnswerParserTests.escaped)),
      ("<start_function_call>call:f{a:<escape>b<escape>}}", AnswerFormat(calls: AnswerParserTests.escaped)),
      (
        #"<|channel|>commentary to=functions.f<|message|>{}<|call|><|start|>assistant<|channel|>commentary to=g<|message|>"#,
        AnswerFormat(isHarmony: true)
      ),
      ("<|channel|>commentary to=python<|message|>1", AnswerFormat(isHarmony: true)),
      ("<|channel|>commentary to=functions.f<|message|>x", AnswerFormat(isHarmony: true)),
    ])
  func malformedCallsAreErrors(answer: String, format: AnswerFormat) {
    for length in [Int.max, 1] {
      let error = #expect(throws: AnswerError.self) { try ParsedAnswer(answer, format, pieces: length) }
      guard case .malformedCall(let offset, _, let expected)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(offset > 0 && offset <= answer.utf8.count && !expected.isEmpty)
    }
  }

  @Test(arguments: AnswerParserTests.cases.filter { !$0.calls.isEmpty })
  func anyPrefixIsAnUnfinishedCallOrAnAnswer(_ test: AnswerParserTests.Case) throws {
    let bytes = Array(test.answer.utf8)
    for count in bytes.indices {
      var parser = AnswerParser(test.format, tools: Probe.tools)
      var events = try parser.append(bytes.prefix(count))
      do {
        events += try parser.finish()
        let calls = ParsedAnswer(events).calls
        #expect(test.calls.starts(with: calls))
      } catch {
        guard case .unfinishedCall = error else {
          Issue.record("\(count): \(error)")
          return
        }
      }
    }
  }

  @Test func depthIsLimited() {
    let deep = "<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": " + String(repeating: "[", count: 100_000)
    #expect(throws: AnswerError.tooLarge(limit: "\(BracketScanner.maximumDepth) levels")) {
      try ParsedAnswer(deep, AnswerFormat(calls: .hermes))
    }
  }

  @Test func randomBytesNeverCrash() {
    var state: UInt64 = 88
    func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    for test in AnswerParserTests.cases {
      let bytes = Array(test.answer.utf8)
      for _ in 0..<200 {
        var changed = bytes
        for _ in 0...random(3) {
          switch random(3) {
          case 0: changed[random(changed.count)] = UInt8(random(256))
          case 1: changed.remove(at: random(changed.count))
          default: changed.insert(changed[random(changed.count)], at: random(changed.count))
          }
        }
        var parser = AnswerParser(test.format, tools: Probe.tools)
        guard (try? parser.append(changed)) != nil else { continue }
        _ = try? parser.finish()
      }
    }
  }
}
