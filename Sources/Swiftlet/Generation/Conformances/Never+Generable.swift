/// A type without values is generable so that guides for the elements of any array can be written down before the
/// elements' type is known.
extension Never: Generable {
  /// A form that no value has.
  public static var generationSchema: GenerationSchema { GenerationSchema(SchemaNode(.union([])), name: "Never") }

  /// Fails, since there is no value.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ParsingError``, always.
  public init(_ content: GeneratedContent) throws {
    throw content.mismatch("nothing")
  }

  /// Content that is never made.
  public var generatedContent: GeneratedContent {
    switch self {}
  }
}
