/// A builder of the grammar of an object whose members are not in JSON syntax.
///
/// Members are in the order of their declaration. Where the syntax is less expressive than the schema, the grammar
/// allows a subset: undeclared names are allowed only if no names are declared.
struct MemberGrammar {
  /// The maximum number of states between members.
  static let maximumStates = 20_000
  /// The depth from which arrays and objects are allowed only where no other value is.
  static let maximumDepth = 12

  /// A value's schemas and nesting depth.
  private struct Nested: Hashable {
    var conjunction: Conjunction
    var depth: Int
  }

  let syntax: MemberSyntax
  let normalizer: Normalizer
  let builder: GrammarBuilder
  /// The members of the root object: true for those that can only be strings.
  private var areStrings: [PropertyName: Bool] = [:]
  private var literals: [String: Int] = [:]
  private var values: [Nested: Int] = [:]
  /// The nodes of nested objects and arrays whose alternatives are still to be compiled.
  private var pending: [(node: Int, value: Nested)] = []
  private var stateCount = 0

  /// Compiles the root of a document.
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
    var alternatives: [Grammar.Alternative] = []
    for object in objects { alternatives.append(builder.sequence([try node(of: object, depth: 0)])) }
    while let (node, value) = pending.popLast() {
      do {
        builder.setAlternatives(node, try nestedAlternatives(value))
      } catch {
        throw GrammarBuilder.located(error, normalizer, value.conjunction)
      }
    }
    return builder.node(alternatives)
  }

  /// Returns the members by name: true for those that can only be strings in all of the objects.
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
  /// Compiles the value of a member.
  ///
  /// - Parameters:
  ///   - conjunction: The schemas that the value must satisfy.
  ///   - name: The member's name; `nil` for undeclared members and array elements.
  ///   - depth: The number of enclosing arrays and objects.
  /// - Returns: The node of the value, and true if it is written as a string.
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
    guard syntax.usesPythonLiterals, shape.null || shape.true || shape.false else {
      return (try builder.node(of: conjunction), shape.isString)
    }
    var others = shape
    (others.null, others.true, others.false) = (false, false, false)
    var alternatives = try builder.alternatives(others, normalizer)
    for (word, isPossible) in [("None", shape.null), ("True", shape.true), ("False", shape.false)] where isPossible {
      alternatives.append(.lexeme(try builder.store.lexeme(literal: word)))
    }
    return (builder.node(alternatives), false)
  }

  /// Returns the alternatives of unquoted strings.
  private func bareStrings(_ shape: Shape, without end: String) throws(GuideError) -> [Grammar.Alternative] {
    let ended = try TextAutomaton.text(containing: end)
    var alternatives: [Grammar.Alternative] = []
    for constraint in shape.strings {
      let pattern = try builder.store.pattern(constraint)
      let automaton = try pattern.automaton.subtracting(ended)
      alternatives.append(
        builder.lexeme(
          try Lexeme(
            automaton, isQuoted: false, allowsEveryEscape: false, minimum: pattern.minimum, maximum: pattern.maximum)))
    }
    return alternatives
  }

  private mutating func nested(_ value: Nested) throws(GuideError) -> Int {
    if let known = values[value] { return known }
    try addState()
    let node = builder.node([])
    values[value] = node
    pending.append((node, value))
    return node
  }

  /// Returns the alternatives of a nested value where nested values are not JSON either.
  private mutating func nestedAlternatives(_ value: Nested) throws(GuideError) -> [Grammar.Alternative] {
    guard case .marked(let mark) = syntax.strings else { return [] }
    var shape = try normalizer.shape(value.conjunction)
    var alternatives: [Grammar.Alternative] = []
    for content in try bareStrings(shape, without: mark) {
      alternatives.append(builder.sequence([try literal(mark), builder.node([content]), try literal(mark)]))
    }
    let (objects, arrays) = (shape.objects, shape.arrays)
    (shape.strings, shape.objects, shape.arrays) = ([], [], [])
    alternatives += try builder.alternatives(shape, normalizer)
    guard alternatives.isEmpty || value.depth < Self.maximumDepth else { return alternatives }
    // Deeper levels share their nodes, so that there are finitely many.
    let depth = min(value.depth + 1, Self.maximumDepth)
    for object in objects { alternatives.append(builder.sequence([try node(of: object, depth: depth)])) }
    for array in arrays { alternatives.append(builder.sequence([try node(of: array, depth: depth)])) }
    return alternatives
  }
}

extension Shape {
  /// True if the shape has strings and no other values.
  var isString: Bool {
    var others = self
    others.strings = []
    return !strings.isEmpty && others.isNone
  }
}
