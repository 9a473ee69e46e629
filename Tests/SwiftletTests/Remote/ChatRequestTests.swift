import Foundation
import Testing

@testable import Swiftlet

struct ChatRequestTests {
  private typealias Options = OpenAICompatibleLanguageModel.Options

  private func body(
    _ entries: [Transcript.Entry], tools: [Transcript.ToolDefinition] = [], schema: GenerationSchema? = nil,
    options: GenerationOptions = GenerationOptions(), context: ContextOptions = ContextOptions(),
    _ change: (inout Options) -> Void = { _ in }
  ) throws -> GeneratedContent {
    let url = try #require(URL(string: "http://localhost/v1"))
    var model = OpenAICompatibleLanguageModel(baseURL: url, model: "m")
    change(&model.options)
    let request = LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: Transcript(entries: entries), enabledTools: tools, schema: schema,
      generationOptions: options, contextOptions: context, metadata: [:])
    return try GeneratedContent(json: try ChatRequest(request, for: model).json)
  }

  private func prompt(_ text: String) -> Transcript.Entry {
    .prompt(Transcript.Prompt(segments: [.text(.init(content: text))]))
  }

  private func thought(_ text: String) -> Transcript.Entry {
    .reasoning(Transcript.Reasoning(segments: [.text(.init(content: text))]))
  }

  private func response(_ text: String) -> Transcript.Entry {
    .response(Transcript.Response(segments: [.text(.init(content: text))]))
  }

  /// A conversation with an entry of every kind.
  private func conversation() throws -> [Transcript.Entry] {
    let city = try GeneratedContent(json: #"{"city": "Paris"}"#)
    let instructions = Transcript.Instructions(segments: [.text(.init(content: "Be \"brief\"."))], toolDefinitions: [])
    return [
      .instructions(instructions), prompt("Hi"), thought("A greeting."), response("Hello!"), prompt("Weather?"),
      thought("Look it up."), response("Let me see."),
      .toolCalls(
        Transcript.ToolCalls([
          Transcript.ToolCall(id: "a", toolName: "Weather", arguments: city),
          Transcript.ToolCall(id: "b", toolName: "mayor_of", arguments: city),
        ])),
      .toolOutput(Transcript.ToolOutput(id: "a", toolName: "Weather", segments: [.text(.init(content: "Rain.\n"))])),
      .toolOutput(
        Transcript.ToolOutput(
          id: "b", toolName: "mayor_of", segments: [.structure(.init(schemaName: "Person", content: city))])),
    ]
  }

  private func messages(_ turnThought: String, earlier: String = "", role: String = "system") -> String {
    #"""
    [{"role": "\#(role)", "content": "Be \"brief\"."}, {"role": "user", "content": "Hi"},
     {"role": "assistant", \#(earlier)"content": "Hello!"}, {"role": "user", "content": "Weather?"},
     {"role": "assistant", \#(turnThought)"content": "Let me see.", "tool_calls": [
       {"id": "a", "type": "function", "function": {"name": "Weather", "arguments": "{\"city\": \"Paris\"}"}},
       {"id": "b", "type": "function", "function": {"name": "mayor_of", "arguments": "{\"city\": \"Paris\"}"}}]},
     {"role": "tool", "tool_call_id": "a", "content": "Rain.\n"},
     {"role": "tool", "tool_call_id": "b", "content": "{\"city\": \"Paris\"}"}]
    """#.normalised
  }

  @Test("Every kind of entry has its message; thoughts go back within a turn")
  func everyEntry() throws {
    let plain = try body(conversation())
    #expect(
      plain.jsonString
        == #"{"model": "m", "messages": \#(messages(#""reasoning_content": "Look it up.", "#)), "stream": true, "#
        + #""stream_options": {"include_usage": true}}"#)
  }

  @Test("Options choose the role of instructions and the thoughts that go back")
  func messageOptions() throws {
    let all = try body(conversation()) {
      $0.reasoningHistory = .all
      $0.instructionsRole = .developer
    }
    #expect(
      all.member("messages")?.jsonString
        == messages(
          #""reasoning_content": "Look it up.", "#, earlier: #""reasoning_content": "A greeting.", "#,
          role: "developer"))
    let none = try body(conversation()) { $0.reasoningHistory = .none }
    #expect(none.member("messages")?.jsonString == messages(""))
  }

  @Test("Calls without a text have null as content, or an empty one; instructions without one are no message")
  func callsAlone() throws {
    let call = Transcript.ToolCall(id: "a", toolName: "t", arguments: try GeneratedContent(json: "{}"))
    let entries: [Transcript.Entry] = [
      .instructions(Transcript.Instructions(segments: [], toolDefinitions: [])), prompt("Hi"),
      .toolCalls(Transcript.ToolCalls([call])),
    ]
    for (form, content) in [(Options.SchemaForm.jsonSchema, "null"), (.jsonObject, #""""#)] {
      let body = try body(entries) { $0.schemaForm = form }
      #expect(
        body.member("messages")?.jsonString
          == #"""
          [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": \#(content), "tool_calls":
            [{"id": "a", "type": "function", "function": {"name": "t", "arguments": "{}"}}]}]
          """#.normalised)
    }
  }

  @Test("Tools have their schemas in the strict form")
  func tools() throws {
    let tool = Transcript.ToolDefinition(tool: Weather())
    let body = try body([prompt("Hi")], tools: [tool])
    #expect(
      body.member("tools")?.jsonString
        == #"""
        [{"type": "function", "function": {"name": "Weather", "description": "Tells the weather of a city.",
          "parameters": {"type": "object", "title": "City", "properties": {"city": {"type": "string"}},
            "required": ["city"], "additionalProperties": false}, "strict": true}}]
        """#.normalised)
    #expect(body.member("tool_choice")?.asText == "auto")
    var options = GenerationOptions()
    options.toolCallingMode = .required
    let required = try self.body([prompt("Hi")], tools: [tool], options: options)
    #expect(required.member("tool_choice")?.asText == "required")
  }

  @Test("Bounds that JSON has no number for are left out, so that the body stays JSON")
  func infiniteBounds() throws {
    let number = DynamicGenerationSchema(type: Double.self, guides: [.minimum(0), .maximum(.infinity)])
    let root = DynamicGenerationSchema(name: "Size", properties: [.init(name: "width", schema: number)])
    let schema = try GenerationSchema(root: root, dependencies: [])
    let tool = Transcript.ToolDefinition(name: "Scale", description: "Scales.", parameters: schema)
    let parameters = try body([prompt("Hi")], tools: [tool]).member("tools")?.asElements?.first?.member("function")?
      .member("parameters")
    #expect(
      parameters?.member("properties")?.jsonString == #"{"width": {"type": "number", "minimum": 0}}"#)
  }

  @Test("A schema's optional properties are required and may be null")
  func strictSchema() throws {
    let body = try body([prompt("Hi")], schema: Trip.generationSchema)
    #expect(
      body.member("response_format")?.jsonString
        == #"""
        {"type": "json_schema", "json_schema": {"name": "Trip", "schema": {"type": "object", "title": "Trip",
          "properties": {"city": {"type": "string"}, "days": {"type": "integer", "minimum": 1, "maximum": 9},
            "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "legs": {"type": "array", "items": {"$ref": "#/$defs/Leg"}, "maxItems": 3}},
          "required": ["city", "days", "note", "legs"], "additionalProperties": false,
          "$defs": {"Leg": {"type": "object", "title": "Leg", "properties": {"to": {"type": "string"}},
            "required": ["to"], "additionalProperties": false}}}, "strict": true}}
        """#.normalised)
  }

  @Test("A schema may be sent in the form of llama-cpp-python")
  func otherForm() throws {
    let body = try body([prompt("Hi")], schema: City.generationSchema) { $0.schemaForm = .jsonObject }
    #expect(
      body.member("response_format")?.jsonString
        == #"""
        {"type": "json_object", "schema": {"type": "object", "title": "City",
          "properties": {"city": {"type": "string"}}, "required": ["city"], "additionalProperties": false}}
        """#.normalised)
  }

  @Test("Constants have a type, nothing stands beside a reference, and no key is mistaken for a keyword")
  func strictCorners() throws {
    let shape = try body([prompt("Hi")], schema: Shape.generationSchema).jsonString
    #expect(shape.contains(#"{"type": "string", "const": "circle"}"#))
    let described = DynamicGenerationSchema(
      name: "Odd",
      properties: [
        .init(name: "x-order", description: "An order", schema: DynamicGenerationSchema(referenceTo: "Leg")),
        .init(name: "$ref", schema: DynamicGenerationSchema(type: Int.self)),
      ])
    let leg = DynamicGenerationSchema(name: "Leg", properties: [])
    let odd = try body(
      [prompt("Hi")], schema: GenerationSchema(root: described, dependencies: [leg])
    ).jsonString
    #expect(odd.contains(##""x-order": {"description": "An order", "anyOf": [{"$ref": "#/$defs/Leg"}]}"##))
    #expect(odd.contains(#""$ref": {"type": "integer"}}"#) && odd.contains(#""required": ["x-order", "$ref"]"#))
  }

  @Test("A schema that allows anything is not called strict, and names have allowed characters")
  func looseSchema() throws {
    let format = try body([prompt("Hi")], schema: [GeneratedContent].generationSchema).member("response_format")
    #expect(format?.member("json_schema")?.member("strict")?.jsonString == "false")
    #expect(format?.member("json_schema")?.member("name")?.asText == "Array_GeneratedContent_")
    #expect(ChatRequest.formatName("Größe-1_" + String(repeating: "x", count: 100)).utf8.count == 64)
    #expect(ChatRequest.formatName("Größe-1_x") == "Gr__e-1_x" && ChatRequest.formatName("") == "_")
  }

  @Test("The schema is put into the prompt that asks for it, and stays there")
  func schemaInPrompt() throws {
    let context = ContextOptions(includeSchemaInPrompt: true)
    let old = Transcript.Prompt(
      segments: [.text(.init(content: "Old"))], responseFormat: .init(schema: City.generationSchema),
      contextOptions: context)
    let body = try body(
      [.prompt(old), response("{}"), prompt("New")], schema: City.generationSchema, context: context)
    let texts = body.member("messages")?.asElements?.compactMap { $0.member("content")?.asText }
    let note = "\n\nAnswer with JSON of this form:\n" + #"{"city":string}"#
    #expect(texts == ["Old" + note, "{}", "New" + note])
  }

  @Test(
    "Options become the fields of the protocol",
    arguments: [
      (GenerationOptions(samplingMode: .greedy, temperature: 0.5), #"{"temperature": 0}"#),
      (
        GenerationOptions(samplingMode: .random(top: 5, seed: 7), temperature: 1.5, maximumResponseTokens: 20),
        #"{"temperature": 1.5, "top_k": 5, "seed": 7, "max_tokens": 20}"#
      ),
      (
        GenerationOptions(samplingMode: .random(probabilityThreshold: 0.9, seed: .max)),
        #"{"top_p": 0.9, "seed": 9223372036854775807}"#
      ),
      (GenerationOptions(temperature: .nan, maximumResponseTokens: 0), #"{"temperature": 0, "max_tokens": 1}"#),
      (GenerationOptions(samplingMode: .random(probabilityThreshold: .infinity)), #"{"top_p": 1}"#),
      (GenerationOptions(samplingMode: .random(top: -3)), #"{"top_k": 1}"#),
      (GenerationOptions(), "{}"),
    ])
  func sampling(options: GenerationOptions, expected: String) throws {
    let body = try body([prompt("Hi")], options: options)
    let known = ["temperature", "top_p", "top_k", "seed", "max_tokens"]
    #expect(GeneratedContent.members(known.map { ($0, body.member($0)) }).jsonString == expected)
  }

  @Test(
    "Levels of reasoning have the protocol's names",
    arguments: [
      (ContextOptions.ReasoningLevel.light, "low"), (.moderate, "medium"), (.deep, "high"), (.custom("x"), "x"),
    ])
  func reasoning(level: ContextOptions.ReasoningLevel, name: String) throws {
    let body = try body([prompt("Hi")], context: ContextOptions(reasoningLevel: level))
    #expect(body.member("reasoning_effort")?.asText == name)
  }

  @Test("Fields of the caller are added, take the place of others, or take them away")
  func bodyFields() throws {
    let body = try body([prompt("Hi")], options: GenerationOptions(maximumResponseTokens: 3)) {
      $0.tokenLimitField = .maxCompletionTokens
      $0.bodyFields = [
        "stream_options": GeneratedContent(kind: .null), "model": GeneratedContent("other"),
        "chat_template_kwargs": GeneratedContent(properties: ["enable_thinking": false]),
      ]
    }
    #expect(
      body.jsonString
        == #"""
        {"model": "other", "messages": [{"role": "user", "content": "Hi"}], "max_completion_tokens": 3, "stream": true,
         "chat_template_kwargs": {"enable_thinking": false}}
        """#.normalised)
  }
}
