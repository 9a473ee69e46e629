import SwiftletJinja
import SwiftletJSON

extension ChatTemplate {
  /// What the program is given.
  func variables(
    for messages: [ChatMessage], tools: [ToolDefinition]
  ) throws(ChatTemplateError) -> JinjaDictionary {
    var turns: [JinjaValue] = []
    var numbers = CallNumbers(style: traits.identifiers)
    for message in merged(messages) { turns.append(try traits.value(of: message, &numbers)) }
    return Self.variables(
      turns: turns, tools: tools.map(\.value), bos: bos, eos: eos)
  }

  /// The variables that all templates know.
  static func variables(turns: [JinjaValue], tools: [JinjaValue], bos: String?, eos: String?) -> JinjaDictionary {
    let tools = tools.isEmpty ? JinjaValue.none : .list(tools)
    return [
      "messages": .list(turns), "tools": tools, "documents": .none,
      // The name that SmolLM 3 has for tools.
      "xml_tools": tools, "bos_token": .trusted(bos ?? ""), "eos_token": .trusted(eos ?? ""),
    ]
  }

  /// The turns, with instructions where the template takes them.
  private func merged(_ messages: [ChatMessage]) -> [ChatMessage] {
    guard !traits.writesInstructions, let first = messages.first, first.role == .system else { return messages }
    var turns = Array(messages.dropFirst())
    // Instructions alone are still shown, as the beginning of a prompt that is not there yet.
    if turns.first?.role != .user { turns.insert(ChatMessage(role: .user, content: ""), at: 0) }
    turns[0].content = first.content + "\n\n" + turns[0].content
    return turns
  }
}

extension ToolDefinition {
  /// The definition as templates take it.
  var value: JinjaValue {
    [
      "type": "function",
      "function": [
        "name": .string(name), "description": .string(description), "parameters": JinjaValue(parameters.root),
      ],
    ]
  }
}

/// The identifiers of a conversation's calls, as its template wants them.
struct CallNumbers {
  let style: TemplateTraits.Identifiers
  private var identifiers: [String: String] = [:]

  init(style: TemplateTraits.Identifiers) { self.style = style }

  /// The identifier of a call.
  mutating func identifier(of id: String, name: String) -> String {
    if let known = identifiers[id] { return known }
    let made = style == .numbered ? "functions.\(name):\(identifiers.count)" : Self.alphanumeric(id)
    identifiers[id] = made
    return made
  }

  /// Nine letters and digits that stand for an identifier: itself, if it is such.
  static func alphanumeric(_ id: String) -> String {
    let bytes = Array(id.utf8)
    if bytes.count == 9, bytes.allSatisfy({ $0.isNamePart && $0 != 0x5F && $0 != 0x2D }) { return id }
    // FNV-1a, because it is the same in every run.
    var hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
    var made: [UInt8] = []
    for _ in 0..<9 {
      made.append(letters[Int(hash % UInt64(letters.count))])
      hash /= UInt64(letters.count)
    }
    return String(decoding: made, as: UTF8.self)
  }
}

extension TemplateTraits {
  /// A turn as the template takes it.
  func value(of message: ChatMessage, _ numbers: inout CallNumbers) throws(ChatTemplateError) -> JinjaValue {
    var turn: JinjaDictionary = ["role": .trusted(message.role.rawValue), "content": content(of: message)]
    if let reasoningKey, let reasoning = message.reasoning, !reasoning.isEmpty {
      turn[reasoningKey] = .string(reasoning)
    }
    if !message.toolCalls.isEmpty {
      var calls: [JinjaValue] = []
      for call in message.toolCalls {
        let id = numbers.identifier(of: call.id, name: call.name)
        calls.append([
          "id": .string(id), "type": "function",
          "function": ["name": .string(call.name), "arguments": try arguments(of: call)],
        ])
      }
      turn["tool_calls"] = .list(calls)
    }
    if message.role == .tool {
      let name = message.toolName ?? ""
      turn["name"] = .string(name)
      turn["tool_call_id"] = .string(numbers.identifier(of: message.callID ?? "", name: name))
    }
    return .dictionary(turn)
  }

  private func content(of message: ChatMessage) -> JinjaValue {
    if message.role == .assistant, message.content.isEmpty, !message.toolCalls.isEmpty {
      return takesEmptyText ? "" : .none
    }
    let text = JinjaValue.string(message.content, isTrusted: message.isTrusted)
    return takesParts && message.role != .tool ? [["type": "text", "text": text]] : text
  }

  private func arguments(of call: ToolCall) throws(ChatTemplateError) -> JinjaValue {
    if takesArgumentsAsText { return .string(call.arguments) }
    do {
      return try JinjaValue(json: call.arguments)
    } catch {
      throw .notJSON(what: "the arguments of a call of \(call.name)", reason: error)
    }
  }
}
