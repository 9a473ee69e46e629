package import Swiftlet
package import SwiftletJSON

/// A request of ollama's API for an answer, translated into one of OpenAI's.
package struct OllamaRequest: Sendable {
  /// The endpoints.
  package enum Kind: Sendable {
    /// `/api/chat`.
    case chat
    /// `/api/generate`.
    case generate
  }

  /// The name of the model.
  package let model: String?
  /// True for a stream, which is the default.
  package let isStreamed: Bool
  /// The idle time after which the model is unloaded; `nil` for the server's.
  package let keepAlive: KeepAlive?
  /// The engine's request; `nil` if the model is only loaded, or unloaded.
  package let request: LanguageModelExecutorGenerationRequest?

  /// Parses a body.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - kind: The endpoint.
  /// - Throws: ``FieldError`` that names the member.
  package init(_ body: JSONValue, kind: Kind) throws(FieldError) {
    let fields = try JSONFields(body)
    model = try fields.text("model")
    isStreamed = try fields.bool("stream") ?? true
    keepAlive = try fields.keepAlive
    try fields.refuse(["template", "context"])
    let shared = try Self.sharedMembers(fields)
    switch kind {
    case .chat:
      let messages = try Self.messages(fields)
      guard !messages.isEmpty else {
        request = nil
        return
      }
      request = try Self.chat(shared + [("messages", .array(messages)), ("tools", fields.member("tools"))])
    case .generate:
      let images = try fields.elements("images") ?? []
      let prompt = try fields.text("prompt") ?? ""
      guard !prompt.isEmpty || !images.isEmpty else {
        request = nil
        return
      }
      let suffix = try fields.text("suffix").flatMap { $0.isEmpty ? nil : $0 }
      if try fields.bool("raw") ?? false || suffix != nil {
        try fields.refuse(["images", "system"])
        if let think = fields.member("think"), think != false {
          throw FieldError(
            "think", "found \(think.excerpt) beside raw or suffix, which have no chat template to think in",
            code: "unsupported_parameter")
        }
        request = try Self.raw(shared, prompt, suffix)
      } else {
        let system = try fields.text("system").map { Self.message("system", $0) }
        let user = JSONValue.members([("role", "user"), ("content", try Self.content(.string(prompt), images, at: ""))])
        request = try Self.chat(
          shared + [("messages", .array([system, user].compactMap { $0 }))])
      }
    }
  }

  private static func message(_ role: String, _ content: String) -> JSONValue {
    .members([("role", .string(role)), ("content", .string(content))])
  }

  private static func chat(
    _ members: [(String, JSONValue?)]
  ) throws(FieldError) -> LanguageModelExecutorGenerationRequest? {
    do {
      return try ChatCompletionRequest(.members(members), rules: .client).choices.first
    } catch {
      throw error.inOllamaAPI
    }
  }

  private static func raw(
    _ members: [(String, JSONValue?)], _ prompt: String, _ suffix: String?
  ) throws(FieldError) -> LanguageModelExecutorGenerationRequest? {
    // Completions count the alternatives in the flag.
    let count = members.first { $0.0 == "top_logprobs" }?.1 ?? .count(0)
    let isAsked = members.contains { $0.0 == "logprobs" && $0.1 == true }
    let others = members.filter { !["logprobs", "top_logprobs"].contains($0.0) }
    do {
      let request = try CompletionRequest(
        .members(others + [("prompt", .string(prompt)), ("logprobs", isAsked ? count : nil)]))
      let gap = suffix.map { FillInTheMiddle(prefix: prompt, suffix: $0) }
      return request.requests([CompletionPrompt.Resolved(text: prompt, gap: gap)]).first
    } catch {
      throw error.inOllamaAPI
    }
  }
}

extension OllamaRequest {
  /// The names of options in OpenAI's API and its extensions; those of the machine have no effect here.
  ///
  /// `num_ctx` has none either: the context is the largest that model and memory allow, and a longer prompt is an error.
  private static let options: KeyValuePairs<String, String> = [
    "num_predict": "max_tokens", "temperature": "temperature", "top_k": "top_k", "top_p": "top_p", "min_p": "min_p",
    "typical_p": "typical_p", "repeat_last_n": "repeat_last_n", "repeat_penalty": "repeat_penalty",
    "presence_penalty": "presence_penalty", "frequency_penalty": "frequency_penalty", "seed": "seed", "stop": "stop",
    "mirostat": "mirostat", "mirostat_tau": "mirostat_tau", "mirostat_eta": "mirostat_eta",
  ]

