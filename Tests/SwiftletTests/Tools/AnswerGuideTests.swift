import Foundation
import SwiftletChatTemplates
import SwiftletGuides
import SwiftletTokenizers
import TestSupport
import Testing

@testable import Swiftlet

/// Answers drawn by chance from a guide's masks: whatever a model prefers, its calls can be read.
struct AnswerGuideTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var format: AnswerFormat
    var testDescription: String { name }
  }

  private static func calls(_ format: ToolCallFormat, reasoning: ReasoningFormat? = nil) -> AnswerFormat {
    var answer = AnswerFormat.plain
    answer.calls = format
    answer.reasoning = reasoning
    return answer
  }

  private static let harmony: AnswerFormat = {
    var format = AnswerFormat.plain
    format.isHarmony = true
    return format
  }()

  private static func format(
    opening: CallMarker = "", _ beforeName: CallMarker, _ afterName: CallMarker, _ arguments: ToolCallFormat.Arguments,
    _ afterArguments: CallMarker, separator: CallMarker?, closing: CallMarker = "", tag: String
  ) -> ToolCallFormat {
    var format = ToolCallFormat.hermes
    (format.opening, format.beforeName, format.afterName) = (opening, beforeName, afterName)
    (format.arguments, format.afterArguments, format.separator) = (arguments, afterArguments, separator)
    (format.closing, format.placement) = (closing, .anywhere(tag: tag))
    return format
  }

  static let cases = [
    Case(name: "object in a tag", format: calls(.hermes)),
    Case(name: "object in a tag, with thoughts", format: calls(.hermes, reasoning: .thinkTags)),
    Case(name: "generic JSON", format: calls(.genericJSON)),
    Case(name: "generic JSON, with reasoning", format: calls(.genericJSON, reasoning: .thinkTags)),
    Case(name: "Python", format: calls(.pythonList)),
    Case(
      name: "name outside",
      format: calls(
        format(
          "[TOOL_CALLS]", CallMarker([.text("[CALL_ID]"), .identifier, .text("[ARGS]")]), .json, "", separator: "",
          tag: "[TOOL_CALLS]"))),
    Case(
      name: "tags",
      format: calls(
        format(
          "<tool_call>\n<function=", ">\n",
          .tagged(
            TaggedArguments(
              beforeKey: "<parameter=", afterKey: ">\n", afterKeyOfOther: ">\n", afterValue: "\n</parameter>",
              separator: "\n")), "\n</function>\n</tool_call>", separator: "\n", tag: "<tool_call>"))),
    Case(
      name: "keys without quotes",
      format: calls(
        format(
          "<|tool_call>call:", "", .bareObject(quote: "<|\"|>"), "<tool_call|>", separator: "", tag: "<|tool_call>"))),
    Case(
      name: "keys without quotes, other marks",
      format: calls(
        format(
          "<start_function_call>call:", "", .bareObject(quote: "<escape>"), "<end_function_call>", separator: "",
          tag: "<start_function_call>"))),
    Case(name: "harmony", format: harmony), Case(name: "recipients", format: recipients),
    Case(name: "recipients, with thoughts", format: recipientsWithReasoning),
  ]

  /// Messages with a recipient, as those of Functionary 3.2.
  private static let recipients: AnswerFormat = {
    var answer = calls(format("", "\n", .json, "", separator: ">>>", tag: ""))
    answer.calls?.placement = .start
    answer.textHeader = "all\n"
    return answer
  }()

  /// Messages with a recipient, of which one is the model itself; the name of the tool is repeated.
  private static let recipientsWithReasoning: AnswerFormat = {
    var reasoning = ReasoningFormat.thinkTags
    (reasoning.startTag, reasoning.endTag) = (" to=self<|message|>", "<|end|><|start|>assistant")
    var answer = calls(
      format(
        " to=", CallMarker([.text("<|message|><call name=\""), .name, .text("\">")]), .json, "</call>",
        separator: "<|end|><|start|>assistant", tag: ""),
      reasoning: reasoning)
    answer.calls?.placement = .start
    answer.textHeader = " to=user<|message|>"
    return answer
  }()

  private static let tools = [Transcript.ToolDefinition(tool: Order()), Transcript.ToolDefinition(tool: Weather())]

  private static let weather = Array(tools[1...])

  /// A tool calling mode, and the tools that may be called.
  struct Choice: Sendable {
    var mode: GenerationOptions.ToolCallingMode.Kind
    var tools: [Transcript.ToolDefinition]
  }

  @Test(
    arguments: cases,
    [
      Choice(mode: .allowed, tools: tools), Choice(mode: .required, tools: tools),
      Choice(mode: .required, tools: weather),
    ])
  func whateverIsDrawnCanBeRead(_ test: Case, _ choice: Choice) throws {
    let tokenizer = try CallVocabulary.tokenizer()
    let markers = tokenizer.vocabulary.controlTokens(in: test.format.texts, includingEnds: test.format.nonFinalEnds)
    let index = TokenIndex(tokenizer.vocabulary, markers: markers)
    let starts: [AnswerStart] = test.format.reasoning == nil ? [.beginning] : [.beginning, .reasoning, .content]
    var chances = SeededChances(state: 7)
    for start in starts {
      let answerGuide = AnswerGuide(
        format: test.format, start: start, tools: choice.tools, choice: choice.mode, content: nil)
      var options = GuideOptions.generating
      (options.whitespace, options.allowsExponents) = (.natural, false)
      let guide = try Guide(try answerGuide.source(), options: options, index: index)
      for _ in 0..<4 {
        let text = try draw(guide, tokenizer, markers, &chances)
        try check(text, test.format, start, choice)
      }
    }
  }

  @Test(
    "after a call, a line break and the end are allowed, and another call is not required", arguments: [true, false])
  func callsMayEndWithWhiteSpace(isRequired: Bool) throws {
    let tokenizer = try CallVocabulary.tokenizer()
    let format = Self.calls(.hermes)
    let index = TokenIndex(
      tokenizer.vocabulary, markers: tokenizer.vocabulary.controlTokens(in: format.texts, includingEnds: []))
    let source = try AnswerGuide(
      format: format, start: .beginning, tools: Self.tools, choice: isRequired ? .required : .allowed, content: nil
    ).source()
    let guide = try Guide(source, options: .generating, index: index)
    let call = "<tool_call>\n{\"name\": \"Weather\", \"arguments\": {\"city\":\"Oslo\"}}\n</tool_call>"
    for (text, isComplete) in [
      (call, true), (call + "\n", true), (call + " \n\n", true), (call + "\n" + call, true),
      (call + "\n" + call + "\n", true), (call + "\n<tool_call>", false), (call + "\n\n\n\n\n", false),
      (call + "\nx", false),
    ] {
      var matcher = guide.makeMatcher()
      let isPossible = matcher.accept(bytes: Array(text.utf8))
      #expect((isPossible && matcher.isAccepting) == isComplete, "\(text)")
    }
    var single = AnswerGuide(
      format: format, start: .beginning, tools: Self.tools, choice: isRequired ? .required : .allowed, content: nil)
    single.allowsParallelCalls = false
    let oneCall = try Guide(single.source(), options: .generating, index: index)
    for (text, isComplete) in [(call, true), (call + "\n", true), (call + "\n" + call, false)] {
      var matcher = oneCall.makeMatcher()
      #expect((matcher.accept(bytes: Array(text.utf8)) && matcher.isAccepting) == isComplete, "\(text)")
    }
  }

  /// True if a call is the last one shows in who speaks next, so there may be one or more.
  @Test func callsOfHarmonyMayFollowEachOther() throws {
    let tokenizer = try CallVocabulary.tokenizer()
    let format = Self.harmony
    let markers = tokenizer.vocabulary.controlTokens(in: format.texts, includingEnds: format.nonFinalEnds)
    let ids = try ["<|call|>", "<|return|>"].map { try #require(tokenizer.vocabulary.id(of: $0)) }
    #expect(markers.contains(ids[0]) && !markers.contains(ids[1]))
    let index = TokenIndex(tokenizer.vocabulary, markers: markers)
    let source = try AnswerGuide(
      format: format, start: .beginning, tools: Self.weather, choice: .required, content: nil
    ).source()
    /// True if answers may begin with a text, and whether they may end with it.
    func allows(_ text: String) throws -> [Bool] {
      var matcher = try Guide(source, options: .generating, index: index).makeMatcher()
      let isPossible = matcher.accept(bytes: Array(text.utf8))
      return [isPossible, isPossible && matcher.isAccepting]
    }
    let call = #"<|channel|>commentary to=functions.Weather <|constrain|>json<|message|>{"city":"Oslo"}<|call|>"#
    for count in 1...3 {
      let text = Array(repeating: call, count: count).joined(separator: "<|start|>assistant")
      #expect(try allows(text) == [true, true])
      #expect(try allows(text + "<|start|>functions") == [true, true])
      #expect(try allows(text + "<|start|>assistant<|channel|>final") == [false, false])
      #expect(try allows(String(text.dropLast("<|call|>".count))) == [true, false])
      let read = try readCalls(in: text + "<|start|>functions", format, .beginning)
      #expect(read.count == count)
    }
    var chances = SeededChances(state: 3)
    let guide = try Guide(source, options: .generating, index: index)
    var counts: Set<Int> = []
    for _ in 0..<12 {
      let text = try draw(guide, tokenizer, markers, &chances, atMost: 600)
      try check(text, format, .beginning, Choice(mode: .required, tools: Self.weather))
      counts.insert(try readCalls(in: text, format, .beginning).count)
    }
    #expect(counts.contains { $0 > 1 }, "\(counts)")
  }

  @Test(.enabled(if: TestData.templates.isPresent, "\(TestData.templates.absence)"))
  func whateverIsDrawnInTheFormOfAFamilyCanBeRead() throws {
    let tokenizer = try CallVocabulary.tokenizer()
    var formats: [AnswerFormat: String] = [:]
    for path in TestData.templates.paths(suffix: "") where path.contains(".jinja") {
      let source = String(decoding: try TestData.templates.contents(path), as: UTF8.self)
      let template = try ChatTemplate(source: source, bos: "<s>", eos: "</s>")
      if template.traits.tools != .none { formats[template.format] = path }
    }
    #expect(formats.count > 25)
    var indices: [Set<TokenID>: TokenIndex] = [:]
    var chances = SeededChances(state: 9)
    for (format, path) in formats.sorted(by: { $0.value < $1.value }) {
      let markers = tokenizer.vocabulary.controlTokens(in: format.texts, includingEnds: format.nonFinalEnds)
      let index = indices[markers] ?? TokenIndex(tokenizer.vocabulary, markers: markers)
      indices[markers] = index
      let source = try AnswerGuide(format: format, start: .content, tools: Self.tools, choice: .required, content: nil)
        .source()
      var options = GuideOptions.generating
      (options.whitespace, options.allowsExponents) = (.natural, false)
      let text = try draw(Guide(source, options: options, index: index), tokenizer, markers, &chances, atMost: 600)
      do {
        try check(text, format, .content, Choice(mode: .required, tools: Self.tools))
      } catch {
        Issue.record("\(path): \(error): \(text)")
      }
    }
  }

  /// An answer of tokens that are equally probable.
  private func draw(
    _ guide: Guide, _ tokenizer: Tokenizer, _ markers: Set<TokenID>, _ chances: inout SeededChances,
    atMost limit: Int = 160
  ) throws -> String {
    var matcher = guide.makeMatcher()
    var detokenizer = tokenizer.makeDetokenizer(keeping: markers)
    var text = ""
    var left = limit
    while !matcher.isFinished {
      let mask = try matcher.mask(remaining: left)
      var allowed: [TokenID] = []
      mask.forEach { allowed.append($0) }
      let token = try #require(allowed.randomElement(using: &chances))
      try matcher.accept(token)
      if !matcher.isFinished { text += try detokenizer.append(token) }
      left -= 1
    }
    return text + detokenizer.finish()
  }

  /// The calls in an answer.
  private func readCalls(
    in text: String, _ format: AnswerFormat, _ start: AnswerStart
  ) throws -> [(name: String, arguments: String)] {
    let definitions = Self.tools.map(\.templateDefinition)
    var parser = AnswerParser(format, tools: definitions, start: start)
    var events: [AnswerEvent] = []
    // Byte by byte, as that is the hardest.
    for byte in text.utf8 { events += try parser.append(CollectionOfOne(byte)) }
    events += try parser.finish()
    var calls: [(name: String, arguments: String)] = []
    for event in events {
      switch event {
      case .callBegan(let name): calls.append((name, ""))
      case .arguments(let new): calls[calls.count - 1].arguments += new
      default: break
      }
    }
    return calls
  }

  private func check(_ text: String, _ format: AnswerFormat, _ start: AnswerStart, _ choice: Choice) throws {
    let calls = try readCalls(in: text, format, start)
    if choice.mode == .required { #expect(!calls.isEmpty, "\(text)") }
    for call in calls {
      let content = try GeneratedContent(json: call.arguments)
      #expect(content.isComplete)
      switch call.name {
      case "Weather": _ = try City(content)
      case "Order": _ = try Order.Arguments(content)
      default: Issue.record("\(call.name)")
      }
      #expect(choice.tools.contains { $0.name == call.name })
    }
  }

  /// A tool with arguments of many kinds.
  struct Order: Tool {
    let description = "Orders something."

    @Generable struct Item {
      var title: String
      var count: Int?
    }

    @Generable enum Size { case small, large }

    @Generable struct Arguments {
      var customer: String
      @Guide(.range(1...9)) var priority: Int
      var isGift: Bool?
      var price: Double?
      var size: Size?
      var items: [Item]
      var note: String?
    }

    func call(arguments: Arguments) async throws -> String { "" }
  }
}
