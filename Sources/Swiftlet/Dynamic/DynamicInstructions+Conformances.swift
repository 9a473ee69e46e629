/// Dynamic instructions that a builder creates from tools.
struct ToolInstructions: DynamicInstructions, PrimitiveInstructions {
  let tools: [any Tool]
  typealias Body = Never

  func resolve(into resolved: inout ResolvedInstructions) { resolved.tools += tools }
}

/// Dynamic instructions that consist of prompt parts.
struct TextInstructions: DynamicInstructions, PrimitiveInstructions {
  let parts: [PromptPart]
  typealias Body = Never

  func resolve(into resolved: inout ResolvedInstructions) { resolved.parts += parts }
}

extension Instructions: DynamicInstructions {
  /// The segments of the instructions.
  public var body: some DynamicInstructions { TextInstructions(parts: parts) }
}

extension Optional: DynamicInstructions where Wrapped: DynamicInstructions {
  /// The type has no body.
  public typealias Body = Never
}

extension Optional: PrimitiveInstructions where Wrapped: DynamicInstructions {
  func resolve(into resolved: inout ResolvedInstructions) { self?.resolve(into: &resolved) }
}

// The explicit `return` disables the result builders of both protocols, which would be ambiguous.
// swift-format-ignore: OmitExplicitReturns
extension Never: DynamicInstructions, LanguageModelSession.DynamicProfile {
  /// The type has no body, as it has no values.
  public typealias Body = Never

  /// Never evaluated, as the type has no values.
  public var body: Never { return noBody(of: Never.self) }
}
