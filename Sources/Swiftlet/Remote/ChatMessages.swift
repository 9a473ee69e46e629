import SwiftletGuides
import SwiftletJSON

/// A converter of a transcript into the messages of a chat completion request.
///
/// | entries | messages |
/// |---|---|
/// | instructions | `system` or `developer` |
/// | prompt | `user` |
/// | consecutive reasoning, response and tool calls | one `assistant` |
/// | tool output | `tool` |
struct ChatMessages {
  private var messages: [JSONValue] = []
  private var answer = Answer()
  private let options: OpenAICompatibleLanguageModel.Options

  /// The content of one assistant message.
  private struct Answer {
    var reasoning = ""
    var text = ""
    var hasText = false
    var calls: [JSONValue] = []
  }

  /// The messages of a request.
  ///
  /// - Throws: ``ImageAttachmentError`` for an image that cannot be read.
  static func messages(
    of request: LanguageModelExecutorGenerationRequest, options: OpenAICompatibleLanguageModel.Options
  ) throws(ImageAttachmentError) -> [JSONValue] {
    var messages = ChatMessages(options: options)
    let entries = request.transcript.entries
    let lastPrompt = entries.lastIndex { if case .prompt = $0 { true } else { false } }
    for (index, entry) in entries.enumerated() {
      let isLast = index == lastPrompt
      try messages.append(entry, answering: isLast ? request : nil, isInTurn: lastPrompt.map { index > $0 } ?? true)
    }
    messages.endAnswer()
    return messages.messages
  }

  private init(options: OpenAICompatibleLanguageModel.Options) {
    self.options = options
  }
}

extension ChatMessages {
  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - request: The request, if the entry is the prompt that it answers.
  ///   - isInTurn: True if the entry comes after that prompt.
  /// - Throws: ``ImageAttachmentError`` for an image that cannot be read.
  private mutating func append(
    _ entry: Transcript.Entry, answering request: LanguageModelExecutorGenerationRequest?, isInTurn: Bool
  ) throws(ImageAttachmentError) {
    switch entry {
    case .instructions(let instructions):
      // Instructions without text are there for their tools.
      guard !instructions.segments.isEmpty else { return }
      append(role: options.instructionsRole.rawValue, try Self.content(instructions.segments))
    case .prompt(let prompt):
      append(role: "user", try Self.content(prompt.segments, note: Self.note(on: prompt, request)))
    case .toolOutput(let output):
      append(role: "tool", try Self.content(output.segments), ("tool_call_id", .string(output.id)))
    case .reasoning(let reasoning):
      // Reasoning starts a new message.
      if answer.hasText || !answer.calls.isEmpty { endAnswer() }
      if options.reasoningHistory == .all || options.reasoningHistory == .currentTurn && isInTurn {
        answer.reasoning += reasoning.segments.text
      }
    case .response(let response):
      if !answer.calls.isEmpty { endAnswer() }
      answer.text += response.text
      answer.hasText = true
    case .toolCalls(let calls):
      answer.calls += calls.map(Self.call)
    }
  }

  private mutating func append(role: String, _ content: JSONValue, _ more: (String, JSONValue?)...) {
    endAnswer()
    messages.append(.members([("role", .string(role))] + more + [("content", content)]))
  }

  /// Returns the content of a message: a text, or parts in the order of the segments if there are images.
  private static func content(
    _ segments: [Transcript.Segment], note: String = ""
  ) throws(ImageAttachmentError) -> JSONValue {
    guard !segments.images.isEmpty else { return .string(segments.text + note) }
    var parts = try segments.map { segment throws(ImageAttachmentError) -> JSONValue in
      guard case .attachment(let attachment) = segment, case .image(let image) = attachment.content else {
        return textPart(segment.description)
      }
      let url = JSONValue.members([("url", .string(try image.remoteURL()))])
      return .members([("type", "image_url"), ("image_url", url)])
    }
    if !note.isEmpty { parts.append(textPart(note)) }
    return .array(parts)
  }

  private static func textPart(_ text: String) -> JSONValue { .members([("type", "text"), ("text", .string(text))]) }

  /// Appends the assistant message, if it is not empty.
  private mutating func endAnswer() {
    defer { answer = Answer() }
    guard answer.hasText || !answer.calls.isEmpty else { return }
    let nothing: JSONValue = options.schemaForm == .jsonObject ? "" : .null
    messages.append(
      .members([
        ("role", "assistant"),
        ("reasoning_content", answer.reasoning.isEmpty ? nil : .string(answer.reasoning)),
        ("content", answer.hasText ? .string(answer.text) : nothing),
        ("tool_calls", answer.calls.isEmpty ? nil : .array(answer.calls)),
      ]))
  }

  private static func call(_ call: Transcript.ToolCall) -> JSONValue {
    let function = JSONValue.members([
      ("name", .string(call.toolName)), ("arguments", .string(call.arguments.jsonString)),
    ])
    return .members([
      ("id", .string(call.id)), ("type", "function"), ("function", function),
    ])
  }

  /// The text with the schema that is appended to a prompt, if the schema is written into the prompt.
  ///
  /// Earlier prompts keep it, so that the conversation matches the server's prefix cache.
  private static func note(
    on prompt: Transcript.Prompt, _ request: LanguageModelExecutorGenerationRequest?
  ) -> String {
    let options = request?.contextOptions ?? prompt.contextOptions
    var schema = request?.schema
    if request == nil, case .schema(let own)? = prompt.responseFormat?.kind { schema = own }
    guard options.includeSchemaInPrompt == true, let schema else { return "" }
    return SchemaPrompt(schema.graph.json(.strict)).text
  }
}
