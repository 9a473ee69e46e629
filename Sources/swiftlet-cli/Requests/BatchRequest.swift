import Foundation
import Swiftlet
import SwiftletChatTemplates
import SwiftletInference
import SwiftletJSON

/// A line of a batch file.
struct BatchRequest: Sendable {
  /// The identifier, repeated in the answer.
  let id: JSONValue?
  /// The request, or the error in its line.
  let request: Result<LanguageModelExecutorGenerationRequest, FileError>

  private static let members =
    [
      "id", "messages", "tools", "tool_choice", "schema", "response_format", "show_schema", "max_tokens",
      "max_completion_tokens", "stop", "reasoning_effort",
    ] + SamplingSetting.all.map(\.name)

  /// Parses a request.
  ///
  /// - Parameters:
  ///   - line: The request as JSON.
  ///   - location: The location of the line, for errors.
  init(_ line: [UInt8], location: String) {
    let value = Result { () throws(FileError) in try JSONFile.value(line, location: location) }
    id = (try? value.get())?["id"]
    request = value.flatMap { value in
      Result { () throws(FileError) in
        do {
          let fields = try JSONFields(value, location: location)
          try fields.allowOnly(Self.members)
          return try fields.request
        } catch let error as FileError {
          throw error
        } catch {
          throw FileError(location, "\(ErrorText(error))")
        }
      }
    }
  }
}

extension JSONFields {
  fileprivate var request: LanguageModelExecutorGenerationRequest {
    get throws {
      guard let messages = try elements("messages"), !messages.isEmpty else {
        throw FileError(location, "no \"messages\"")
      }
      var tools = try ToolFile(elements("tools") ?? [], path: location).definitions
      var options = GenerationOptions(
        maximumResponseTokens: try integer("max_tokens", in: 0 ... .max)
          ?? integer("max_completion_tokens", in: 0 ... .max))
      options.toolCallingMode = try toolCallingMode(&tools)
      var request = LanguageModelExecutorGenerationRequest(
        id: UUID(),
        transcript: try ConversationFile(messages, path: location).transcript(tools: tools, location: location),
        enabledTools: tools, schema: try schema, generationOptions: options,
        contextOptions: ContextOptions(
          includeSchemaInPrompt: try bool("show_schema") ?? true, reasoningLevel: try reasoningLevel),
        metadata: [:])
      request.engine.stopSequences = try texts("stop") ?? []
      request.engine.sampling = try sampling
      return request
    }
  }

  /// Returns the mode of `tool_choice`; removes all other tools if it names one.
  private func toolCallingMode(_ tools: inout [Transcript.ToolDefinition]) throws -> GenerationOptions.ToolCallingMode?
  {
    switch member("tool_choice") {
    case nil, "auto"?: return nil
    case "none"?: return .disallowed
    case "required"?:
      guard !tools.isEmpty else { throw FileError(location, "tool_choice: required, and there are no tools") }
      return .required
    case let choice?:
      guard let name = choice["function"]?["name"]?.string ?? choice["name"]?.string else {
        throw FileError(
          location,
          "tool_choice: found \(choice.string ?? "another value"), expected auto, none, required or a function")
      }
      tools.removeAll { $0.name != name }
      guard !tools.isEmpty else { throw FileError(location, "tool_choice: there is no tool named \(name)") }
      return .required
    }
  }

  /// The schema of the answer, from `schema` or `response_format`.
  private var schema: GenerationSchema? {
    get throws {
      var schema = member("schema")
      if let format = try fields("response_format") {
        switch try format.text("type") {
        case "text"?: break
        case "json_object"?: schema = schema ?? .members([("type", "object")])
        case "json_schema"?:
          guard let inner = try format.fields("json_schema")?.member("schema") ?? format.member("schema") else {
            throw FileError(format.location, "no \"schema\"")
          }
          schema = schema ?? inner
        case let type:
          throw FileError(format.location, "type: found \(type ?? "none"), expected text, json_object or json_schema")
        }
      }
      guard let schema else { return nil }
      do {
        return try GenerationSchema(JSONSchema(schema), name: schema["title"]?.string ?? "Answer")
      } catch is DecodingError {
        throw FileError(location, "schema: expected an object or a Boolean")
      }
    }
  }

  private var reasoningLevel: ContextOptions.ReasoningLevel? {
    get throws {
      switch try text("reasoning_effort") {
      case nil: nil
      case "low"?: .light
      case "medium"?: .moderate
      case "high"?: .deep
      case let level?: .custom(level)
      }
    }
  }

  /// The sampling options, under the names of ``SamplingSetting``.
  private var sampling: SamplingOptions {
    get throws(FileError) {
      var options = SamplingOptions()
      for setting in SamplingSetting.all {
        guard let value = member(setting.name), value != .bool(false) else { continue }
        guard let texts = value.texts(of: setting.valueKind) else {
          let found = JSONWriter.text(value, layout: .line)
          throw FileError(location, "\(setting.name): found \(found.prefix(40)), expected \(setting.range)")
        }
        if let wrong = setting.parse(texts, into: &options) {
          throw FileError(location, "\(setting.name): found \(wrong.prefix(40)), expected \(setting.range)")
        }
      }
      return options
    }
  }
}

extension JSONValue {
  /// The value in the syntax of the command line; `nil` if it has another type than the setting.
  fileprivate func texts(of kind: SamplingSetting.ValueKind) -> [String]? {
    switch (kind, self) {
    case (.greedy, .bool(true)): [""]
    case (.number, .number(let text)), (.count, .number(let text)), (.window, .number(let text)),
      (.seed, .number(let text)), (.mirostat, .number(let text)), (.text, .string(let text)),
      (.texts, .string(let text)):
      [text]
    case (.texts, .array(let elements)):
      elements.compactMap(\.string).count == elements.count ? elements.compactMap(\.string) : nil
    case (.bias, .object(let members)):
      members.map { member in
        let bias = member.value.string ?? JSONWriter.text(member.value)
        return member.name + (bias.hasPrefix("-") ? "" : "+") + bias
      }
    case (.bias, .array(let elements)):
      elements.compactMap(\.string).count == elements.count ? elements.compactMap(\.string) : nil
    default: nil
    }
  }
}

extension ConversationFile {
  /// Converts the messages to transcript entries, with the tool definitions in the instructions.
  fileprivate func transcript(tools: [Transcript.ToolDefinition], location: String) throws -> Transcript {
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
        if let reasoning = message.reasoning, !reasoning.isEmpty {
          entries.append(.reasoning(Transcript.Reasoning(segments: segments(reasoning))))
        }
        if !message.content.isEmpty {
          entries.append(.response(Transcript.Response(segments: segments(message.content))))
        }
        let calls = try message.toolCalls.map { call in
          // Content of the API may be incomplete; a call of the past is not.
          guard (try? JSONValue.read(Array(call.arguments.utf8), options: .init(replacesLoneSurrogates: true))) != nil,
            let arguments = try? GeneratedContent(json: call.arguments)
          else { throw FileError(location, "a call to \(call.name): the arguments are not JSON") }
          return Transcript.ToolCall(id: call.id, toolName: call.name, arguments: arguments)
        }
        if !calls.isEmpty { entries.append(.toolCalls(Transcript.ToolCalls(calls))) }
      }
    }
    return Transcript(entries: entries)
  }
}
