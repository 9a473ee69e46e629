import Swiftlet
import SwiftletChatTemplates

/// A conversation in a file: a JSON array of messages as in the requests of OpenAI's interface.
struct ConversationFile {
  let messages: [ChatMessage]

  init(path: String) throws {
    try self.init(JSONFile.elements(path), path: path)
  }

  /// Reads the elements of the array, wherever they come from.
  init(_ elements: [GeneratedContent], path: String) throws {
    messages = try elements.enumerated().map { index, element in
      guard let word = element.text("role"), let role = ChatMessage.Role(word) else {
        let known = ChatMessage.Role.allCases.map(\.rawValue).joined(separator: ", ")
        throw FileError(path, "message \(index): found no known \"role\", expected one of \(known)")
      }
      var message = ChatMessage(
        role: role, content: element.content, reasoning: element.text("reasoning_content") ?? element.text("thinking"))
      message.toolCalls = try (element.elements("tool_calls") ?? []).enumerated().map { number, call in
        guard let call = ToolCall(call) else {
          throw FileError(path, "message \(index): call \(number): expected \"function\" with \"name\"")
        }
        return call
      }
      message.callID = element.text("tool_call_id")
      message.toolName = element.text("name")
      return message
    }
  }
}

extension ChatMessage.Role {
  /// The role of a word; a developer speaks as the system does.
  fileprivate init?(_ word: String) {
    if word == "developer" { self = .system } else { self.init(rawValue: word) }
  }
}

extension ToolCall {
  /// Reads a call, whose arguments are an object or its text.
  fileprivate init?(_ content: GeneratedContent) {
    let function = content.member("function") ?? content
    guard let name = function.text("name") else { return nil }
    self.init(
      id: content.text("id") ?? "", name: name,
      arguments: function.text("arguments") ?? function.member("arguments")?.jsonString ?? "{}")
  }
}

extension GeneratedContent {
  /// What a message says: a text, or the texts among its parts.
  fileprivate var content: String {
    text("content") ?? (elements("content") ?? []).compactMap { $0.text("text") }.joined()
  }
}