  /// Returns the name of a member in ollama's API; `nil` if it is the same.
  static func ollamaName(of member: String) -> String? {
    switch member {
    case "response_format", "schema": return "format"
    case "reasoning_effort", "chat_template_kwargs": return "think"
    default: return options.first { $0.value == member }.map { "options.\($0.key)" }
    }
  }

  private static func sharedMembers(_ fields: JSONFields) throws(FieldError) -> [(String, JSONValue?)] {
    var members: [(String, JSONValue?)] = [
      ("logprobs", fields.member("logprobs")), ("top_logprobs", fields.member("top_logprobs")),
      ("response_format", try format(fields)),
    ]
    if let options = try fields.fields("options") {
      _ = try options.integer("num_ctx", in: 1 ... .max)
      for (name, other) in Self.options {
        var value = options.member(name)
        // −2 fills the context, which is what no limit does.
        if name == "num_predict", let limit = value?.integer, limit < 0 { value = nil }
        members.append((other, value))
      }
    }
    switch fields.member("think") {
    case nil: break
    case .bool(true)?: members.append(("chat_template_kwargs", .members([("enable_thinking", true)])))
    case .bool(false)?: members.append(("reasoning_effort", "none"))
    case .string(let level)?: members.append(("reasoning_effort", .string(level)))
    case let other?:
      throw FieldError("think", "found \(other.excerpt), expected true, false, low, medium, high or max")
    }
    return members
  }

  /// The member `response_format`; `nil` for text.
  private static func format(_ fields: JSONFields) throws(FieldError) -> JSONValue? {
    guard let format = fields.member("format"), format != "" else { return nil }
    if format == "json" { return .members([("type", "json_object")]) }
    guard format.members != nil else {
      throw FieldError("format", "found \(format.excerpt), expected json or a JSON Schema")
    }
    return .members([("type", "json_schema"), ("json_schema", .members([("schema", format)]))])
  }

  /// The messages, with the name of a tool where OpenAI's API has it.
  private static func messages(_ fields: JSONFields) throws(FieldError) -> [JSONValue] {
    var messages: [JSONValue] = []
    for (index, element) in (try fields.elements("messages") ?? []).enumerated() {
      let message = try JSONFields(element, at: "messages.\(index)")
      let images = try message.elements("images") ?? []
      messages.append(
        .members([
          ("role", message.member("role")),
          (
            "content",
            images.isEmpty
              ? message.member("content") : try content(message.member("content"), images, at: message.path)
          ),
          ("thinking", message.member("thinking")), ("tool_calls", message.member("tool_calls")),
          ("tool_call_id", message.member("tool_call_id")),
          ("name", message.member("tool_name") ?? message.member("name")),
        ]))
    }
    return messages
  }
}

extension OllamaRequest {
  /// Returns the content of a message whose images, in base64, come before its text, as parts of OpenAI's API.
  private static func content(
    _ text: JSONValue?, _ images: [JSONValue], at path: String
  ) throws(FieldError) -> JSONValue {
    guard !images.isEmpty else { return text ?? "" }
    var parts: [JSONValue] = []
    for (index, image) in images.enumerated() {
      guard let data = image.string, !data.isEmpty else {
        throw FieldError(
          "\(path.isEmpty ? "" : path + ".")images.\(index)", "found \(image.excerpt), expected base64")
      }
      let url = data.prefix(5).lowercased() == "data:" ? data : "data:;base64,\(data)"
      parts.append(.members([("type", "image_url"), ("image_url", .string(url))]))
    }
    if let text, text != "" { parts.append(.members([("type", "text"), ("text", text)])) }
    return .array(parts)
  }
}

extension JSONFields {
  /// Throws if one of the members has a value that is not empty.
  fileprivate func refuse(_ names: [String]) throws(FieldError) {
    for name in names {
      guard let value = member(name), value != "", value.elements?.isEmpty != true else { continue }
      throw FieldError(path(of: name), "found a value, which is not supported here", code: "unsupported_parameter")
    }
  }
}

extension FieldError {
  /// The error with the name that the member has in ollama's API.
  fileprivate var inOllamaAPI: FieldError {
    if let match = member.wholeMatch(of: /(messages\.\d+)\.content\.(\d+)\.image_url/) {
      return FieldError("\(match.1).images.\(match.2)", reason, code: code)
    }
    let first = String(member.prefix { $0 != "." })
    guard let name = OllamaRequest.ollamaName(of: first) else { return self }
    return FieldError(name, reason, code: code)
  }
}
