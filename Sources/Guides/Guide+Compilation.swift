extension Guide {
  /// Compiles a JSON Schema, of any draft from 4 to 2020-12.
  ///
  /// - Parameters:
  ///   - schema: The schema's JSON text.
  ///   - options: The choices that the schema leaves open.
  ///   - index: The vocabulary.
  /// - Throws: ``GuideError`` if the text is not a schema, a keyword cannot be expressed exactly, or nothing satisfies
  ///   the schema.
  public convenience init(
    schema: String, options: GuideOptions = GuideOptions(), index: TokenIndex
  ) throws(GuideError) {
    try self.init(.schema(parsing: schema), options: options, index: index)
  }

  /// Compiles a guide source.
  ///
  /// - Parameters:
  ///   - source: The schema, pattern, grammar, choice or composition.
  ///   - options: The choices that schemas in it leave open.
  ///   - index: The vocabulary.
  /// - Throws: ``GuideError`` if a part cannot be expressed exactly or no text satisfies the source.
  public convenience init(
    _ source: GuideSource, options: GuideOptions = GuideOptions(), index: TokenIndex
  ) throws(GuideError) {
    var compiler = GuideCompiler(options)
    let grammar = try compiler.compile(source)
    var isPlainSchema = false
    if case .schema = source { isPlainSchema = true }
    self.init(
      grammar: grammar, index: index, endsAtDelimiter: isPlainSchema, dropped: compiler.dropped, notes: compiler.notes)
  }
}
