// The explicit `return`s here and in the files beside this one are needed for the reason given beside `Prompt`'s
// conformances.
// swift-format-ignore: OmitExplicitReturns
extension Bool: Generable {
  /// The form of a value that is true or false.
  public static var generationSchema: GenerationSchema { GenerationSchema(SchemaNode(.boolean), name: "Bool") }

  /// Reads true or false.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ParsingError`` if it is neither.
  public init(_ content: GeneratedContent) throws {
    guard case .bool(let value) = content.storage else { throw content.mismatch("true or false") }
    self = value
  }

  /// The value as content.
  public var generatedContent: GeneratedContent { GeneratedContent(.bool(self)) }

  /// Instructions of one piece, `true` or `false`.
  public var instructionsRepresentation: Instructions { return Instructions(parts: [.text(description)]) }

  /// A prompt of one piece, `true` or `false`.
  public var promptRepresentation: Prompt { return Prompt(parts: [.text(description)]) }
}
