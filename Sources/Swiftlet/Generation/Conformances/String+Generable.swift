extension String: Generable {
  /// The schema of strings.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(SchemaNode(.string(StringShape())), name: "String")
  }

  /// Converts generated content to a string.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ParsingError`` if it is not a string.
  public init(_ content: GeneratedContent) throws {
    guard case .string(let text) = content.storage else { throw content.mismatch("a string") }
    self = text
  }

  /// The text as generated content.
  public var generatedContent: GeneratedContent { GeneratedContent(.string(self)) }
}
