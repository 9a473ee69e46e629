extension String: Generable {
  /// The form of any text.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(SchemaNode(.string(StringRule())), name: "String")
  }

  /// Reads a text.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ParsingError`` if it is not a string.
  public init(_ content: GeneratedContent) throws {
    guard case .string(let text) = content.storage else { throw content.mismatch("a string") }
    self = text
  }

  /// The text as content.
  public var generatedContent: GeneratedContent { GeneratedContent(.string(self)) }
}
