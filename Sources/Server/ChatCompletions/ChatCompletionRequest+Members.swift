import Swiftlet
import SwiftletChatTemplates
import SwiftletInference
import SwiftletJSON

extension JSONFields {
  /// Throws if log-probabilities are asked for, where answers have none.
  func refuseLogProbabilities() throws(FieldError) {
    if try bool("logprobs") == true { throw FieldError(path(of: "logprobs"), "found true, expected false") }
    _ = try integer("top_logprobs", in: 0...0)
  }

  /// Throws if anything but text is asked for.
  func refuseOtherModalities() throws(FieldError) {
    for modality in try texts("modalities") ?? [] where modality != "text" {
      throw FieldError(path(of: "modalities"), "found \(modality.prefix(40)), expected text")
    }
  }

  /// The limit of tokens, under the name that OpenAI introduced last, or others.
  func tokenLimit(of rules: ChatCompletionRequest.Rules) throws(FieldError) -> Int? {
    let names = ["max_completion_tokens", "max_tokens"] + (rules.isLenient ? ["n_predict"] : [])
    var limit: Int?
    // All are read, as each may be wrong.
    for name in names.reversed() { limit = try tokenLimit(name) ?? limit }
    return limit
  }

  /// Returns true if the last message, one of the assistant, is continued.
  ///
  /// - Throws: ``FieldError`` if that is contradictory, or not possible.
  func continuesLastMessage(
    of messages: [ChatMessage], at place: String? = nil
  ) throws(FieldError) -> Bool {
    let last = place ?? "messages.\(messages.count - 1)"
    let continues = try bool("continue_final_message")
    if continues == true, try bool("add_generation_prompt") == true {
      throw FieldError(path(of: "add_generation_prompt"), "found true beside continue_final_message, expected false")
    }
    guard messages.last?.role == .assistant else {
      guard continues != true else {
        throw FieldError(path(of: "continue_final_message"), "found true, and the last message is not the assistant's")
      }
      return false
    }
    guard continues ?? true else { return false }
    guard messages.last?.toolCalls.isEmpty == true else {
      throw FieldError("\(last).tool_calls", "found calls in the last message, which cannot be continued")
    }
    return true
  }

  /// Returns a token limit; −1 is none, as on other servers.
  func tokenLimit(_ name: String) throws(FieldError) -> Int? {
    guard let limit = try integer(name, in: -1 ... .max), limit >= 0 else { return nil }
    return limit
  }

  /// Returns the stop sequences, which also cut off answers in a schema, as on other servers.
  func stopSequences(_ name: String = "stop") throws(FieldError) -> [String] {
    let stops = try texts(name) ?? []
    if stops.contains("") { throw FieldError(path(of: name), "found an empty text, expected another") }
    return stops
  }

  /// The level of `reasoning_effort`, or of `reasoning.effort`, as on other servers.
  var reasoningLevel: ContextOptions.ReasoningLevel? {
    get throws(FieldError) {
      let word = try text("reasoning_effort")
      let nested = member("reasoning")?["effort"]?.string
      let isNested = word == nil && nested != nil
      return try Self.reasoningLevel(word ?? nested, at: path(of: isNested ? "reasoning.effort" : "reasoning_effort"))
    }
  }

  /// Returns the level of a word; `nil` if there is none.
  static func reasoningLevel(
    _ word: String?, at path: String
  ) throws(FieldError) -> ContextOptions.ReasoningLevel? {
    let levels = ["none", "off", "minimal", "low", "medium", "high", "xhigh", "max"]
    switch word {
    case nil: return nil
    case "low"?: return .light
    case "medium"?: return .moderate
    case "high"?: return .deep
    case let level? where levels.contains(level): return .custom(level)
    case let level?:
      throw FieldError(path, "found \(level.prefix(40)), expected one of \(levels.joined(separator: ", "))")
    }
  }

  /// The variables of `chat_template_kwargs` for the chat template, as on vLLM's server.
  var templateVariables: [String: JSONValue] {
    get throws(FieldError) {
      let path = path(of: "chat_template_kwargs")
      guard let value = member("chat_template_kwargs") else { return [:] }
      guard let members = value.members else {
        throw FieldError(path, "found \(value.excerpt), expected a JSON object")
      }
      if let own = members.first(where: { ChatTemplate.conversationVariables.contains($0.name) }) {
        throw FieldError("\(path).\(own.name)", "found a variable that the conversation sets, expected another")
      }
      // Templates take any text for true, and so would "false".
      if let thinking = value["enable_thinking"], thinking.bool == nil, thinking != .null {
        throw FieldError("\(path).enable_thinking", "found \(thinking.excerpt), expected true or false")
      }
      return Dictionary(members.map { ($0.name, $0.value) }) { $1 }
    }
  }

  /// The schema of the answer, from `response_format`, from `schema`, or from its names on other servers.
  var answerSchema: GenerationSchema? {
    get throws(FieldError) {
      let format = try fields("response_format")
      let asksForText = try format?.text("type") == "text"
      var found: (path: String, root: JSONValue)?
      for (path, root) in [
        (path(of: "schema"), member("schema")), (path(of: "json_schema"), member("json_schema")),
        (path(of: "guided_json"), member("guided_json")),
        ("\(path(of: "structured_outputs")).json", member("structured_outputs")?["json"]),
      ] {
        guard let root, root != .null else { continue }
        guard found == nil, format == nil || asksForText else {
          throw FieldError(path, "found beside \(found?.path ?? "response_format"), expected one of the two")
        }
        found = (path, root)
      }
      if let found {
        // vLLM takes the text of a schema too.
        let text = found.root.string.flatMap { try? JSONValue.read(Array($0.utf8), options: .init()) }
        return try Self.schema(text ?? found.root, named: nil, at: found.path)
      }
      guard let format else { return nil }
      return try format.formatSchema
    }
  }

  /// The schema of a response format, whose members may be nested under `json_schema`; `nil` for text.
  var formatSchema: GenerationSchema? {
    get throws(FieldError) {
      let named = try fields("json_schema")
      let owner = named ?? self
      let schema = owner.member("schema")
      let name = try owner.text("name")
      switch try text("type") {
      case "text"? where named == nil && schema == nil: return nil
      case "json_object"? where named == nil:
        return try Self.schema(schema ?? .members([("type", "object")]), named: nil, at: path(of: "schema"))
      case "json_schema"?:
        guard let schema else { throw FieldError(owner.path, "no \"schema\"") }
        return try Self.schema(schema, named: name, at: owner.path(of: "schema"))
      case "text"?, "json_object"?:
        throw FieldError(path(of: "type"), "found another type beside a schema, expected json_schema")
      case let type:
        throw FieldError(
          path(of: "type"), "found \(type?.prefix(40) ?? "none"), expected text, json_object or json_schema")
      }
    }
  }

  static func schema(
    _ root: JSONValue, named name: String?, at path: String
  ) throws(FieldError) -> GenerationSchema {
    do {
      return try GenerationSchema(JSONSchema(root), name: name ?? root["title"]?.string ?? "Answer")
    } catch is DecodingError {
      throw FieldError(path, "found \(root.excerpt), expected an object or a Boolean")
    } catch {
      throw FieldError(path, "\(ErrorText(error))")
    }
  }
}
