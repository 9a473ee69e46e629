/// Makes a grammar of schemas, patterns and compositions of them.
final class GrammarBuilder {
  /// The most nodes that a grammar may have.
  static let maximumNodes = 60_000

  private(set) var grammar = Grammar()
  let store: LexemeStore
  let isOrdered: Bool
  private var pending: [(node: Int, conjunction: Conjunction)] = []
  /// Nodes by conjunction, for the document at hand.
  private var nodes: [Conjunction: Int] = [:]
  private var objects: [ObjectConstraint: Int] = [:]
  private var arrays: [ArrayConstraint: Int] = [:]
  /// Which classifiers still have to be made: they depend on what is possible.
  private var unclassified: [Int: (tags: TaggedAutomaton, classes: [UInt64: Int])] = [:]

  init(store: LexemeStore, isOrdered: Bool, spacing: Grammar.Spacing) {
    self.store = store
    self.isOrdered = isOrdered
    grammar.spacing = spacing
  }

  /// A new node with the given starts.
  func node(_ starts: [Grammar.Start]) -> Int {
    grammar.nodes.append(.init(starts: starts))
    return grammar.nodes.count - 1
  }

  func setStarts(_ node: Int, _ starts: [Grammar.Start]) { grammar.nodes[node].starts = starts }

  func lexeme(_ lexeme: Lexeme) -> Grammar.Start { .lexeme(store.add(lexeme)) }

  func sequence(_ parts: [Int]) -> Grammar.Start {
    grammar.sequences.append(parts)
    return .sequence(grammar.sequences.count - 1)
  }

  /// The node of a document's root schema, with everything that can be reached from there.
  ///
  /// - Parameters:
  ///   - normalizer: The document.
  ///   - syntax: How the members of the root are written; `nil` for JSON.
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
        grammar.nodes[node].starts = try starts(normalizer.shape(conjunction), normalizer)
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

  /// The node of what satisfies all of the schemas.
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

  /// The ways to begin a value in JSON.
  func starts(_ shape: Shape, _ normalizer: Normalizer) throws(GuideError) -> [Grammar.Start] {
    var starts: [Grammar.Start] = []
    if shape.null { starts.append(.lexeme(try store.lexeme(word: "null"))) }
    if shape.true { starts.append(.lexeme(try store.lexeme(word: "true"))) }
    if shape.false { starts.append(.lexeme(try store.lexeme(word: "false"))) }
    var numbers: [Int] = []
    for constraint in shape.numbers { numbers.append(try store.lexeme(constraint)) }
    starts += union(numbers)
    var strings: [Int] = []
    for constraint in shape.strings { strings.append(try store.lexeme(constraint)) }
    starts += union(strings)
    for constraint in shape.arrays {
      starts.append(.array(try array(constraint, normalizer)))
    }
    for constraint in shape.objects {
      starts.append(.object(try object(constraint, normalizer)))
    }
    return starts
  }

  /// The starts of lexemes of one kind, as one if possible: a state of the matcher is then a single one, too.
  private func union(_ indices: [Int]) -> [Grammar.Start] {
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

  /// The grammar from a root on.
  func finish(root: Int) throws(GuideError) -> Grammar {
    grammar.root = root
    grammar.lexemes = store.lexemes
    GrammarCosts.fill(&grammar)
    for (index, (tags, classes)) in unclassified {
      var rule = grammar.objects[index].rule
      let classifier = KeyClassifier(tags, classes: classes, possible: rule.extras.map { !$0.isEmpty })
      rule.classifier = classifier
      if classifier.start < 0 { rule.hasExtras = false }
      grammar.objects[index] = .init(rule)
    }
    return grammar
  }
}
