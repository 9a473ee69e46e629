import SwiftletJSON

/// Compiles guide sources to grammars.
struct GuideCompiler {
  let options: GuideOptions
  private(set) var dropped: [String] = []
  private(set) var notes: [String] = []

  init(_ options: GuideOptions) { self.options = options }

  mutating func compile(_ source: GuideSource) throws(GuideError) -> Grammar {
    let spacing: Grammar.Spacing =
      switch options.whitespace {
      case .compact: .compact
      case .natural: .natural
      case .free: .free
      }
    let builder = GrammarBuilder(
      store: LexemeStore(spelling: NumberSpelling(options), allowsEveryEscape: options.allowsEveryEscape),
      isOrdered: options.propertyOrder == .declared, spacing: spacing)
    let root = try node(source, builder, depth: 0)
    var grammar = try builder.finish(root: root)
    grammar.maximumDepth = Int32(clamping: max(0, options.maximumDepth))
    guard !grammar.exceedsCountLimit else {
      throw .tooComplex(pointer: "", reason: "contains conditions with too many combinations of counts")
    }
    guard grammar.isPossible(root) else {
      guard grammar.omitsOverlongText else { throw .unsatisfiable(pointer: "") }
      throw .tooComplex(pointer: "", reason: "even the shortest answer has more than 16 million bytes")
    }
    return grammar
  }

  private mutating func node(_ source: GuideSource, _ builder: GrammarBuilder, depth: Int) throws(GuideError) -> Int {
    guard depth < 32 else { throw .tooComplex(pointer: "", reason: "a composition of more than 32 levels") }
    switch source {
    case .schema(let schema): return try node(schema, nil, builder)
    case .members(let schema, let syntax): return try node(schema, syntax, builder)
    case .grammar(let text): return try GrammarCompiler.node(text, builder)
    case .pattern(let source): return builder.node([try raw(Pattern(matching: source).expanded(), builder)])
    case .choice(let texts):
      guard !texts.isEmpty else { throw .unsatisfiable(pointer: "") }
      return builder.node([try raw(TextAutomaton(literals: texts.map { Array($0.utf8) }), builder)])
    case .textUntil(let tag):
      return builder.node([try raw(TextAutomaton.text(endingIn: tag), builder)])
    case .text(let tags):
      var automaton = TextAutomaton.everything
      for tag in tags { automaton = try automaton.subtracting(TextAutomaton.text(containing: tag)) }
      return builder.node([try raw(automaton, builder)])
    case .sequence(let parts):
      guard !parts.isEmpty else { return builder.node([try raw(TextAutomaton(literals: [[]]), builder)]) }
      var nodes: [Int] = []
      for part in parts { nodes.append(try node(part, builder, depth: depth + 1)) }
      return builder.node([builder.sequence(nodes)])
    case .anyOf(let parts):
      var alternatives: [Grammar.Alternative] = []
      for part in parts { alternatives.append(builder.sequence([try node(part, builder, depth: depth + 1)])) }
      return builder.node(alternatives)
    case .repeated(let part):
      let inner = try node(part, builder, depth: depth + 1)
      let result = builder.node([])
      let empty = try raw(TextAutomaton(literals: [[]]), builder)
      builder.setAlternatives(result, [empty, builder.sequence([inner, result])])
      return result
    }
  }

  private func raw(_ automaton: TextAutomaton, _ builder: GrammarBuilder) throws(GuideError) -> Grammar.Alternative {
    builder.lexeme(try Lexeme(automaton, isQuoted: false, allowsEveryEscape: false))
  }

  /// Compiles a schema to a node: JSON, or an object in another member syntax.
  private mutating func node(
    _ schema: JSONSchema, _ syntax: MemberSyntax?, _ builder: GrammarBuilder
  ) throws(GuideError) -> Int {
    let root = schema.root
    if let dialect = root["$schema"]?.string, !dialect.isEmpty, SchemaDraft(uri: dialect) == nil {
      let error = GuideError.unsupported(pointer: "/$schema", reason: "the unknown dialect \(dialect.debugDescription)")
      guard options.isLenient else { throw error }
      dropped.append("/$schema: \(error)")
    }
    let normalizer = Normalizer(
      SubschemaTable(root, draft: options.draft), SchemaOptions(options, of: root), builder.store)
    let node = try builder.node(of: normalizer, as: syntax)
    dropped += normalizer.dropped
    notes += normalizer.notes
    return node
  }
}
