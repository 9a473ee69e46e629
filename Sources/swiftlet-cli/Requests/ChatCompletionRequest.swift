import Foundation
import Swiftlet
import SwiftletChatTemplates
import SwiftletJSON

/// A request of OpenAI's chat completions API, with additions: a schema, and the parameters of all samplers.
///
/// The body is a JSON value from anywhere; errors name the member in it, such as `messages.0.content`. Members without
/// a meaning here are ignored, see ``KnownMembers``; a member that cannot be honoured is an error.
struct ChatCompletionRequest: Sendable {
  /// The engine's requests, one for each choice of the answer; they differ in their seeds.
  private(set) var choices: [LanguageModelExecutorGenerationRequest]
  /// The name of the model that the client asks for.
  let model: String?

  /// The maximum number of choices of a request.
  private static let maximumChoiceCount = 128

  /// Parses a body.
  init(_ body: JSONValue) throws(FieldError) {
    let fields = try JSONFields(body)
    guard let elements = try fields.elements("messages"), !elements.isEmpty else {
      throw FieldError("messages", "found none, expected at least one message")
    }
    let messages = try ConversationFile(elements).messages
    try Self.check(messages)
    model = try fields.text("model")
    try fields.refuseWhatIsNotSupported()
    var tools = try ToolFile(fields.elements("tools") ?? []).definitions
    let (older, newer) = (try fields.tokenLimit("max_tokens"), try fields.tokenLimit("max_completion_tokens"))
    let mode = try fields.toolCallingMode(&tools)
    let schema = try fields.answerSchema
    var request = LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: Transcript(entries: []), enabledTools: tools, schema: schema,
      generationOptions: GenerationOptions(maximumResponseTokens: newer ?? older, toolCallingMode: mode),
      contextOptions: ContextOptions(
        includeSchemaInPrompt: try fields.bool("show_schema") ?? true, reasoningLevel: try fields.reasoningLevel),
      metadata: [:])
    request.engine.messages = messages
    request.engine.templateVariables = try fields.templateVariables
    request.engine.allowsParallelToolCalls = try fields.bool("parallel_tool_calls") ?? true
    request.engine.stopSequences = try fields.stopSequences(besideSchema: schema != nil)
    request.engine.sampling = try fields.sampling
    let count = try fields.integer("n", in: 1...Self.maximumChoiceCount) ?? 1
    choices = (0..<UInt64(count)).map { index in
      var choice = request
      choice.id = UUID()
      // Choices of the same seed would be the same.
      choice.engine.sampling.seed = request.engine.sampling.seed.map { $0 &+ index }
      return choice
    }
  }

  /// Sets the closure that is called with warnings, once for all choices.
  mutating func setWarning(_ warn: @escaping @Sendable (String) -> Void) {
    choices[0].engine.warn = warn
  }

  private static func check(_ messages: [ChatMessage]) throws(FieldError) {
    if messages.last?.role == .assistant {
      throw FieldError(
        "messages.\(messages.count - 1)", "found an assistant message, expected a user message or a tool result last")
    }
    for (index, message) in messages.enumerated() {
      for (number, call) in message.toolCalls.enumerated()
      where (try? JSONValue.read(Array(call.arguments.utf8), options: .init())) == nil {
        throw FieldError("messages.\(index).tool_calls.\(number)", "the arguments of \(call.name) are not JSON")
      }
    }
  }
}
