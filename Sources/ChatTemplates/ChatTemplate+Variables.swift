import SwiftletJinja
import SwiftletJSON

extension ChatTemplate {
  /// The variables for rendering the messages.
  func variables(
    for messages: [ChatMessage], tools: [ToolDefinition]
  ) throws(ChatTemplateError) -> JinjaDictionary {
    var turns: [JinjaValue] = []
    var ids = CallIdentifiers(style: traits.identifiers)
    for message in merged(messages) { turns.append(try traits.value(of: message, &ids, imageMarker: imageMarker)) }
    return Self.variables(
      turns: turns, tools: tools.map(\.value),
      functions: traits.takesFunctionsAsText ? "[" + tools.map(\.text).joined(separator: ", ") + "]" : nil,
      bos: bos, eos: eos)
  }

  /// The variables that all templates use.
  ///
  /// - Parameters:
  ///   - turns: The messages.
  ///   - tools: The tool definitions.
  ///   - functions: The tool definitions as text, for templates that take them so (Firefunction's).
  ///   - bos: The text of the beginning-of-sequence token.
  ///   - eos: The text of the end-of-sequence token.
  /// - Returns: The variables.
  static func variables(
    turns: [JinjaValue], tools: [JinjaValue], functions: String? = nil, bos: String?, eos: String?
  ) -> JinjaDictionary {
    let tools = tools.isEmpty ? JinjaValue.none : .list(tools)
    var variables: JinjaDictionary = [
      "messages": .list(turns), "tools": tools, "documents": .none,
      // The name of the tools in the template of SmolLM 3.
      "xml_tools": tools, "bos_token": .trusted(bos ?? ""), "eos_token": .trusted(eos ?? ""),
    ]
    if let functions {
      variables["functions"] = .string(functions)
      // Such templates print the date; the time of day would make each prompt a new one.
      let today = JinjaDate.current()
      let parts = [today.month, today.day].map { ($0 < 10 ? "0" : "") + String($0) }
      variables["datetime"] = .string("\(today.year)-\(parts.joined(separator: "-"))")
    }
    return variables
  }

  /// The messages, with the system message merged into the first user message if the template does not support it.
  private func merged(_ messages: [ChatMessage]) -> [ChatMessage] {
    guard !traits.supportsSystemRole, let first = messages.first, first.role == .system else { return messages }
    var turns = Array(messages.dropFirst())
    // A system message alone becomes the beginning of a user message that is yet to come.
    if turns.first?.role != .user { turns.insert(ChatMessage(role: .user, content: ""), at: 0) }
    let shift = first.content.utf8.count + 2
    turns[0].imageOffsets = first.imageOffsets + turns[0].imageOffsets.map { $0 + shift }
    turns[0].content = first.content + "\n\n" + turns[0].content
    return turns
  }
}

extension ToolDefinition {
  /// The definition as JSON text.
  var text: String {
    "{\"name\": \(LiteralReader.string(name.utf8)), \"description\": \(LiteralReader.string(description.utf8)), "
      + "\"parameters\": \(parameters.text)}"
  }

  /// The definition as a template variable, in the format of OpenAI.
  var value: JinjaValue {
    [
      "type": "function",
      "function": [
        "name": .string(name), "description": .string(description), "parameters": JinjaValue(parameters.root),
      ],
    ]
  }
}

/// A generator of tool call identifiers in the style that the template requires.
struct CallIdentifiers {
  let style: TemplateTraits.Identifiers
  private var identifiers: [String: String] = [:]

  init(style: TemplateTraits.Identifiers) { self.style = style }

  /// Returns the identifier for a call, the same one for the same `id`.
  mutating func identifier(of id: String, name: String) -> String {
    if let known = identifiers[id] { return known }
    let generated = style == .numbered ? "functions.\(name):\(identifiers.count)" : Self.alphanumeric(id)
    identifiers[id] = generated
    return generated
  }

  /// Returns nine letters and digits for an identifier: itself if it has that form, else a hash.
  static func alphanumeric(_ id: String) -> String {
    let bytes = Array(id.utf8)
    if bytes.count == 9, bytes.allSatisfy({ $0.isNamePart && $0 != 0x5F && $0 != 0x2D }) { return id }
    // FNV-1a, because it is deterministic across runs.
    var hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
    var characters: [UInt8] = []
    for _ in 0..<9 {
      characters.append(letters[Int(hash % UInt64(letters.count))])
      hash /= UInt64(letters.count)
    }
    return String(decoding: characters, as: UTF8.self)
  }
}

extension TemplateTraits {
  /// A message as a template variable.
  func value(
    of message: ChatMessage, _ ids: inout CallIdentifiers, imageMarker: String?
  ) throws(ChatTemplateError) -> JinjaValue {
    let role = message.role == .tool ? resultRole : message.role.rawValue
    let content = message.imageOffsets.isEmpty ? content(of: message) : message.content(imageMarker: imageMarker)
    var turn: JinjaDictionary = ["role": .trusted(role), "content": content]
    if let reasoningKey, let reasoning = message.reasoning, !reasoning.isEmpty {
      turn[reasoningKey] = .string(reasoning)
    }
    if !message.toolCalls.isEmpty {
      var calls: [JinjaValue] = []
      for call in message.toolCalls {
        let id = ids.identifier(of: call.id, name: call.name)
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
      turn["tool_call_id"] = .string(ids.identifier(of: message.callID ?? "", name: name))
    }
    return .dictionary(turn)
  }

  private func content(of message: ChatMessage) -> JinjaValue {
    let text = message.segments.map { JinjaValue.segments($0) } ?? .string(message.content)
    let isEmpty = message.contentSegments.isEmpty
    if message.role == .assistant, !message.toolCalls.isEmpty {
      if reasoningInContent == .part, let reasoning = message.reasoning, !reasoning.isEmpty {
        let thought: JinjaValue = ["type": "thinking", "thinking": .string(reasoning)]
        return .list(isEmpty ? [thought] : [thought, ["type": "text", "text": text]])
      }
      if isEmpty { return requiresEmptyContent ? "" : .none }
    }
    return takesContentParts && message.role != .tool ? [["type": "text", "text": text]] : text
  }

  private func arguments(of call: ToolCall) throws(ChatTemplateError) -> JinjaValue {
    if takesArgumentsAsString { return .string(call.arguments) }
    do {
      return try JinjaValue(json: call.arguments)
    } catch {
      throw .notJSON(what: "the arguments of a call to \(call.name)", reason: error)
    }
  }
}
