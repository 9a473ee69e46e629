import Swiftlet
import SwiftletChatTemplates
import SwiftletJSON

/// The conversation of a request in Anthropic's API, as messages of a chat template.
struct MessagesConversation {
  /// The messages in order.
  private(set) var messages: [ChatMessage] = []
  /// The images of all messages, in order.
  private(set) var images: [Transcript.ImageAttachment] = []
  /// The content of the last message of the user, to which the next one is added.
  private var lastInput = MessageContent()
  private let fetchesImages: Bool
  /// The number of messages of the request.
  let elementCount: Int
  /// The names of the tools by the identifiers of their calls.
  private var toolNames: [String: String] = [:]

  /// Parses `system` and `messages`.
  init(_ fields: JSONFields, fetchesImages: Bool = false) throws(FieldError) {
    self.fetchesImages = fetchesImages
    guard let elements = try fields.elements("messages"), !elements.isEmpty else {
      throw FieldError("messages", "found none, expected at least one message")
    }
    elementCount = elements.count
    if fields.member("system") != nil {
      let system = try MessageBlock.blocks(of: fields, "system")
      messages.append(ChatMessage(role: .system, content: try Self.text(system, of: "system")))
    }
    for (index, element) in elements.enumerated() {
      try append(JSONFields(element, at: "messages.\(index)"))
    }
  }

  private mutating func append(_ fields: JSONFields) throws(FieldError) {
    let blocks = try MessageBlock.blocks(of: fields, "content", fetchesImages: fetchesImages)
    let path = fields.path(of: "content")
    switch try fields.text("role") {
    case "assistant"?: try append(answer: blocks, at: path)
    case "user"?: try append(input: blocks, at: path)
    case "tool"?:
      let id = try fields.text(firstOf: ["tool_use_id", "tool_call_id"]) ?? ""
      let results = blocks.map {
        if case .text(let text) = $0 { MessageBlock.result(id: id, MessageContent(text: text)) } else { $0 }
      }
      try append(input: results, at: path)
    case "system"?, "developer"?:
      messages.append(ChatMessage(role: .system, content: try Self.text(blocks, of: path)))
    case let role:
      throw FieldError(fields.path(of: "role"), "found \(role?.prefix(40) ?? "none"), expected user or assistant")
    }
  }

  private mutating func append(answer blocks: [MessageBlock], at path: String) throws(FieldError) {
    var message = ChatMessage(role: .assistant, content: "")
    // Messages in a row are one turn.
    if let last = messages.last, last.role == .assistant {
      message = last
      messages.removeLast()
    }
    for (index, block) in blocks.enumerated() {
      switch block {
      case .text(let text): message.content += text
      case .thinking(let text): message.reasoning = message.reasoning.map { "\($0)\n\(text)" } ?? text
      case .call(let call):
        toolNames[call.id] = call.name
        message.toolCalls.append(call)
      case .image(let image):
        throw FieldError(image.place, "found an image in a message of the assistant, expected text")
      case .result: throw FieldError("\(path).\(index)", "found a tool_result, expected it in a message of the user")
      case .dropped: break
      }
    }
    messages.append(message)
  }

  private mutating func append(input blocks: [MessageBlock], at path: String) throws(FieldError) {
    var content = MessageContent()
    var hasResults = false
    for (index, block) in blocks.enumerated() {
      switch block {
      case .text(let text): content.append(text, separator: "\n\n")
      case .image(let image): content.append(image)
      case .result(let id, let result):
        // Templates expect results directly after their calls, before the text of the same message.
        var message = ChatMessage(role: .tool, result)
        (message.callID, message.toolName) = (id, toolNames[id])
        messages.append(message)
        images += result.images
        hasResults = true
      case .thinking, .call:
        throw FieldError("\(path).\(index)", "found a block of an answer, expected it in a message of the assistant")
      case .dropped: break
      }
    }
    guard !content.isEmpty || !hasResults else { return }
    images += content.images
    guard let last = messages.last, last.role == .user else {
      lastInput = content
      return messages.append(ChatMessage(role: .user, content))
    }
    lastInput.append(content, separator: "\n\n")
    messages[messages.count - 1] = ChatMessage(role: .user, lastInput)
  }

  /// Returns the text of instructions.
  private static func text(_ blocks: [MessageBlock], of path: String) throws(FieldError) -> String {
    var texts: [String] = []
    for (index, block) in blocks.enumerated() {
      guard case .text(let text) = block else { throw FieldError("\(path).\(index)", "expected a text block") }
      texts.append(text.withoutChangingBillingHeader)
    }
    return texts.joined(separator: "\n\n")
  }
}

extension String {
  /// The instructions without the part of a coding agent's first line that changes with each request.
  ///
  /// With it, nothing of the prompt would ever be found in the prefix cache.
  fileprivate var withoutChangingBillingHeader: String {
    guard hasPrefix("x-anthropic-billing-header:") else { return self }
    let end = firstIndex { $0.isNewline } ?? endIndex
    guard let mark = self[..<end].firstRange(of: "cch="),
      let semicolon = self[mark.upperBound..<end].firstIndex(of: ";")
    else { return self }
    return "\(self[..<mark.upperBound])fffff\(self[semicolon...])"
  }
}
