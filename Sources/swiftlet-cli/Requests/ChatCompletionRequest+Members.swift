import Swiftlet
import SwiftletChatTemplates
import SwiftletInference
import SwiftletJSON

extension JSONFields {
  /// Throws if a member asks for something that no model here does.
  func refuseWhatIsNotSupported() throws(FieldError) {
    if try bool("logprobs") == true { throw FieldError(path(of: "logprobs"), "found true, expected false") }
    _ = try integer("top_logprobs", in: 0...0)
    for modality in try texts("modalities") ?? [] where modality != "text" {
      throw FieldError(path(of: "modalities"), "found \(modality.prefix(40)), expected text")
    }
  }

  /// Returns a token limit; −1 is none, as on other servers.
  func tokenLimit(_ name: String) throws(FieldError) -> Int? {
    guard let limit = try integer(name, in: -1 ... .max), limit >= 0 else { return nil }
    return limit
  }

  /// Returns the stop sequences.
  ///
  /// Answers to a schema are never cut off, so that stop sequences beside one are an error.
  func stopSequences(besideSchema hasSchema: Bool) throws(FieldError) -> [String] {
    let stops = try texts("stop") ?? []
    if stops.contains("") { throw FieldError(path(of: "stop"), "found an empty text, expected another") }
    if hasSchema, !stops.isEmpty {
      throw FieldError(
        path(of: "stop"), "found beside a schema, whose answers are never cut off; expected one of the two")
    }
    return stops
  }

  /// The level of `reasoning_effort`.
  var reasoningLevel: ContextOptions.ReasoningLevel? {
    get throws(FieldError) {
      let levels = ["none", "off", "minimal", "low", "medium", "high", "xhigh", "max"]
      switch try text("reasoning_effort") {
      case nil: return nil
      case "low"?: return .light
      case "medium"?: return .moderate
      case "high"?: return .deep
      case let level? where levels.contains(level): return .custom(level)
      case let level?:
        throw FieldError(
          path(of: "reasoning_effort"),
          "found \(level.prefix(40)), expected one of \(levels.joined(separator: ", "))")
      }
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
      return Dictionary(members.map { ($0.name, $0.value) }) { $1 }
    }
  }

  /// The schema of the answer, from `schema` or `response_format`.
  var answerSchema: GenerationSchema? {
    get throws(FieldError) {
      let format = try fields("response_format")
      if let root = member("schema") {
        guard format == nil else {
          throw FieldError(path(of: "schema"), "found beside response_format, expected one of the two")
        }
        return try Self.schema(root, named: nil, at: path(of: "schema"))
      }
      guard let format else { return nil }
      let named = try format.fields("json_schema")
      let owner = named ?? format
      let schema = owner.member("schema")
      let name = try named?.text("name")
      switch try format.text("type") {
      case "text"? where named == nil && schema == nil: return nil
      case "json_object"? where named == nil:
        return try Self.schema(schema ?? .members([("type", "object")]), named: nil, at: format.path(of: "schema"))
      case "json_schema"?:
        guard let schema else { throw FieldError(owner.path, "no \"schema\"") }
        return try Self.schema(schema, named: name, at: owner.path(of: "schema"))
      case "text"?, "json_object"?:
        throw FieldError(format.path(of: "type"), "found another type beside a schema, expected json_schema")
      case let type:
        throw FieldError(
          format.path(of: "type"),
          "found \(type?.prefix(40) ?? "none"), expected text, json_object or json_schema")
      }
    }
  }

  private static func schema(
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

// MARK: - Sampling

extension JSONFields {
  /// The sampling options, under the names of ``SamplingSetting``.
  var sampling: SamplingOptions {
    get throws(FieldError) {
      var options = SamplingOptions()
      for setting in SamplingSetting.all {
        guard let value = member(setting.name) else { continue }
        guard let texts = value.texts(of: setting.valueKind) else {
          throw FieldError(path(of: setting.name), "found \(value.excerpt), expected \(setting.range)")
        }
        if let wrong = setting.parse(texts, into: &options) {
          throw FieldError(path(of: setting.name), "found \(wrong.prefix(40)), expected \(setting.range)")
        }
      }
      return options
    }
  }
}

extension JSONValue {
  /// The value in the syntax of the command line; `nil` if it has another type than the setting.
  fileprivate func texts(of kind: SamplingSetting.ValueKind) -> [String]? {
    switch (kind, self) {
    case (.greedy, .bool(let isGreedy)): isGreedy ? [""] : []
    case (.number, .number(let text)), (.text, .string(let text)), (.texts, .string(let text)): [text]
    case (.count, .number(let text)), (.window, .number(let text)), (.seed, .number(let text)),
      (.mirostat, .number(let text)):
      // `2.0` and `2e0` are integers in JSON.
      [integer.map { String($0) } ?? text]
    case (.texts, .array(let elements)):
      elements.compactMap(\.string).count == elements.count ? elements.compactMap(\.string) : nil
    case (.bias, .object(let members)):
      members.map { member in
        // `false` bans a token, as on other servers.
        let bias = member.value == false ? "-inf" : member.value.string ?? JSONWriter.text(member.value)
        return member.name + (bias.hasPrefix("-") ? "" : "+") + bias
      }
    case (.bias, .array(let elements)):
      elements.compactMap(\.string).count == elements.count ? elements.compactMap(\.string) : nil
    default: nil
    }
  }
}
