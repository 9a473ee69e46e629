package import Swiftlet
import SwiftletInference
package import SwiftletJSON

/// A request of Anthropic's API for a message, or for the number of its tokens.
package struct MessagesRequest: Sendable {
  /// The engine's request.
  package var generation: LanguageModelExecutorGenerationRequest
  /// The name of the model that the client asks for.
  package let model: String?
  /// True for a stream of events.
  package let isStreamed: Bool
  /// The idle time after which the model is unloaded; `nil` for the server's.
  package let keepAlive: KeepAlive?
  /// The types of tools that only Anthropic's service has, and that the request is answered without.
  package let skippedToolTypes: [String]

  /// The limit of tokens for clients that name none, which Anthropic's API does not allow.
  private static let defaultLimit = 4096

  /// Parses a body.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - fetchesImages: True if images may be at addresses of web servers.
  /// - Throws: ``FieldError`` that names the member.
  package init(_ body: JSONValue, fetchesImages: Bool = false) throws(FieldError) {
    let fields = try JSONFields(body)
    try fields.refuse(["mcp_servers": [], "container": []])
    try fields.refuseUnsupportedMembers()
    try fields.checkMessageTemperature()
    let conversation = try MessagesConversation(fields, fetchesImages: fetchesImages)
    model = try fields.text("model")
    isStreamed = try fields.bool("stream") ?? false
    keepAlive = try fields.keepAlive
    let definitions = try ToolDefinitions(try fields.elements("tools") ?? [], skippingServiceTools: true)
    skippedToolTypes = definitions.skippedTypes
    var tools = definitions.definitions
    let choice = try fields.messageToolChoice(&tools)
    let schema = try fields.messageSchema
    // Those of llama.cpp's server and vLLM, as in all protocols.
    let guide = try fields.answerGuide(besideSchema: schema != nil, tools: !tools.isEmpty)
    let thinking = try fields.messageThinking
    generation = LanguageModelExecutorGenerationRequest(
      messages: conversation.messages, tools: tools, toolCallingMode: choice.mode, schema: schema,
      maximumTokens: try fields.integer("max_tokens", in: 1 ... .max) ?? Self.defaultLimit,
      reasoningLevel: thinking.level)
    generation.engine.images = conversation.images
    generation.engine.continuesLastMessage = try fields.continuesLastMessage(
      of: conversation.messages, at: "messages.\(conversation.elementCount - 1)")
    generation.engine.templateVariables = try fields.templateVariables
    generation.engine.allowsParallelToolCalls = choice.isParallel
    generation.engine.stopSequences = try fields.stopSequences("stop_sequences")
    generation.engine.guide = guide
    try fields.apply(to: &generation.engine)
    if let budget = thinking.budget { generation.engine.sampling.reasoningBudget = budget }
  }
}

extension JSONFields {
  /// Throws if the temperature is outside of Anthropic's range.
  fileprivate func checkMessageTemperature() throws(FieldError) {
    guard case .number(let text)? = member("temperature"), let number = Double(text), !(0...1).contains(number)
    else { return }
    throw FieldError(path(of: "temperature"), "found \(text.prefix(40)), expected a number from 0 to 1")
  }

  /// Returns the mode of `tool_choice`; removes the tools that it does not allow.
  fileprivate func messageToolChoice(
    _ tools: inout [Transcript.ToolDefinition]
  ) throws(FieldError) -> (mode: GenerationOptions.ToolCallingMode?, isParallel: Bool) {
    guard let choice = try fields("tool_choice") else { return (nil, true) }
    let isParallel = try choice.bool("disable_parallel_tool_use") != true
    switch try choice.text("type") {
    case "auto"?: return (nil, isParallel)
    case "none"?:
      tools = []
      return (.disallowed, isParallel)
    case "any"?:
      guard !tools.isEmpty else { throw FieldError(choice.path, "found any, and there are no tools") }
      return (.required, isParallel)
    case "tool"?:
      try Self.keep([choice], of: &tools)
      return (.required, isParallel)
    case let type:
      throw FieldError(
        choice.path(of: "type"), "found \(type?.prefix(40) ?? "none"), expected auto, any, tool or none")
    }
  }

  /// The level of the reasoning and its limit of tokens.
  fileprivate var messageThinking: (level: ContextOptions.ReasoningLevel?, budget: Int?) {
    get throws(FieldError) {
      let output = try fields("output_config")
      let effort = try Self.reasoningLevel(try output?.text("effort"), at: "output_config.effort")
      guard let thinking = try fields("thinking") else { return (effort, nil) }
      switch try thinking.text("type") {
      case "disabled"?: return (.custom("none"), nil)
      case "adaptive"?: return (effort, nil)
      // Some templates reason only if they are told how much.
      case "enabled"?: return (effort ?? .moderate, try thinking.integer("budget_tokens", in: 1 ... .max))
      case let type:
        throw FieldError(
          thinking.path(of: "type"), "found \(type?.prefix(40) ?? "none"), expected enabled, disabled or adaptive")
      }
    }
  }

  /// The schema of the answer, from `output_config.format`, from `output_format`, its older name, or from the members
  /// of other servers.
  fileprivate var messageSchema: GenerationSchema? {
    get throws(FieldError) {
      let format = try fields("output_config")?.fields("format")
      let older = try fields("output_format")
      if let older, format != nil {
        throw FieldError(older.path, "found beside output_config.format, expected one of the two")
      }
      let schema = try answerSchema
      guard let format = format ?? older else { return schema }
      guard schema == nil else {
        throw FieldError(format.path, "found beside another schema, expected one of the two")
      }
      return try format.formatSchema
    }
  }
}
