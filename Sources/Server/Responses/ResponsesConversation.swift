import Swiftlet
import SwiftletChatTemplates
import SwiftletJSON

/// The items of a request in OpenAI's Responses API, as messages of a chat template.
struct ResponsesConversation {
  /// The messages in order.
  private(set) var messages: [ChatMessage] = []
  /// The images of all messages, in order.
  private(set) var images: [Transcript.ImageAttachment] = []
  /// The names of the tools by the identifiers of their calls.
  private var toolNames: [String: String] = [:]
  /// The reasoning of the answer that follows.
  private var reasoning: String?
  private let store: ResponseStore
  private let fetchesImages: Bool

  /// Parses items.
  ///
  /// - Parameters:
  ///   - instructions: The instructions of the request; those of earlier requests do not count.
  ///   - earlier: The items of earlier requests and their responses.
  ///   - new: The items of the request.
  ///   - store: The responses that items refer to.
  ///   - fetchesImages: True if images may be at addresses of web servers.
  /// - Throws: ``FieldError`` that names the item.
  init(
    instructions: String?, earlier: [JSONValue], new: [JSONValue], store: ResponseStore, fetchesImages: Bool = false
  ) throws(FieldError) {
    (self.store, self.fetchesImages) = (store, fetchesImages)
    if let instructions { messages.append(ChatMessage(role: .system, content: instructions)) }
    for (index, item) in earlier.enumerated() { try append(item, at: "previous_response_id.\(index)") }
    for (index, item) in new.enumerated() { try append(item, at: "input.\(index)") }
    guard !messages.isEmpty else { throw FieldError("input", "found no message, expected at least one") }
  }

  private mutating func append(_ item: JSONValue, at path: String) throws(FieldError) {
    let fields = try JSONFields(item, at: path)
    switch try fields.text("type") ?? "message" {
    case "message": try appendMessage(fields)
    case "function_call":
      var call = try ToolCall(fields, isLenient: true)
      call.id = try fields.text("call_id") ?? call.id
      toolNames[call.id] = call.name
      appendAnswer { $0.toolCalls.append(call) }
    case "function_call_output":
      guard let id = try fields.text("call_id") else { throw FieldError(path, "no \"call_id\"") }
      let output = try fields.itemContent("output", fetchesImages: fetchesImages)
      var message = ChatMessage(role: .tool, output)
      images += output.images
      (message.callID, message.toolName) = (id, toolNames[id])
      messages.append(message)
    case "reasoning": try appendReasoning(fields)
    case "item_reference":
      guard let id = try fields.text("id") else { throw FieldError(path, "no \"id\"") }
      guard let item = store.item(id) else {
        throw FieldError(
          path, "found \(id.prefix(60)), and no stored response has that item", code: "previous_response_not_found")
      }
      try append(item, at: path)
    case let type:
      throw FieldError(
        fields.path(of: "type"),
        "found \(type.prefix(40)), expected message, function_call, function_call_output or reasoning",
        code: "unsupported_value")
    }
  }

  private mutating func appendMessage(_ fields: JSONFields) throws(FieldError) {
    let content = try fields.itemContent("content", fetchesImages: fetchesImages)
    let text = content.text
    switch try fields.text("role") {
    case "user"?:
      messages.append(ChatMessage(role: .user, content))
      images += content.images
    case "system"?, "developer"?:
      try content.refuseImages(in: "instructions")
      messages.append(ChatMessage(role: .system, content: text))
    case "assistant"?:
      try content.refuseImages(in: "a message of the assistant")
      appendAnswer { $0.content = $0.content.isEmpty ? text : "\($0.content)\n\n\(text)" }
    case let role:
      throw FieldError(
        fields.path(of: "role"),
        "found \(role?.prefix(40) ?? "none"), expected user, assistant, system or developer")
    }
  }

  /// Changes the message of the answer; the items of an answer are one message.
  private mutating func appendAnswer(_ change: (inout ChatMessage) -> Void) {
    var message = ChatMessage(role: .assistant, content: "")
    if let last = messages.last, last.role == .assistant {
      message = last
      messages.removeLast()
    }
    if let reasoning { message.reasoning = message.reasoning.map { "\($0)\n\(reasoning)" } ?? reasoning }
    reasoning = nil
    change(&message)
    messages.append(message)
  }

  private mutating func appendReasoning(_ fields: JSONFields) throws(FieldError) {
    var text = try fields.itemText("content")
    if text.isEmpty, let portable = try fields.text("encrypted_content") {
      text = ResponseReasoning.text(ofPortable: portable) ?? ""
    }
    if text.isEmpty { text = try fields.itemText("summary") }
    if !text.isEmpty { reasoning = reasoning.map { "\($0)\n\(text)" } ?? text }
  }
}

extension JSONFields {
  /// Returns the text of a member that is a string or an array of parts.
  fileprivate func itemText(_ name: String) throws(FieldError) -> String {
    let content = try itemContent(name, fetchesImages: false)
    try content.refuseImages(in: "reasoning")
    return content.text
  }

  /// Returns the text of a member that is a string or an array of parts, with the images between them.
  fileprivate func itemContent(_ name: String, fetchesImages: Bool) throws(FieldError) -> MessageContent {
    guard let content = member(name) else { return MessageContent() }
    if let text = content.string { return MessageContent(text: text) }
    guard let parts = content.elements else {
      throw FieldError(path(of: name), "found \(content.excerpt), expected a string or an array of parts")
    }
    var result = MessageContent()
    for (index, part) in parts.enumerated() {
      let part = try JSONFields(part, at: "\(path(of: name)).\(index)")
      switch try part.text("type") {
      case "input_text"?, "output_text"?, "text"?, "reasoning_text"?, "summary_text"?:
        guard let piece = try part.text("text") else { throw FieldError(part.path, "no \"text\"") }
        result.append(piece)
      case "refusal"?: result.append(try part.text("refusal") ?? "")
      case "input_image"?:
        if part.member("image_url") == nil, part.member("file_id") != nil {
          throw FieldError(
            part.path(of: "file_id"), "found a file, expected image_url: this server keeps no files",
            code: "unsupported_value")
        }
        let url = part.member("image_url")?.string
        result.append(try RequestImage(url: url, at: part.path(of: "image_url"), allowsAddresses: fetchesImages))
      case let type:
        throw FieldError(
          part.path,
          "found \(type?.prefix(40) ?? "no type"), expected text or input_image: models here read no other content",
          code: "unsupported_value")
      }
    }
    return result
  }
}
