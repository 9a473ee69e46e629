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
  case result(id: String, String)
  /// A block that no model here can read and that says nothing to it.
  case dropped
}

extension MessageBlock {
  /// Returns the blocks of a member that is a string or an array of blocks.
  static func blocks(of fields: JSONFields, _ name: String) throws(FieldError) -> [MessageBlock] {
    guard let content = fields.member(name) else { return [] }
    if let text = content.string { return [.text(text)] }
    let path = fields.path(of: name)
    guard let elements = content.elements else {
      throw FieldError(path, "found \(content.excerpt), expected a string or an array of blocks")
    }
    var blocks: [MessageBlock] = []
    for (index, element) in elements.enumerated() {
      blocks.append(try MessageBlock(JSONFields(element, at: "\(path).\(index)")))
    }
    return blocks
  }

  private init(_ fields: JSONFields) throws(FieldError) {
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
      self = .result(id: try required("tool_use_id"), try Self.result(fields))
    case let type:
      throw FieldError(
        fields.path, "found \(type?.prefix(40) ?? "no type"), expected text: models here read no other content",
        code: "unsupported_value")
    }
  }

  /// Returns the text of a result; that of an error says so, as templates have no other place for it.
  private static func result(_ fields: JSONFields) throws(FieldError) -> String {
    var texts: [String] = []
    for (index, block) in try blocks(of: fields, "content").enumerated() {
      guard case .text(let text) = block else {
        throw FieldError("\(fields.path(of: "content")).\(index)", "expected a text block")
      }
      texts.append(text)
    }
    let text = texts.joined(separator: "\n\n")
    let isError = try fields.bool("is_error") ?? false
    return isError && !text.lowercased().hasPrefix("error") ? "Error: \(text)" : text
  }
}
