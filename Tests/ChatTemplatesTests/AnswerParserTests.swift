import SwiftletJSON
import Testing

@testable import SwiftletChatTemplates

/// Answers in the formats of several families, written down by hand from the families' documentation.
struct AnswerParserTests {
  static let weather = ParsedCall(name: "get_weather", arguments: #"{"city":"Oslo","days":3}"#)
  static let person = ParsedCall(name: "find_person", arguments: #"{"name":"Ann"}"#)

  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var format: AnswerFormat
    var answer: String
    var text = ""
    var reasoning = ""
    var calls: [ParsedCall]
    var testDescription: String { name }
  }

  static let tagged = ToolCallFormat(
    beforeName: "<tool_call>\n<function=", afterName: ">\n",
    arguments: .tagged(
      TaggedArguments(
        beforeKey: "<parameter=", afterKey: ">\n", afterKeyOfOther: ">\n", afterValue: "\n</parameter>",
        separator: "\n")), afterArguments: "\n</function>\n</tool_call>", separator: "\n",
    placement: .anywhere(tag: "<tool_call>"))
  static let numbered = ToolCallFormat(
    opening: "<|tool_calls_section_begin|>", beforeName: "<|tool_call_begin|>functions.",
    afterName: CallMarker([.text(":"), .number, .text("<|tool_call_argument_begin|>")]), arguments: .json,
    afterArguments: "<|tool_call_end|>", separator: "", closing: "<|tool_calls_section_end|>",
    placement: .anywhere(tag: "<|tool_calls_section_begin|>"))
  static let array = ToolCallFormat(
    opening: "[TOOL_CALLS][", beforeName: #"{"name": ""#, afterName: #"", "arguments": "#, arguments: .json,
    afterArguments: CallMarker([.text(#", "id": ""#), .identifier, .text("\"}")]), separator: ", ", closing: "]",
    placement: .anywhere(tag: "[TOOL_CALLS]"))
  static let bare = ToolCallFormat(
    beforeName: "<|tool_call>call:", afterName: "", arguments: .bareObject(quote: #"<|"|>"#),
    afterArguments: "<tool_call|>", separator: "", placement: .anywhere(tag: "<|tool_call>"))
  static let escaped = ToolCallFormat(
    beforeName: "<start_function_call>call:", afterName: "", arguments: .bareObject(quote: "<escape>"),
    afterArguments: "<end_function_call>", separator: "", placement: .anywhere(tag: "<start_function_call>"))
  static let bareJSON = ToolCallFormat(
    beforeName: #"{"name": ""#, afterName: #"", "parameters": "#, arguments: .json, afterArguments: "}",
    separator: nil, placement: .start)
  static let recipients = AnswerFormat(
    calls: ToolCallFormat(
      beforeName: "", afterName: "\n", arguments: .json, afterArguments: "", separator: ">>>", placement: .start),
    textHeader: "all\n")
  static let named = AnswerFormat(
    reasoning: ReasoningFormat(startTag: " to=self<|message|>", endTag: "<|end|><|start|>assistant"),
    calls: ToolCallFormat(
      beforeName: " to=", afterName: CallMarker([.text("<|message|><f name=\""), .name, .text("\">")]),
      arguments: .json, afterArguments: "</f>", separator: "<|end|><|start|>assistant", placement: .start),
    textHeader: " to=user<|message|>")

  static let cases = [
    Case(
      name: "object in a tag, after reasoning and text", format: .init(reasoning: .thinkTags, calls: .hermes),
      answer: """
        <think>
        Which city? <b>
        </think>

        Let me look.

        <tool_call>
        {"name": "get_weather", "arguments": {"city": "Oslo", "days": 3}}
        </tool_call>
        <tool_call>
        {"name": "find_person", "arguments": {"name": "Ann"}}
        </tool_call>
        """, text: "Let me look.", reasoning: "Which city? <b>", calls: [weather, person]),
    Case(
      name: "a call within reasoning that is not closed", format: .init(reasoning: .thinkTags, calls: .hermes),
      answer: """
        <think>
        Who is it?
        <tool_call>
        {"name": "find_person", "arguments": {"name": "Ann"}}
        </tool_call>
        """, reasoning: "Who is it?", calls: [person]),
    Case(
      name: "object in a tag, other white space", format: .init(calls: .hermes),
      answer: #"<tool_call>{ "name":"get_weather","arguments" : {"city":"Oslo","days":3} }</tool_call>"#,
      calls: [weather]),
    Case(
      name: "tagged arguments", format: .init(calls: tagged),
      answer: """
        <tool_call>
        <function=get_weather>
        <parameter=city>
        Oslo
        </parameter>
        <parameter=days>
        3
        </parameter>
        </function>
        </tool_call>
        """, calls: [weather]),
    Case(
      name: "numbered names", format: .init(calls: numbered),
      answer: "<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>"
        + #"{"city": "Oslo", "days": 3}<|tool_call_end|><|tool_call_begin|>functions.find_person:1"#
        + #"<|tool_call_argument_begin|>{"name": "Ann"}<|tool_call_end|><|tool_calls_section_end|>"#,
      calls: [weather, person]),
    Case(
      name: "array after a tag, with identifiers", format: .init(calls: array),
      answer: #"[TOOL_CALLS][{"name": "get_weather", "arguments": {"city": "Oslo", "days": 3}, "id": "a1B2c3D4e"}, "#
        + #"{"name": "find_person", "arguments": {"name": "Ann"}, "id": "a1B2c3D4f"}]"#,
      calls: [weather, person]),
    Case(
      name: "keys without quotes", format: .init(calls: bare),
      answer: #"<|tool_call>call:get_weather{city:<|"|>Oslo<|"|>,days:3}<tool_call|>"#
        + #"<|tool_call>call:find_person{name:<|"|>Ann<|"|>}<tool_call|>"#,
      calls: [weather, person]),
    Case(
      name: "keys without quotes, other marks", format: .init(calls: escaped),
      answer: "<start_function_call>call:get_weather{city:<escape>Oslo<escape>,days:3}<end_function_call>"
        + "<start_function_call>call:find_person{name:<escape>Ann<escape>}<end_function_call>",
      calls: [weather, person]),
    Case(
      name: "keys without quotes, the first character of a mark before it", format: .init(calls: bare),
      answer: #"<|tool_call>call:find_person{name:<|"|>Ann<<|"|>}<tool_call|>"#,
      calls: [ParsedCall(name: "find_person", arguments: #"{"name":"Ann<"}"#)]),
    Case(
      name: "Python", format: .init(calls: .pythonList),
      answer: #"<|tool_call_start|>[get_weather(city='Oslo', days=3), find_person(name="Ann")]<|tool_call_end|>"#,
      calls: [weather, person]),
    Case(
      name: "an object alone", format: .init(calls: bareJSON),
      answer: #"{"name": "get_weather", "parameters": {"city": "Oslo", "days": 3}}"#, calls: [weather]),
    Case(
      name: "generic JSON", format: .init(calls: .genericJSON),
      answer: #" {"tool_calls": [{"name": "get_weather", "arguments": {"city": "Oslo", "days": 3}}]}"#,
      calls: [weather]),
    Case(
      name: "harmony", format: AnswerFormat(isHarmony: true),
      answer: "<|channel|>analysis<|message|>Which city?<|end|><|start|>assistant<|channel|>commentary "
        + #"to=functions.get_weather <|constrain|>json<|message|>{"city": "Oslo", "days": 3}"#,
      reasoning: "Which city?", calls: [weather]),
    Case(
      name: "harmony, tags in arguments", format: AnswerFormat(isHarmony: true),
      answer: #"<|channel|>commentary to=functions.find_person <|message|>{"name": "<|end|><|call|>"}<|call|>"#,
      calls: [ParsedCall(name: "find_person", arguments: #"{"name":"<|end|><|call|>"}"#)]),
    Case(
      name: "harmony, several calls", format: AnswerFormat(isHarmony: true),
      answer: #"<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Oslo", "days": 3}"#
        + "<|call|><|start|>assistant<|channel|>commentary to=functions.find_person <|constrain|>json<|message|>"
        + #"{"name": "Ann"}<|call|><|start|>functions"#,
      calls: [weather, person]),
    Case(
      name: "harmony, recipients before channels", format: AnswerFormat(isHarmony: true),
      answer: #" to=functions.get_weather<|channel|>commentary json<|message|>{"city": "Oslo", "days": 3}<|call|>"#
        + #"<|start|>assistant to=functions.find_person<|channel|>commentary json<|message|>{"name": "Ann"}<|call|>"#,
      calls: [weather, person]),
    Case(
      name: "harmony without calls", format: AnswerFormat(isHarmony: true),
      answer: "<|channel|>analysis<|message|>Hm<|end|><|start|>assistant<|channel|>final<|message|>It rains.",
      text: "It rains.", reasoning: "Hm", calls: []),
    Case(
      name: "recipients, calls", format: recipients,
      answer: "get_weather\n{\"city\": \"Oslo\", \"days\": 3}>>>find_person\n{\"name\": \"Ann\"}",
      calls: [weather, person]),
    Case(
      name: "recipients, text and a call", format: recipients,
      answer: "all\n>>> print(1)\nLet me look.>>>find_person\n{\"name\": \"Ann\"}",
      text: ">>> print(1)\nLet me look.", calls: [person]),
    Case(
      name: "recipients, text alone", format: recipients, answer: "all\nTry >>>find", text: "Try >>>find", calls: []),
    Case(
      name: "recipients, text without one", format: recipients, answer: "get_well soon", text: "get_well soon",
      calls: []),
    Case(
      name: "recipients, reasoning and names twice", format: named,
      answer: " to=self<|message|>Which city?<|end|><|start|>assistant to=find_person<|message|>"
        + #"<f name="find_person">{"name": "Ann"}</f><|end|><|start|>assistant to=get_weather<|message|><f name="get_weather">"#
        + #"{"city": "Oslo", "days": 3}</f>"#,
      reasoning: "Which city?", calls: [person, weather]),
    Case(
      name: "recipients, reasoning and text", format: named,
      answer: " to=self<|message|>Hm<|end|><|start|>assistant to=user<|message|>It rains.", text: "It rains.",
      reasoning: "Hm", calls: []),
    Case(
      name: "text alone", format: .init(reasoning: .thinkTags, calls: .hermes), answer: "A <tool is a\n\n <x> é.\n",
      text: "A <tool is a\n\n <x> é.\n", calls: []),
    Case(
      name: "text that begins like a call", format: .init(calls: bareJSON), answer: #"{"names": []}"#,
      text: #"{"names": []}"#, calls: []),
  ]

  @Test(arguments: cases)
  func answersAreParsedInPiecesOfAnyLength(_ test: Case) throws {
    for length in [Int.max, 1, 2, 3, 7] {
      let answer = try ParsedAnswer(test.answer, test.format, pieces: length)
      #expect(answer.calls == test.calls)
      #expect(answer.text == test.text)
      #expect(answer.reasoning == test.reasoning)
      #expect(!answer.isInCall)
    }
  }

  @Test func thePromptDecidesWhereAnAnswerStarts() throws {
    let format = AnswerFormat(reasoning: .thinkTags, calls: .hermes)
    #expect(format.start(after: "<|im_start|>assistant\n<think>\n") == .reasoning)
    #expect(format.start(after: "<|im_start|>assistant\n<think>\n\n</think>\n\n") == .content)
    #expect(format.start(after: "<|im_start|>assistant\n") == .beginning)
    let answer = try ParsedAnswer("a\n</think>\n\nb", format, start: .reasoning, pieces: 1)
    #expect(answer.reasoning == "a" && answer.text == "b")
    #expect(try ParsedAnswer("never closed", format, start: .reasoning).reasoning == "never closed")
  }

  @Test func callsAreReportedIncrementally() throws {
    var parser = AnswerParser(AnswerFormat(calls: .hermes), tools: Probe.tools)
    #expect(try parser.append("Hm.\n<tool_call>\n{\"name\": \"get_w".utf8) == [.text("Hm.")])
    #expect(try parser.append("eather\", \"arguments\": ".utf8) == [.callBegan(name: "get_weather")])
    #expect(try parser.append("{\"city\": \"Å".utf8) == [.arguments("{\"city\": \"Å")])
    #expect(try parser.append("s\"}".utf8) == [.arguments("s\"}")])
    #expect(try parser.append("}\n</tool_call>".utf8) == [.callEnded])
    #expect(try parser.finish().isEmpty)
  }

  @Test func unquotedValuesHaveTheKindOfTheParameter() throws {
    func value(_ text: String, _ kind: ArgumentKind?) throws -> String {
      let tool = ToolDefinition(
        name: "f", description: "", parameters: JSONSchema(.object([])), argumentKinds: kind.map { ["k": $0] } ?? [:])
      let answer = "<tool_call>\n<function=f>\n<parameter=k>\n\(text)\n</parameter>\n</function>\n</tool_call>"
      return try ParsedAnswer(answer, AnswerFormat(calls: Self.tagged), tools: [tool]).calls[0].arguments
    }
    #expect(try value("3", .string) == #"{"k":"3"}"#)
    #expect(try value("3", .other) == #"{"k":3}"#)
    #expect(try value("3", nil) == #"{"k":3}"#)
    #expect(try value(#""3""#, nil) == #"{"k":"\"3\""}"#)
    #expect(try value("True", .other) == #"{"k":true}"#)
    #expect(try value("two\nlines", nil) == #"{"k":"two\nlines"}"#)
    #expect(try value("[1, {\"a\": null}]", .other) == #"{"k":[1,{"a":null}]}"#)
    #expect(try value("", .string) == #"{"k":""}"#)
  }
}
