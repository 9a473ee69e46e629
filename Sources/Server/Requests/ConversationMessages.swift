package import Swiftlet
package import SwiftletChatTemplates
package import SwiftletJSON

/// The messages of a request: an array of objects as in the OpenAI API.
package struct ConversationMessages {
  /// The messages in order.
  package let messages: [ChatMessage]
  /// The images of all messages, in order.
  package let images: [Transcript.ImageAttachment]

  /// Parses the elements of the array.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - isLenient: True if older forms are translated, and the arguments of a call may be any text.
  ///   - fetchesImages: True if images may be at addresses of web servers.
  /// - Throws: ``FieldError`` that names the member.
  package init(
    _ elements: [JSONValue], isLenient: Bool = false, fetchesImages: Bool = false
  ) throws(FieldError) {
    var messages: [ChatMessage] = []
    var images: [Transcript.ImageAttachment] = []
    var names: [String: String] = [:]
    for (index, element) in elements.enumerated() {
      let fields = try JSONFields(element, at: "messages.\(index)")
      let content = try fields.content(fetchesImages: fetchesImages)
      var message = ChatMessage(
        role: try fields.role(translatingOlderForms: isLenient), content: content.text,
        reasoning: try fields.text(firstOf: ["reasoning_content", "reasoning", "thinking"]))
      if message.role == .assistant { try content.refuseImages(in: "a message of the assistant") }
      message.imageOffsets = content.imageOffsets
      images += content.images
      for (number, call) in (try fields.elements("tool_calls") ?? []).enumerated() {
        let fields = try JSONFields(call, at: "\(fields.path).tool_calls.\(number)")
        message.toolCalls.append(try ToolCall(fields, isLenient: isLenient))
      }
      if isLenient, message.toolCalls.isEmpty, let call = try fields.fields("function_call") {
        message.toolCalls.append(try ToolCall(call, isLenient: true))
      }
      for call in message.toolCalls { names[call.id] = call.name }
      message.callID = try fields.text("tool_call_id")
      // Tool results refer to their call; the tool name is optional.
      message.toolName = try fields.text("name") ?? message.callID.flatMap { names[$0] }
      messages.append(message)
    }
    (self.messages, self.images) = (messages, images)
  }
}

extension ToolCall {
  /// Parses a tool call; its arguments are an object or a JSON string, and an empty string is an empty object.
  init(_ fields: JSONFields, isLenient: Bool) throws(FieldError) {
    let function = try fields.fields("function") ?? fields
    guard let name = try function.text("name") else {
      throw FieldError(fields.path, "expected \"function\" with \"name\"")
    }
    let written = function.member("arguments")
    if let written, written.string == nil, written.members == nil, written != .null {
      throw FieldError("\(function.path).arguments", "expected an object, or its JSON text")
    }
    let arguments = written.map { $0.string ?? ($0 == .null ? "" : JSONWriter.text($0, layout: .line)) } ?? ""
    let isEmpty = arguments.allSatisfy(\.isWhitespace)
    self.init(id: try fields.text("id") ?? "", name: name, arguments: isEmpty ? "{}" : arguments)
    guard (try? JSONValue.read(Array(self.arguments.utf8), options: .init())) == nil else { return }
    guard isLenient else { throw FieldError(fields.path, "the arguments of \(name) are not JSON") }
    // Another model may have been cut off within them.
    self.arguments = JSONWriter.text(.string(arguments))
  }
}

extension JSONFields {
  /// The role of a message; `developer` is another name of `system`.
  ///
  /// - Parameter translates: True if `function` is another name of `tool`; otherwise it is an error.
  /// - Returns: The role.
  /// - Throws: ``FieldError`` for another word.
  fileprivate func role(translatingOlderForms translates: Bool) throws(FieldError) -> ChatMessage.Role {
    let word = try text("role")
    if word == "developer" { return .system }
    if word == "function" {
      if translates { return .tool }
      throw FieldError(path(of: "role"), "found function, OpenAI's older form, expected tool with a tool_call_id")
    }
    guard let role = word.flatMap(ChatMessage.Role.init(rawValue:)) else {
      let known = ChatMessage.Role.allCases.map(\.rawValue).joined(separator: ", ")
      throw FieldError(path(of: "role"), "found \(word?.prefix(40) ?? "none"), expected one of \(known)")
    }
    return role
  }

  /// Returns the content of a message: a string, or the joined text parts of an array with the images between them.
  ///
  /// A message of the assistant without content may have a refusal.
  fileprivate func content(fetchesImages: Bool) throws(FieldError) -> MessageContent {
    guard let content = member("content") else {
      return try text("refusal").map { MessageContent(text: $0) } ?? MessageContent()
    }
    if let text = content.string { return MessageContent(text: text) }
    guard let parts = content.elements else {
      throw FieldError(
        path(of: "content"), "found \(content.excerpt), expected a string or an array of parts")
    }
    var result = MessageContent()
    for (index, part) in parts.enumerated() {
      let path = "\(path(of: "content")).\(index)"
      if let text = part.string {
        result.append(text)
        continue
      }
      guard part.members != nil else { throw FieldError(path, "found \(part.excerpt), expected a part") }
      try JSONFields(part, at: path).addPart(to: &result, fetchesImages: fetchesImages)
    }
    return result
  }

  /// Adds the text or the image of a part, `{"image_url": {"url": "data:…"}}` or `{"image_url": "data:…"}`.
  private func addPart(to content: inout MessageContent, fetchesImages: Bool) throws(FieldError) {
    switch try text("type") ?? "text" {
    case "text":
      guard let text = try text("text") else { throw FieldError(path, "no \"text\"") }
      content.append(text)
    case "refusal": content.append(try text("refusal") ?? "")
    case "image_url":
      let url = member("image_url")?.string ?? member("image_url")?["url"]?.string
      content.append(try RequestImage(url: url, at: path(of: "image_url"), allowsAddresses: fetchesImages))
    case let type:
      throw FieldError(
        path, "found \(type.prefix(40)), expected text or image_url: models here read no other content",
        code: "unsupported_value")
    }
  }
}
