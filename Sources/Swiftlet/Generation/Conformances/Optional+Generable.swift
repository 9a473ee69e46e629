extension Optional where Wrapped: Generable {
  /// The partial type of the wrapped type, without a second optional.
  public typealias PartiallyGenerated = Wrapped.PartiallyGenerated
}

// swift-format-ignore: OmitExplicitReturns
extension Optional: ConvertibleToGeneratedContent, PromptRepresentable, InstructionsRepresentable
where Wrapped: ConvertibleToGeneratedContent {
  /// The value as generated content, or null.
  public var generatedContent: GeneratedContent { self?.generatedContent ?? GeneratedContent(.null) }

  /// The value as instructions, or the JSON text `null`.
  public var instructionsRepresentation: Instructions {
    return self?.instructionsRepresentation ?? Instructions(parts: [.text("null")])
  }

  /// The value as a prompt, or the JSON text `null`.
  public var promptRepresentation: Prompt { return self?.promptRepresentation ?? Prompt(parts: [.text("null")]) }
}
