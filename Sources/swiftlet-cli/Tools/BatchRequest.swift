import Foundation
import Swiftlet
import SwiftletChatTemplates

/// A request of a batch.
struct BatchRequest: Sendable {
  /// What its answer is marked with.
  let id: String?
  let request: LanguageModelExecutorGenerationRequest

  private static let members = [
    "id", "messages", "tools", "tool_choice", "schema", "show_schema", "max_tokens", "temperature",
  ]

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - line: The request as JSON.
  ///   - place: Where it stands, for errors.
  /// - Throws: ``FileError``
  init(_ line: String, place: String) throws {
    let content: GeneratedContent
    do {
      content = try GeneratedContent(json: line)
    } catch let error as GeneratedContent.ParsingError {
      throw FileError(place, error.debugDescription)
    }
    guard case .structure(_, let keys) = content.kind else { throw FileError(place, "expected a JSON object") }
    if let key = keys.first(where: { !Self.members.contains($0) }) {
      throw FileError(place, "found \"\(key)\", expected one of \(Self.members.joined(separator: ", "))")
    }
    guard let messages = content.elements("messages"), !messages.isEmpty else {
      throw FileError(place, "no \"messages\"")
    }
    let tools = try ToolFile(content.elements("tools") ?? [], path: place).tools.map {
      Transcript.ToolDefinition(tool: $0)
    }
    id = content.text("id")
    request = LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: try ConversationFile(messages, path: place).transcript(tools: tools, place: place),
      enabledTools: tools, schema: try content.schema(place), generationOptions: try content.options(place),
      contextOptions: ContextOptions(includeSchemaInPrompt: content.truth("show_schema") ?? true), metadata: [:])
  }
}

extension GeneratedContent {
  fileprivate func schema(_ place: String) throws -> GenerationSchema? {
    guard let schema = member("schema") else { return nil }
    do {
      return try GenerationSchema(foreign: schema.jsonString, name: "Answer")
    } catch {
      throw FileError(place, "schema: \(error)")
    }
  }

  fileprivate func options(_ place: String) throws -> GenerationOptions {
    var options = GenerationOptions()
    switch text("tool_choice") {
    case nil, "auto": break
    case "none": options.toolCallingMode = .disallowed
    case "required": options.toolCallingMode = .required
    case let choice?: throw FileError(place, "tool_choice: found \(choice), expected auto, none or required")
    }
    options.maximumResponseTokens = number("max_tokens").flatMap { Int(exactly: $0) }.map { max(0, $0) }
    options.temperature = number("temperature")
    return options
  }

  private func number(_ name: String) -> Double? {
    if case .number(let number)? = member(name)?.kind { number } else { nil }
  }

  fileprivate func truth(_ name: String) -> Bool? {
    if case .bool(let value)? = member(name)?.kind { value } else { nil }
  }
}

extension ConversationFile {
  /// The messages as entries of a transcript, with tools in its instructions.
  fileprivate func transcript(tools: [Transcript.ToolDefinition], place: String) throws -> Transcript {
    var entries: [Transcript.Entry] = []
    func segments(_ text: String) -> [Transcript.Segment] {
      text.isEmpty ? [] : [.text(Transcript.TextSegment(content: text))]
    }
    if messages.first?.role != .system, !tools.isEmpty {
      entries.append(.instructions(Transcript.Instructions(segments: [], toolDefinitions: tools)))
    }
    for message in messages {
      switch message.role {
      case .system:
        entries.append(
          .instructions(Transcript.Instructions(segments: segments(message.content), toolDefinitions: tools)))
      case .user: entries.append(.prompt(Transcript.Prompt(segments: segments(message.content))))
      case .tool:
        entries.append(
          .toolOutput(
            Transcript.ToolOutput(
              id: message.callID ?? "", toolName: message.toolName ?? "", segments: segments(message.content))))
      case .assistant:
        if !message.content.isEmpty {
          entries.append(.response(Transcript.Response(segments: segments(message.content))))
        }
        let calls = try message.toolCalls.map { call in
          guard let arguments = try? GeneratedContent(json: call.arguments) else {
            throw FileError(place, "a call of \(call.name): the arguments are not JSON")
          }
          return Transcript.ToolCall(id: call.id, toolName: call.name, arguments: arguments)
        }
        if !calls.isEmpty { entries.append(.toolCalls(Transcript.ToolCalls(calls))) }
      }
    }
    return Transcript(entries: entries)
  }
}
