/// The result of evaluating a profile.
struct ResolvedProfile {
  /// The types and branches on the path to the active profile, which identify it.
  var path: [PathElement] = []

  var instructions: [PromptPart] = []
  var tools: [any Tool] = []
  var model: (any LanguageModel)?
  var options = GenerationOptions()
  var reasoningLevel: ContextOptions.ReasoningLevel?
  var historyTransforms: [([Transcript.Entry]) -> [Transcript.Entry]] = []
  var errorHandlingPolicy: TranscriptErrorHandlingPolicy?
  var hooks = ProfileHooks()

  enum PathElement: Hashable, Sendable {
    case type(ObjectIdentifier)
    case branch(Bool)
  }
}

/// The hooks of a profile, those of inner modifiers first.
struct ProfileHooks {
  typealias Hook<Subject> = nonisolated(nonsending) (Subject) async throws -> Void

  var onPrompt: [Hook<Transcript.Prompt>] = []
  var onResponse: [Hook<Transcript.Response>] = []
  var onReasoning: [Hook<Transcript.Reasoning>] = []
  var onToolCall: [Hook<Transcript.ToolCall>] = []
  var onToolOutput: [nonisolated(nonsending) (Transcript.ToolCall, Transcript.ToolOutput) async throws -> Void] = []
  var onActivate: [@isolated(any) () async -> Void] = []
  var onDeactivate: [@isolated(any) () async -> Void] = []
}

/// A profile without a body, which resolves itself.
protocol PrimitiveProfile {
  func resolve(into profile: inout ResolvedProfile)
}

extension LanguageModelSession.DynamicProfile {
  /// Evaluates the profile.
  func resolve(into profile: inout ResolvedProfile) {
    if let primitive = self as? any PrimitiveProfile {
      primitive.resolve(into: &profile)
    } else {
      profile.path.append(.type(ObjectIdentifier(Self.self)))
      body.resolve(into: &profile)
    }
  }
}
