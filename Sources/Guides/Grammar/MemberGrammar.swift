/// Makes the grammar of an object whose members are not written as JSON.
///
/// Members come in the order in which the schema declares them. Of what a schema allows, the grammar has a part where
/// the syntax cannot say the rest: names that are not declared come only where none is.
struct MemberGrammar {
  /// The most places between members that a grammar may tell apart.
  static let maximumStates = 20_000
  /// From which level on arrays and objects come only where nothing else may.
  static let maximumDepth = 12

  /// A value's schemas, and the number of arrays and objects around it.
  private struct Nested: Hashable {
    var conjunction: Conjunction
    var depth: Int
  }

  let syntax: MemberSyntax
  let normalizer: Normalizer
  let builder: GrammarBuilder
  /// Which members of the whole object are strings and nothing else.
  private var areStrings: [PropertyName: Bool] = [:]
  private var literals: [String: Int] = [:]
  private var values: [Nested: Int] = [:]
  /// Values of objects and arrays within members, the starts of which are still to be found.
  private var pending: [(node: Int, value: Nested)] = []
  private var stateCount = 0

  /// The node of a document's root.
  static func node(
    of normalizer: Normalizer, _ syntax: MemberSyntax, _ builder: GrammarBuilder
  ) throws(GuideError) -> Int {
    var grammar = MemberGrammar(syntax: syntax, normalizer: normalizer, builder: builder)
    do {
      return try grammar.root()
    } catch {
      throw GrammarBuilder.located(error, normalizer, [1])
    }
  }

  private init(syntax: MemberSyntax, normalizer: Normalizer, builder: GrammarBuilder) {
    (self.syntax, self.normalizer, self.builder) = (syntax, normalizer, builder)
  }

  private mutating func root() throws(GuideError) -> Int {
    let objects = try normalizer.shape([1]).objects
    areStrings = try Self.stringMembers(of: objects, normalizer, builder)
    var starts: [Grammar.Start] = []
    for object in objects { starts.append(builder.sequence([try node(of: object, depth: 0)])) }
    while let (node, value) = pending.popLast() {
      do {
        builder.setStarts(node, try nestedStarts(value))
      } catch {
        throw GrammarBuilder.located(error, normalizer, value.conjunction)
      }
    }
    return builder.node(starts)
  }

  /// Members by name: true for those that are strings and nothing else in all of some objects.
  static func stringMembers(
    of objects: [ObjectConstraint], _ normalizer: Normalizer, _ builder: GrammarBuilder
  ) throws(GuideError) -> [PropertyName: Bool] {
    var result: [PropertyName: Bool] = [:]
    for object in objects {
      let names = object.knownNames
      for (name, value) in zip(names, try object.values(of: names, builder, normalizer))
      where !normalizer.isNever(value) {
        let isString = try normalizer.shape(value).isString
        result[name] = isString && result[name] ?? true
      }
    }
    return result
  }

  mutating func literal(_ text: String) throws(GuideError) -> Int {
    if let known = literals[text] { return known }
    let automaton = try TextAutomaton(literals: [Array(text.utf8)])
    let node = builder.node([builder.lexeme(try Lexeme(automaton, isQuoted: false, allowsEveryEscape: false))])
    literals[text] = node
    return node
  }

  mutating func addState() throws(GuideError) {
    stateCount += 1
    guard stateCount <= Self.maximumStates else {
      throw .tooComplex(pointer: "", reason: "more than \(Self.maximumStates) combinations of members")
    }
  }
}

// MARK: - Values

extension MemberGrammar {
  /// The value of a member, and whether it is written as a string.
  ///
  /// - Parameters:
  ///   - conjunction: What it has to satisfy.
  ///   - name: The member's name; `nil` for one that is not declared, and for elements.
  ///   - depth: How many arrays and objects are around it.
  /// - Returns: Its node.
  /// - Throws: ``GuideError``
  mutating func value(
    _ conjunction: Conjunction, of name: PropertyName?, depth: Int
  ) throws(GuideError) -> (node: Int, isString: Bool) {
    let shape = try normalizer.shape(conjunction)
    switch syntax.strings {
    case .bare(let end):
      guard name.flatMap({ areStrings[$0] }) ?? shape.isString else { break }
      return (builder.node(try bareStrings(shape, without: end)), true)
    case .marked: return (try nested(Nested(conjunction: conjunction, depth: depth)), shape.isString)
    case .json: break
    }
    guard syntax.usesPythonWords, shape.null || shape.true || shape.false else {
      return (try builder.node(of: conjunction), shape.isString)
    }
    var others = shape
    (others.null, others.true, others.false) = (false, false, false)
    var starts = try builder.starts(others, normalizer)
    for (word, isPossible) in [("None", shape.null), ("True", shape.true), ("False", shape.false)] where isPossible {
      starts.append(.lexeme(try builder.store.lexeme(word: word)))
    }
    return (builder.node(starts), false)
  }

  /// Strings without quotes.
  private func bareStrings(_ shape: Shape, without end: String) throws(GuideError) -> [Grammar.Start] {
    let ended = try TextAutomaton.text(containing: end)
    var starts: [Grammar.Start] = []
    for constraint in shape.strings {
      let pattern = try builder.store.pattern(constraint)
      let automaton = try pattern.automaton.subtracting(ended)
      starts.append(
        builder.lexeme(
          try Lexeme(
            automaton, isQuoted: false, allowsEveryEscape: false, minimum: pattern.minimum, maximum: pattern.maximum)))
    }
    return starts
  }

  private mutating func nested(_ value: Nested) throws(GuideError) -> Int {
    if let known = values[value] { return known }
    try addState()
    let node = builder.node([])
    values[value] = node
    pending.append((node, value))
    return node
  }

  /// The ways to begin a value where what is within members is not JSON either.
  private mutating func nestedStarts(_ value: Nested) throws(GuideError) -> [Grammar.Start] {
    guard case .marked(let mark) = syntax.strings else { return [] }
    var shape = try normalizer.shape(value.conjunction)
    var starts: [Grammar.Start] = []
    for content in try bareStrings(shape, without: mark) {
      starts.append(builder.sequence([try literal(mark), builder.node([content]), try literal(mark)]))
    }
    let (objects, arrays) = (shape.objects, shape.arrays)
    (shape.strings, shape.objects, shape.arrays) = ([], [], [])
    starts += try builder.starts(shape, normalizer)
    guard starts.isEmpty || value.depth < Self.maximumDepth else { return starts }
    // Deeper than that all levels are alike, so that there are finitely many.
    let depth = min(value.depth + 1, Self.maximumDepth)
    for object in objects { starts.append(builder.sequence([try node(of: object, depth: depth)])) }
    for array in arrays { starts.append(builder.sequence([try node(of: array, depth: depth)])) }
    return starts
  }
}

extension Shape {
  /// True if all values are strings.
  var isString: Bool {
    var others = self
    others.strings = []
    return !strings.isEmpty && others.isNone
  }
}
