package import Swiftlet
import SwiftletInference
package import SwiftletJSON

/// A request of OpenAI's Responses API.
package struct ResponsesRequest: Sendable {
  /// The engine's request.
  package var generation: LanguageModelExecutorGenerationRequest
  /// The name of the model that the client asks for.
  package let model: String?
  /// True for a stream of events.
  package let isStreamed: Bool
  /// The idle time after which the model is unloaded; `nil` for the server's.
  package let keepAlive: KeepAlive?
  /// True if the response is kept for later requests.
  package let isStored: Bool
  /// The items of the whole conversation, with those of the previous responses.
  package let items: [JSONValue]
  /// The form of reasoning in the answer.
  package let reasoning: ResponseReasoning
  /// The members that the response repeats.
  package let settings: ResponseSettings

  /// Parses a body.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - store: The responses that requests refer to.
  ///   - fetchesImages: True if images may be at addresses of web servers.
  /// - Throws: ``FieldError`` that names the member.
  package init(_ body: JSONValue, store: ResponseStore, fetchesImages: Bool = false) throws(FieldError) {
    let fields = try JSONFields(body)
    try fields.refuse(["background": [false], "conversation": [], "prompt": []])
    try fields.refuseTruncation()
    _ = try fields.fields("metadata")
    // It limits the calls of the service's own tools, of which there are none here.
    _ = try fields.integer("max_tool_calls", in: 1 ... .max)
    model = try fields.text("model")
    isStreamed = try fields.bool("stream") ?? false
    keepAlive = try fields.keepAlive
    let isStored = try fields.bool("store")
    if isStored == true, store.isDisabled {
      throw FieldError("store", "found true, and this server keeps no responses", code: "unsupported_value")
    }
    self.isStored = isStored ?? !store.isDisabled
    let include = try fields.responseInclude
    reasoning = ResponseReasoning(
      isSummary: try fields.fields("reasoning")?.text(firstOf: ["summary", "generate_summary"]) != nil,
      isPortable: include.contains("reasoning.encrypted_content"))
    let earlier = try fields.previousItems(in: store)
    let new = try fields.inputItems
    items = earlier + new
    let conversation = try ResponsesConversation(
      instructions: try fields.text("instructions"), earlier: earlier, new: new, store: store,
      fetchesImages: fetchesImages)
    var tools = try fields.responseTools
    let mode = try fields.toolCallingMode(&tools, includingOlderForms: false)
    let schema = try fields.fields("text")?.fields("format")?.formatSchema
    let limit = try fields.integer("max_output_tokens", in: 1 ... .max)
    generation = LanguageModelExecutorGenerationRequest(
      messages: conversation.messages, tools: tools, toolCallingMode: mode, schema: schema, maximumTokens: limit,
      reasoningLevel: try fields.reasoningLevel)
    generation.engine.images = conversation.images
    generation.engine.continuesLastMessage = try fields.continuesLastMessage(
      of: conversation.messages, at: "input.\(new.count - 1)")
    generation.engine.templateVariables = try fields.templateVariables
    generation.engine.allowsParallelToolCalls = try fields.bool("parallel_tool_calls") ?? true
    generation.engine.stopSequences = try fields.stopSequences()
    try fields.apply(to: &generation.engine)
    let count = try fields.integer("top_logprobs", in: 0...20) ?? 0
    if count > 0 || include.contains("message.output_text.logprobs") {
      generation.engine.logProbabilities = LogProbabilityRequest(topCount: count)
    }
    settings = ResponseSettings(fields, isStored: self.isStored)
  }
}

extension JSONFields {
  /// Throws if a prompt that is too long should be cut, which no model here does.
  fileprivate func refuseTruncation() throws(FieldError) {
    guard let word = try text("truncation"), word != "disabled" else { return }
    throw FieldError(
      path(of: "truncation"), "found \(word.prefix(40)), expected disabled: no part of a prompt is left out here",
      code: "unsupported_value")
  }

  /// The further parts of the response that are asked for; those of other tools than functions are never there.
  fileprivate var responseInclude: [String] {
    get throws(FieldError) {
      let known = [
        "reasoning.encrypted_content", "message.output_text.logprobs", "file_search_call.results",
        "web_search_call.results", "web_search_call.action.sources", "message.input_image.image_url",
        "computer_call_output.output.image_url", "code_interpreter_call.outputs",
      ]
      let names = try texts("include") ?? []
      if let unknown = names.first(where: { !known.contains($0) }) {
        throw FieldError(
          path(of: "include"), "found \(unknown.prefix(40)), expected one of \(known.joined(separator: ", "))")
      }
      return names
    }
  }

  /// The items of the conversation that the request continues.
  fileprivate func previousItems(in store: ResponseStore) throws(FieldError) -> [JSONValue] {
    guard let id = try text("previous_response_id") else { return [] }
    let path = path(of: "previous_response_id")
    guard !store.isDisabled else {
      throw FieldError(
        path, "found \(id.prefix(60)), and this server keeps no responses", code: "unsupported_parameter")
    }
    guard let entry = store.find(id) else {
      throw FieldError(
        path, "found \(id.prefix(60)), and there is no such response, or no longer", code: "previous_response_not_found"
      )
    }
    return entry.items
  }

  /// The new items of the conversation.
  fileprivate var inputItems: [JSONValue] {
    get throws(FieldError) {
      guard let input = member("input") else {
        throw FieldError(path(of: "input"), "found none, expected a string or an array of items")
      }
      if let text = input.string {
        let part = JSONValue.members([("type", "input_text"), ("text", .string(text))])
        return [.members([("type", "message"), ("role", "user"), ("content", .array([part]))])]
      }
      guard let items = input.elements, !items.isEmpty else {
        throw FieldError(path(of: "input"), "found \(input.excerpt), expected a string or an array of items")
      }
      return items
    }
  }

  /// The tools; those without a schema of their arguments are not those of Anthropic's API here.
  fileprivate var responseTools: [Transcript.ToolDefinition] {
    get throws(FieldError) {
      let elements = try elements("tools") ?? []
      for (index, tool) in elements.enumerated() where tool["type"] == "custom" {
        throw FieldError("tools.\(index).type", "found custom, expected function")
      }
      return try ToolDefinitions(elements).definitions
    }
  }
}
