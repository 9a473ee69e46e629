package import SwiftletChatTemplates
import SwiftletGuides
import SwiftletJSON

extension Transcript {
  /// The transcript as chat messages.
  ///
  /// Consecutive reasoning, text and tool calls form one assistant message, which may be empty if there is a response.
  /// Reasoning is included; templates omit that of earlier turns themselves.
  var messages: [ChatMessage] {
    var messages: [ChatMessage] = []
    var answer: ChatMessage?
    // An empty response is a message too: without it, the roles of the others would not alternate.
    var hasResponse = false
    func endAnswer() {
      if let answer, hasResponse || !answer.toolCalls.isEmpty { messages.append(answer) }
      (answer, hasResponse) = (nil, false)
    }
    for entry in self {
      switch entry {
      case .instructions(let instructions):
        endAnswer()
        // Instructions without text are there for their tools.
        if !instructions.segments.isEmpty {
          messages.append(ChatMessage(role: .system, instructions.segments))
        }
      case .prompt(let prompt):
        endAnswer()
        messages.append(ChatMessage(role: .user, prompt.segments))
      case .toolOutput(let output):
        endAnswer()
        var message = ChatMessage(toolResult: output.segments.text, of: output.id, name: output.toolName)
        message.imageOffsets = output.segments.imageOffsets
        messages.append(message)
      case .reasoning(let reasoning):
        // Reasoning starts a new message.
        if let answer, hasResponse || !answer.toolCalls.isEmpty { endAnswer() }
        var turn = answer ?? ChatMessage(role: .assistant, content: "")
        turn.reasoning = (turn.reasoning ?? "") + reasoning.segments.text
        answer = turn
      case .response(let response):
        if answer?.toolCalls.isEmpty == false { endAnswer() }
        answer = answer ?? ChatMessage(role: .assistant, content: "")
        answer?.content += response.text
        hasResponse = true
      case .toolCalls(let calls):
        answer = answer ?? ChatMessage(role: .assistant, content: "")
        answer?.toolCalls += calls.map {
          SwiftletChatTemplates.ToolCall(id: $0.id, name: $0.toolName, arguments: $0.arguments.jsonString)
        }
      }
    }
    endAnswer()
    return messages
  }

  /// The tools that the instructions define.
  var toolDefinitions: [ToolDefinition] {
    flatMap { entry -> [ToolDefinition] in
      if case .instructions(let instructions) = entry { instructions.toolDefinitions } else { [] }
    }
  }
}

extension ChatMessage {
  /// Creates a message of segments, with the places of their images.
  fileprivate init(role: Role, _ segments: [Transcript.Segment]) {
    self.init(role: role, content: segments.text)
    imageOffsets = segments.imageOffsets
  }
}

extension [Transcript.Segment] {
  /// The places of the images in the text, as offsets of UTF-8 bytes.
  fileprivate var imageOffsets: [Int] {
    var (offsets, length, hasText) = ([Int](), 0, false)
    for segment in self {
      if case .attachment = segment {
        offsets.append(length)
      } else {
        // Texts are joined by line ends.
        length += segment.description.utf8.count + (hasText ? 1 : 0)
        hasText = true
      }
    }
    return offsets
  }
}

extension Transcript.ToolDefinition {
  /// The definition in the form for chat templates.
  ///
  /// Keywords specific to this framework's schemas are omitted, as models are not trained on them.
  package var templateDefinition: SwiftletChatTemplates.ToolDefinition {
    let schema = parameters.graph.json(.model)
    return SwiftletChatTemplates.ToolDefinition(
      name: name, description: description, parameters: schema,
      argumentKinds: schema.stringMembers.mapValues { $0 ? .string : .other })
  }
}

extension LanguageModelExecutorGenerationRequest {
  /// The conversation, for the chat template.
  var messages: [ChatMessage] { engine.messages ?? transcript.messages }

  /// The images of the messages, in order.
  var images: [Transcript.ImageAttachment] { engine.messages == nil ? transcript.shownImages : engine.images }

  /// The reasoning effort, for the chat template; `nil` for the template's default.
  var reasoningEffort: ReasoningEffort? { contextOptions.reasoningLevel.map { ReasoningEffort($0) } }

  /// The tool calling mode; disallowed if there are no tools.
  var toolChoice: GenerationOptions.ToolCallingMode.Kind {
    enabledToolDefinitions.isEmpty ? .disallowed : generationOptions.toolCallingMode?.kind ?? .allowed
  }

  /// The messages before the conversation: the instructions.
  var instructionMessages: [ChatMessage] {
    if let messages = engine.messages { return Array(messages.prefix { $0.role == .system }) }
    let instructions = transcript.prefix { if case .instructions = $0 { true } else { false } }
    return Transcript(entries: instructions).messages
  }
}

extension [ChatMessage] {
  /// Appends the schema to the last user message, unless a client of a server has done so.
  mutating func appendInstructions(for schema: GenerationSchema) {
    let text = SchemaPrompt(schema.json).text
    guard let last = lastIndex(where: { $0.role == .user }), !self[last].content.hasSuffix(text) else { return }
    self[last].content += text
  }
}

extension ReasoningEffort {
  /// Creates the template's effort for a level; custom names are passed on, and `off` and `none` disable reasoning.
  fileprivate init(_ level: ContextOptions.ReasoningLevel) {
    switch level {
    case .light: self = .level("low")
    case .moderate: self = .level("medium")
    case .deep: self = .level("high")
    case .custom("off"), .custom("none"): self = .off
    case .custom(let name): self = .level(name)
    }
  }
}
