extension Transcript {
  /// The coded form of a tool definition.
  struct CodedTool: Codable {
    private var type = Kind.function
    private var function: Function

    private enum Kind: String, Codable {
      case function
    }

    private struct Function: Codable {
      var name: String
      var description: String
      var parameters: GenerationSchema
    }

    init(_ tool: ToolDefinition) {
      function = Function(name: tool.name, description: tool.description, parameters: tool.parameters)
    }

    var definition: ToolDefinition {
      ToolDefinition(name: function.name, description: function.description, parameters: function.parameters)
    }
  }

  /// The coded form of a response format.
  struct CodedFormat: Codable {
    private var type = Kind.jsonSchema
    private var jsonSchema: Schema

    private enum Kind: String, Codable {
      case jsonSchema
    }

    private struct Schema: Codable {
      var name: String
      var schema: GenerationSchema
    }

    init(_ format: ResponseFormat) {
      switch format.kind {
      case .schema(let schema): jsonSchema = Schema(name: schema.name, schema: schema)
      }
    }

    var format: ResponseFormat { ResponseFormat(schema: jsonSchema.schema) }
  }

  /// The coded form of a tool call, whose arguments are JSON in a string.
  struct CodedCall: Codable {
    private var id: String
    private var name: String
    private var arguments: String
    private var metadata: [String: CodableContent]?

    init(_ call: ToolCall) {
      id = call.id
      name = call.toolName
      arguments = call.arguments.jsonString
      metadata = call.metadata.isEmpty ? nil : call.metadata.mapValues(CodableContent.init)
    }

    /// The call.
    ///
    /// - Throws: An error if the arguments are not JSON.
    func call() throws -> ToolCall {
      ToolCall(
        id: id, metadata: (metadata ?? [:]).mapValues { $0.content.ordered(by: []) }, toolName: name,
        arguments: try GeneratedContent(json: arguments))
    }
  }
}
