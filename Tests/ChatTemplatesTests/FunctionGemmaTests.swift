import SwiftletJSON
import Testing

@testable import SwiftletChatTemplates

/// Tests of FunctionGemma, with a template written after its documentation, as the published one is not in the data.
struct FunctionGemmaTests {
  private static let question = ChatMessage(role: .user, content: "How is it in Oslo?")

  @Test(arguments: Family.own)
  func renderedCallsReadBackAsTheyWere(_ family: Family) throws { try family.checkThatRenderedCallsReadBack() }

  @Test(arguments: Family.own)
  func resultsAndLaterTurnsAreWritten(_ family: Family) throws { try family.checkThatResultsAndLaterTurnsAreWritten() }

  @Test(arguments: Family.own)
  func nothingThatIsSaidIsAMarker(_ family: Family) throws { try family.checkThatNothingSaidIsAMarker() }

  @Test func theFormOfCallsIsFound() throws {
    let traits = try Family.own[0].template().traits
    var expected = AnswerParserTests.escaped
    expected.closing = "<start_function_response>"
    #expect(traits.format == AnswerFormat(calls: expected))
    #expect(traits.supportsSystemRole && traits.requiresEmptyContent)
    #expect(!traits.takesArgumentsAsString && !traits.takesContentParts)
  }

  @Test func promptsAreAsDocumented() throws {
    let template = try Family.own[0].template()
    let tool = ToolDefinition(
      name: "get_weather", description: "Tells the weather.",
      parameters: JSONSchema(
        text: """
          {"type": "object", "properties": {"city": {"type": "string", "description": "A city"}, \
          "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]}}, "required": ["city"]}
          """))
    let call = ToolCall(id: "abcdefgh1", name: "get_weather", arguments: #"{"unit": "celsius", "city": "Oslo"}"#)
    let messages = [
      ChatMessage(role: .system, content: "You can call functions"), Self.question,
      ChatMessage(role: .assistant, content: "", toolCalls: [call]),
      ChatMessage(toolResult: "rain", of: call.id, name: call.name),
    ]
    let declaration =
      "<start_function_declaration>declaration:get_weather{description:<escape>Tells the weather.<escape>,parameters:"
      + "{properties:{city:{description:<escape>A city<escape>,type:<escape>STRING<escape>},unit:{enum:[<escape>celsius"
      + "<escape>,<escape>fahrenheit<escape>],type:<escape>STRING<escape>}},required:[<escape>city<escape>],"
      + "type:<escape>OBJECT<escape>}}<end_function_declaration>"
    let expected = """
      <s><start_of_turn>developer
      You can call functions\(declaration)<end_of_turn>
      <start_of_turn>user
      How is it in Oslo?<end_of_turn>
      <start_of_turn>model
      <start_function_call>call:get_weather{city:<escape>Oslo<escape>,unit:<escape>celsius<escape>}<end_function_call>\
      <start_function_response>response:get_weather{value:<escape>rain<escape>}<end_function_response>
      """
    #expect(try template.render(messages, tools: [tool], addingGenerationPrompt: true).text == expected)
  }

  /// Strings are rendered and parsed verbatim, without escapes.
  @Test func stringsHoldAnythingButTheirMark() throws {
    let template = try Family.own[0].template()
    let text = #"a "quoted", {curly:1} <end_function_call> \n back\slash é 🙂"#
    let call = ToolCall(
      id: "abcdefgh1", name: "find_person", arguments: "{\"name\": \(LiteralReader.string(text.utf8))}")
    let prompt = try template.render([Self.question], tools: Probe.tools, addingGenerationPrompt: true).text
    let whole = try template.render(
      [Self.question, ChatMessage(role: .assistant, content: "", toolCalls: [call])], tools: Probe.tools,
      addingGenerationPrompt: false
    ).text
    let answer = String(decoding: whole.utf8.dropFirst(prompt.utf8.count), as: UTF8.self)
    for length in [Int.max, 1, 2, 5] {
      let read = try ParsedAnswer(answer, template.format, pieces: length)
      #expect(read.calls == [ParsedCall(name: "find_person", arguments: call.arguments.withoutSpace)])
      #expect(read.text.isEmpty && !read.isInCall)
    }
  }
}
