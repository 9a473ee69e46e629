/// Tools as dynamic instructions, which a builder makes of them.
struct ToolInstructions: DynamicInstructions, PrimitiveInstructions {
  let tools: [any Tool]
  typealias Body = Never

  func resolve(into resolved: inout ResolvedInstructions) { resolved.tools += tools }
}

/// Pieces of text as dynamic instructions.
struct TextInstructions: DynamicInstructions, PrimitiveInstructions {
  let parts: [PromptPart]
  typealias Body = Never

  func resolve(into resolved: inout ResolvedInstructions) { resolved.parts += parts }
}

extension Instructions: DynamicInstructions {
  /// The pieces of the instructions.
  public var body: some DynamicInstructions { TextInstructions(parts: parts) }
}

extension Optional: DynamicInstructions where Wrapped: DynamicInstructions {
  /// Instructions of this kind have no body.
  public typealias Body = Never
}

extension Optional: PrimitiveInstructions where Wrapped: DynamicInstructions {
  func resolve(into resolved: inout ResolvedInstructions) { self?.resolve(into: &resolved) }
}

// The explicit `return` keeps the result builders of both protocols away, between which nothing would decide.
// swift-format-ignore: OmitExplicitReturns
extension Never: DynamicInstructions, LanguageModelSession.DynamicProfile {
  /// There is no body, as there is no value to have one.
  public typealias Body = Never

  /// Never asked for, as there is no value to ask.
  public var body: Never { return noBody(of: Never.self) }
}
