import SwiftletJSON
import SwiftletChatTemplates

/// A call as a parser reports it.
struct ParsedCall: Equatable, CustomStringConvertible {
  var name: String
  /// JSON without white space outside of strings.
  var arguments: String
  var description: String { "\(name)(\(arguments))" }
}

/// An answer assembled from the events of a parser.
struct ParsedAnswer: Equatable {
  var text = ""
  var reasoning = ""
  var calls: [ParsedCall] = []
  var isInCall = false

  init(_ events: [AnswerEvent]) {
    for event in events {
      switch event {
      case .text(let new): text += new
      case .reasoning(let new): reasoning += new
      case .callBegan(let name):
        calls.append(ParsedCall(name: name, arguments: ""))
        isInCall = true
      case .arguments(let new): calls[calls.count - 1].arguments += new
      case .callEnded: isInCall = false
      }
    }
    calls = calls.map { ParsedCall(name: $0.name, arguments: $0.arguments.withoutSpace) }
  }

  /// Parses an answer in pieces of the given length.
  init(
    _ text: String, _ format: AnswerFormat, tools: [ToolDefinition] = Probe.tools, start: AnswerStart = .beginning,
    pieces length: Int = .max
  ) throws(AnswerError) {
    var parser = AnswerParser(format, tools: tools, start: start)
    var events: [AnswerEvent] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      events += try parser.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    events += try parser.finish()
    self.init(events)
  }
}

extension String {
  /// JSON without white space outside of strings.
  var withoutSpace: String {
    var result: [UInt8] = []
    var isQuoted = false
    var isEscaped = false
    for byte in utf8 {
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      if isQuoted || byte > 0x20 { result.append(byte) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension JSONSchema {
  /// The schema of a text that is one.
  init(text: String) {
    do { try self.init(parsing: text) } catch { preconditionFailure("\(error)") }
  }
}

/// Two tools and calls to them.
enum Probe {
  static let tools = [
    ToolDefinition(
      name: "get_weather", description: "Tells the weather.",
      parameters: JSONSchema(
        text: """
          {"type": "object", "properties": {"city": {"type": "string", "description": "The city"}, \
          "days": {"type": "integer"}, "exact": {"type": "boolean"}, "tags": {"type": "array", \
          "items": {"type": "string"}}}, "required": ["city", "days"]}
          """),
      argumentKinds: ["city": .string, "days": .other, "exact": .other, "tags": .other]),
    ToolDefinition(
      name: "find_person", description: "Finds a person.",
      parameters: JSONSchema(
        text: #"{"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}"#),
      argumentKinds: ["name": .string]),
  ]

  static let calls = [
    ToolCall(
      id: "abcdefgh1", name: "get_weather",
      arguments: #"{"city": "Ås \"x\" {y}, 3", "days": 3, "exact": true, "tags": ["a", "b]"]}"#),
    ToolCall(id: "abcdefgh2", name: "find_person", arguments: #"{"name": "37"}"#),
  ]

  static let expected = calls.map { ParsedCall(name: $0.name, arguments: $0.arguments.withoutSpace) }
}
