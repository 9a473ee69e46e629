import Swiftlet
import SwiftletChatTemplates
import SwiftletJSON
import Testing

/// Tools as prompts show them.
@Suite struct ToolDefinitionTests {
  @Test func argumentsMayHaveTheNamesOfKeywords() throws {
    let names = ["title", "type", "x-order", "additionalProperties", "properties", "enum"]
    let inner = DynamicGenerationSchema(
      name: "Inner", properties: names.map { .init(name: $0, schema: DynamicGenerationSchema(type: String.self)) })
    let arguments = DynamicGenerationSchema(
      name: "Arguments",
      properties: names.map { .init(name: $0, schema: DynamicGenerationSchema(type: String.self)) }
        + [.init(name: "inner", schema: DynamicGenerationSchema(referenceTo: "Inner"))])
    let definition = Transcript.ToolDefinition(
      name: "find", description: "Finds.", parameters: try GenerationSchema(root: arguments, dependencies: [inner]))
    let shown = try GeneratedContent(json: definition.templateDefinition.parameters.text)

    let properties = try members(of: shown, "properties")
    #expect(properties.map(\.name) == names + ["inner"])
    #expect(properties.dropLast().allSatisfy { $0.value.jsonString == #"{"type": "string"}"# })
    let definitions = try members(of: shown, "$defs")
    #expect(try members(of: definitions[0].value, "properties").map(\.name) == names)
    // What models have not been taught is gone from the schemas themselves.
    for schema in [shown, definitions[0].value] {
      let keywords = try members(of: schema).map(\.name)
      #expect(keywords.contains("required"))
      #expect(Set(keywords).isDisjoint(with: ["title", "x-order", "additionalProperties"]))
    }
  }

  /// The members of an object, or of one of its members, in their order.
  private func members(
    of content: GeneratedContent, _ name: String? = nil
  ) throws -> [(name: String, value: GeneratedContent)] {
    guard case .structure(let properties, let keys) = content.kind else {
      Issue.record("expected an object, found \(content.jsonString)")
      return []
    }
    if let name { return try members(of: #require(properties[name])) }
    return try keys.map { ($0, try #require(properties[$0])) }
  }
}
