// The explicit `return`s here and in the other files of this folder disable the result builders; see `Prompt`'s
// conformances.
// swift-format-ignore: OmitExplicitReturns
extension Bool: Generable {
  /// The schema of Booleans.
  public static var generationSchema: GenerationSchema { GenerationSchema(SchemaNode(.boolean), name: "Bool") }

  /// Converts generated content to a Boolean.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ParsingError`` if it is not a Boolean.
  public init(_ content: GeneratedContent) throws {
    guard case .bool(let value) = content.storage else { throw content.mismatch("true or false") }
    self = value
  }

  /// The value as generated content.
  public var generatedContent: GeneratedContent { GeneratedContent(.bool(self)) }

  /// Instructions with the text `true` or `false`.
  public var instructionsRepresentation: Instructions { return Instructions(parts: [.text(description)]) }

  /// A prompt with the text `true` or `false`.
  public var promptRepresentation: Prompt { return Prompt(parts: [.text(description)]) }
}
