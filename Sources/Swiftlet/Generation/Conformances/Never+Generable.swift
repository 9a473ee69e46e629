/// `Never` is generable so that guides for the elements of an array can be type-checked before the
/// elements' type is known.
extension Never: Generable {
  /// The schema without values.
  public static var generationSchema: GenerationSchema { GenerationSchema(SchemaNode(.union([])), name: "Never") }

  /// Fails, since the type has no values.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ParsingError``, always.
  public init(_ content: GeneratedContent) throws {
    throw content.mismatch("nothing")
  }

  /// Never evaluated.
  public var generatedContent: GeneratedContent {
    switch self {}
  }
}
