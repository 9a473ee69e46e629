/// A builder of grammars from schemas, patterns and compositions of them.
final class GrammarBuilder {
  /// The maximum number of nodes of a grammar.
  static let maximumNodes = 60_000

  private(set) var grammar = Grammar()
  let store: LexemeStore
  let isOrdered: Bool
  private var pending: [(node: Int, conjunction: Conjunction)] = []
  /// The nodes of the current document, by conjunction.
  private var nodes: [Conjunction: Int] = [:]
  private var objects: [ObjectConstraint: Int] = [:]
  private var arrays: [ArrayConstraint: Int] = [:]
  /// The objects whose classifiers are pending, as these depend on the possible nodes.
  private var unclassified: [Int: ObjectRule.Unclassified] = [:]

  /// The classes of names if none is declared.
  private struct GeneralNames: Hashable {
    var patterns: TaggedAutomaton
    var classes: [UInt64: Int]
    var possible: [Bool]

    func makeRule() -> Grammar.ObjectRuleBox {
      var rule = ObjectRule()
      rule.classifier = KeyClassifier(patterns, classes: classes, possible: possible, recordsNames: false)
      rule.extras = [[ObjectRule.Option]](repeating: [], count: possible.count)
      return .init(rule)
    }
  }

  init(store: LexemeStore, isOrdered: Bool, spacing: Grammar.Spacing) {
    self.store = store
    self.isOrdered = isOrdered
    grammar.spacing = spacing
  }

  /// Adds a node with the given alternatives.
  func node(_ alternatives: [Grammar.Alternative]) -> Int {
    grammar.nodes.append(.init(alternatives: alternatives))
    return grammar.nodes.count - 1
  }

  func setAlternatives(_ node: Int, _ alternatives: [Grammar.Alternative]) {
    grammar.nodes[node].alternatives = alternatives
  }

  func lexeme(_ lexeme: Lexeme) -> Grammar.Alternative { .lexeme(store.add(lexeme)) }

  func sequence(_ parts: [Int]) -> Grammar.Alternative {
    grammar.sequences.append(parts)
    return .sequence(grammar.sequences.count - 1)
  }

  /// Compiles a document's root schema and everything reachable from it.
  ///
  /// - Parameters:
  ///   - normalizer: The document.
  ///   - syntax: The syntax of the root's members; `nil` for JSON.
  /// - Returns: The node.
  /// - Throws: ``GuideError``
  func node(of normalizer: Normalizer, as syntax: MemberSyntax? = nil) throws(GuideError) -> Int {
    nodes = [:]
    objects = [:]
    arrays = [:]
    let root: Int
    if let syntax {
      root = try MemberGrammar.node(of: normalizer, syntax, self)
    } else {
      root = try node(of: [1])
    }
    while let (node, conjunction) = pending.popLast() {
      do {
        grammar.nodes[node].alternatives = try alternatives(normalizer.shape(conjunction), normalizer)
      } catch {
        throw Self.located(error, normalizer, conjunction)
      }
    }
    return root
  }

  static func located(_ error: GuideError, _ normalizer: Normalizer, _ conjunction: Conjunction) -> GuideError {
    guard let literal = conjunction.first(where: { $0 != .max }) else { return error }
    let pointer = normalizer.document.pointer(Int(abs(literal)) - 1)
    switch error {
    case .tooComplex("", let reason): return .tooComplex(pointer: pointer, reason: reason)
    case .unsupported("", let reason): return .unsupported(pointer: pointer, reason: reason)
    default: return error
    }
  }

  /// Returns the node of the values that satisfy all schemas of a conjunction.
  func node(of conjunction: Conjunction) throws(GuideError) -> Int {
    if let known = nodes[conjunction] { return known }
    guard grammar.nodes.count < Self.maximumNodes else {
      throw .tooComplex(pointer: "", reason: "more than \(Self.maximumNodes) combinations of schemas")
    }
    let node = node([])
    nodes[conjunction] = node
    pending.append((node, conjunction))
    return node
  }

  /// Returns the alternatives of the JSON values of a shape.
  func alternatives(_ shape: Shape, _ normalizer: Normalizer) throws(GuideError) -> [Grammar.Alternative] {
    var alternatives: [Grammar.Alternative] = []
    if shape.null { alternatives.append(.lexeme(try store.lexeme(literal: "null"))) }
    if shape.true { alternatives.append(.lexeme(try store.lexeme(literal: "true"))) }
    if shape.false { alternatives.append(.lexeme(try store.lexeme(literal: "false"))) }
    var numbers: [Int] = []
    for constraint in shape.numbers { numbers.append(try store.lexeme(constraint)) }
    alternatives += union(numbers)
    var strings: [Int] = []
    for constraint in shape.strings { strings.append(try store.lexeme(constraint)) }
    alternatives += union(strings)
    for constraint in shape.arrays {
      alternatives.append(.array(try array(constraint, normalizer)))
    }
    for constraint in shape.objects {
      alternatives.append(.object(try object(constraint, normalizer)))
    }
    return alternatives
  }

  /// Returns the alternatives of lexemes of one kind, merged into one if possible to avoid parallel configurations.
  private func union(_ indices: [Int]) -> [Grammar.Alternative] {
    let unique = Set(indices).sorted().filter { !store.lexemes[$0].isEmpty }
    if unique.count > 1, let index = store.union(unique) { return [.lexeme(index)] }
    return unique.map { .lexeme($0) }
  }

  private func object(_ constraint: ObjectConstraint, _ normalizer: Normalizer) throws(GuideError) -> Int {
    if let known = objects[constraint] { return known }
    let index = grammar.objects.count
    let (rule, tags) = try ObjectRule.make(constraint, self, normalizer)
    grammar.objects.append(.init(rule))
    objects[constraint] = index
    if let tags { unclassified[index] = tags }
    return index
  }

  private func array(_ constraint: ArrayConstraint, _ normalizer: Normalizer) throws(GuideError) -> Int {
    if let known = arrays[constraint] { return known }
    let rule = try ArrayRule.make(constraint, self, normalizer)
    grammar.arrays.append(rule)
    arrays[constraint] = grammar.arrays.count - 1
    return grammar.arrays.count - 1
  }

  /// Returns the grammar with a given root.
  func finish(root: Int) throws(GuideError) -> Grammar {
    grammar.root = root
    grammar.lexemes = store.lexemes
    GrammarCosts.fill(&grammar)
    for rule in grammar.arrays where rule.recordsValues {
      for lexeme in rule.options.indices.flatMap({ rule.lexemes(at: $0, grammar) })
      where grammar.textCounts[lexeme] == nil {
        grammar.textCounts[lexeme] = TextCounts(grammar.lexemes[lexeme])
      }
    }
    var general: [GeneralNames: Grammar.ObjectRuleBox] = [:]
    for (index, input) in unclassified {
      var rule = grammar.objects[index].rule
      let possible = rule.extras.map { !$0.isEmpty }
      let names = GeneralNames(patterns: input.general, classes: input.classes, possible: possible)
      let shared = general[names] ?? names.makeRule()
      general[names] = shared
      let classifier = KeyClassifier(
        input.tags, classes: input.classes, possible: possible, recordsNames: rule.recordsNames, general: shared,
        generalStates: input.generalStates)
      rule.classifier = classifier
      if classifier.start < 0 { rule.hasExtras = false }
      grammar.objects[index] = .init(rule)
    }
    return grammar
  }
}
