import SwiftletJSON

/// The body of a chat completion request.
struct ChatRequest {
  private var members: [(String, JSONValue?)]

  /// Creates the body for a request.
  ///
  /// - Parameters:
  ///   - request: The request to answer.
  ///   - model: The model that answers.
  /// - Throws: ``ImageAttachmentError`` for an image that cannot be read.
  init(
    _ request: LanguageModelExecutorGenerationRequest, for model: OpenAICompatibleLanguageModel
  ) throws(ImageAttachmentError) {
    members = [
      ("model", .string(model.name)),
      ("messages", .array(try ChatMessages.messages(of: request, options: model.options))),
    ]
    members += Self.tools(request)
    members.append(("response_format", request.schema.map { Self.responseFormat($0, model.options.schemaForm) }))
    members += Self.sampling(request.generationOptions, tokenLimitField: model.options.tokenLimitField.rawValue)
    members.append(("reasoning_effort", request.contextOptions.reasoningLevel.map { .string($0.effort) }))
    members.append(("stream", true))
    members.append(("stream_options", .members([("include_usage", true)])))
    for (name, value) in model.options.bodyFields.sorted(by: { $0.key < $1.key }) {
      replace(name, by: ContentBuilder.json(value))
    }
  }

  /// The body as JSON.
  var json: String { JSONValue.members(members).text }

  private mutating func replace(_ name: String, by value: JSONValue) {
    let value = value == .null ? nil : value
    if let index = members.firstIndex(where: { $0.0 == name }) {
      members[index].1 = value
    } else {
      members.append((name, value))
    }
  }
}

// MARK: - Tools and schemas

extension ChatRequest {
  private static func tools(_ request: LanguageModelExecutorGenerationRequest) -> [(String, JSONValue?)] {
    let tools = request.enabledToolDefinitions
    guard !tools.isEmpty else { return [] }
    let isRequired = request.generationOptions.toolCallingMode?.kind == .required
    return [
      ("tools", .array(tools.map(Self.tool))),
      ("tool_choice", isRequired ? "required" : "auto"),
    ]
  }

  private static func tool(_ tool: Transcript.ToolDefinition) -> JSONValue {
    let graph = tool.parameters.graph
    let function = JSONValue.members([
      ("name", .string(tool.name)), ("description", .string(tool.description)),
      ("parameters", graph.json(.strict).root), ("strict", .bool(graph.isStrict)),
    ])
    return .members([("type", "function"), ("function", function)])
  }

  private static func responseFormat(
    _ schema: GenerationSchema, _ form: OpenAICompatibleLanguageModel.Options.SchemaForm
  ) -> JSONValue {
    let graph = schema.graph
    let content = graph.json(.strict).root
    let type = JSONValue.string(form.rawValue)
    guard form == .jsonSchema else { return .members([("type", type), ("schema", content)]) }
    let details = JSONValue.members([
      ("name", .string(formatName(schema.name))), ("schema", content),
      ("strict", .bool(graph.isStrict)),
    ])
    return .members([("type", type), (form.rawValue, details)])
  }

  /// A schema's name limited to the characters and the length that the protocol allows.
  static func formatName(_ name: String) -> String {
    let allowed = name.unicodeScalars.prefix(64).map { scalar -> Character in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil) || scalar == "-"
        ? Character(scalar) : "_"
    }
    return allowed.isEmpty ? "_" : String(allowed)
  }
}

// MARK: - Sampling

extension ChatRequest {
  private static func sampling(
    _ options: GenerationOptions, tokenLimitField: String
  ) -> [(String, JSONValue?)] {
    // Negative values and NaN select greedy decoding.
    var temperature = options.temperature.map { $0 > 0 && $0.isFinite ? $0 : 0 }
    var (topP, topK, seed): (Double?, Int?, UInt64?) = (nil, nil, nil)
    switch options.samplingMode?.kind {
    case nil: break
    case .greedy: temperature = 0
    case .randomTopK(let count, let number): (topK, seed) = (max(1, count), number)
    case .randomProbabilityThreshold(let threshold, let number):
      (topP, seed) = (threshold >= 0 ? min(1, threshold) : 0, number)
    }
    return [
      ("temperature", temperature.map { .number($0) }), ("top_p", topP.map { .number($0) }),
      ("top_k", topK.map { .number($0) }),
      // Servers store seeds as signed integers.
      ("seed", seed.map { .number($0 & UInt64(Int.max)) }),
      (tokenLimitField, options.maximumResponseTokens.map { .number(max(1, $0)) }),
    ]
  }
}

extension ContextOptions.ReasoningLevel {
  /// The level's name in the protocol.
  fileprivate var effort: String {
    switch self {
    case .light: "low"
    case .moderate: "medium"
    case .deep: "high"
    case .custom(let name): name
    }
  }
}
