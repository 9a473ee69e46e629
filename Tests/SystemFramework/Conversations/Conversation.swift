public import Swiftlet

/// Conversations with a model, which tell in words all that a session lets its owner see.
///
/// The words are the same whichever framework the session is of, so two of them can be compared. Identifiers are left
/// out, which no two sessions share, and so are the counts of tokens that were known from before.
public enum Conversation: String, CaseIterable, Sendable {
  case text, instructionsAndTwoTurns, stream, prewarmed, sampling
  case toolCall, requiredToolCall, failingTool
  case value, nestedValue, valueStream, dynamicSchema, valueWithoutRoom
  case resumed, cancelled, reasoningLevel, unsupportedGuide

  /// Has the conversation with a model.
  public func report(with model: some LanguageModel) async throws -> [String] {
    switch self {
    case .text: await respond(LanguageModelSession(model: model), to: Self.wish)
    case .instructionsAndTwoTurns: await twoTurns(model)
    case .stream: try await stream(model)
    case .prewarmed: await prewarmed(model)
    case .sampling: await sampling(model)
    case .toolCall: await toolCall(model)
    case .requiredToolCall: await requiredToolCall(model)
    case .failingTool: await failingTool(model)
    case .value: try await value(model)
    case .nestedValue: try await nestedValue(model)
    case .valueStream: try await valueStream(model)
    case .dynamicSchema: try await dynamicSchema(model)
    case .valueWithoutRoom: await valueWithoutRoom(model)
    case .resumed: try await resumed(model)
    case .cancelled: await cancelled(model)
    case .reasoningLevel: await reasoningLevel(model)
    case .unsupportedGuide: await unsupportedGuide(model)
    }
  }

  static let greedy = GenerationOptions(samplingMode: .greedy)
  static let wish = "Tell me a story about a cat called Ginger."
}

/// Requests text, and reports the session's state.
func respond(
  _ session: LanguageModelSession, to prompt: String, options: GenerationOptions = Conversation.greedy,
  contextOptions: ContextOptions = ContextOptions()
) async -> [String] {
  do {
    let response = try await session.respond(to: prompt, options: options, contextOptions: contextOptions)
    return ["answer: \(response.content)", counts(response.usage)] + lines(of: session)
  } catch {
    return [words(for: error)] + lines(of: session)
  }
}
