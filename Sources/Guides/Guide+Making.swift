extension Guide {
  /// Compiles a JSON Schema, of any draft from 4 to 2020-12.
  ///
  /// - Parameters:
  ///   - schema: The schema's JSON text.
  ///   - options: What to make of it where it leaves a choice.
  ///   - index: The vocabulary.
  /// - Throws: ``GuideError`` if the text is no schema, if a keyword cannot be expressed exactly, or if nothing satisfies
  ///   the schema.
  public convenience init(
    schema: String, options: GuideOptions = GuideOptions(), index: TokenIndex
  ) throws(GuideError) {
    try self.init(.schema(parsing: schema), options: options, index: index)
  }

  /// Compiles any description of an answer.
  ///
  /// - Parameters:
  ///   - source: The description.
  ///   - options: What to make of schemas in it where they leave a choice.
  ///   - index: The vocabulary.
  /// - Throws: ``GuideError`` if a part cannot be expressed exactly or nothing satisfies it.
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
