import SwiftletChatTemplates
import SwiftletJSON

/// A block of a message's content in Anthropic's API.
enum MessageBlock {
  /// A text.
  case text(String)
  /// The reasoning of an answer.
  case thinking(String)
  /// A tool call of an answer.
  case call(ToolCall)
  /// The result of a tool call.
  case result(id: String, MessageContent)
  /// An image.
  case image(RequestImage)
  /// A block that no model here can read and that says nothing to it.
  case dropped
}

extension MessageBlock {
  /// Returns the blocks of a member that is a string or an array of blocks.
  static func blocks(
    of fields: JSONFields, _ name: String, fetchesImages: Bool = false
  ) throws(FieldError) -> [MessageBlock] {
    guard let content = fields.member(name) else { return [] }
    if let text = content.string { return [.text(text)] }
    let path = fields.path(of: name)
    guard let elements = content.elements else {
      throw FieldError(path, "found \(content.excerpt), expected a string or an array of blocks")
    }
    var blocks: [MessageBlock] = []
    for (index, element) in elements.enumerated() {
      blocks.append(try MessageBlock(JSONFields(element, at: "\(path).\(index)"), fetchesImages: fetchesImages))
    }
    return blocks
  }

  private init(_ fields: JSONFields, fetchesImages: Bool) throws(FieldError) {
    func required(_ name: String) throws(FieldError) -> String {
      guard let text = try fields.text(name) else { throw FieldError(fields.path, "no \"\(name)\"") }
      return text
    }
    switch try fields.text("type") {
    case "text"?: self = .text(try required("text"))
    case "thinking"?: self = .thinking(try required("thinking"))
    case "redacted_thinking"?: self = .dropped
    case "tool_use"?:
      let input = fields.member("input") ?? .members([])
      guard input.members != nil else {
        throw FieldError(fields.path(of: "input"), "found \(input.excerpt), expected a JSON object")
      }
      let arguments = JSONWriter.text(input, layout: .line)
      self = .call(ToolCall(id: try required("id"), name: try required("name"), arguments: arguments))
    case "tool_result"?:
      self = .result(id: try required("tool_use_id"), try Self.result(fields, fetchesImages: fetchesImages))
    case "image"?: self = .image(try fields.messageImage(fetchesImages: fetchesImages))
    case let type:
      throw FieldError(
        fields.path,
        "found \(type?.prefix(40) ?? "no type"), expected text or image: models here read no other content",
        code: "unsupported_value")
    }
  }

  /// Returns the content of a result; that of an error says so, as templates have no other place for it.
  private static func result(_ fields: JSONFields, fetchesImages: Bool) throws(FieldError) -> MessageContent {
    var content = MessageContent()
    for (index, block) in try blocks(of: fields, "content", fetchesImages: fetchesImages).enumerated() {
      switch block {
      case .text(let text): content.append(text, separator: "\n\n")
      case .image(let image): content.append(image)
      default: throw FieldError("\(fields.path(of: "content")).\(index)", "expected a text or image block")
      }
    }
    guard try fields.bool("is_error") ?? false, !content.text.lowercased().hasPrefix("error") else { return content }
    var error = MessageContent(text: "Error: ")
    error.append(content, separator: "")
    return error
  }
}

extension JSONFields {
  /// Returns the image of a block, `{"type": "base64", "media_type": …, "data": …}` or `{"type": "url", "url": …}`.
  ///
  /// The media type is that which the contents tell, as clients often name another.
  fileprivate func messageImage(fetchesImages: Bool) throws(FieldError) -> RequestImage {
    guard let source = try fields("source") else { throw FieldError(path, "no \"source\"") }
    switch try source.text("type") {
    case "base64"?:
      guard let data = try source.text("data") else { throw FieldError(source.path, "no \"data\"") }
      return try RequestImage(base64: data, at: source.path(of: "data"))
    case "url"?:
      return try RequestImage(
        url: try source.text("url"), at: source.path(of: "url"), allowsAddresses: fetchesImages)
    case let type:
      throw FieldError(
        source.path(of: "type"), "found \(type?.prefix(40) ?? "none"), expected base64 or url",
        code: "unsupported_value")
    }
  }
}
