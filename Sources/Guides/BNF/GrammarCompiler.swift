/// Compiles the rules of a GBNF grammar to nodes.
///
/// Regular parts become lexemes as large as possible; other parts become sequences on the automaton's stack.
struct GrammarCompiler {
  /// The maximum number of copies of a non-regular part in a repetition.
  private static let maximumCopies = 2000
  /// The maximum work for the automaton of one regular part.
  private static let maximumWork = RegexProgram.maximumWork / 6
  /// The maximum size of the tree of a regular part after rules are inlined.
  private static let maximumSize = 20_000

  private let syntax: GrammarSyntax
  private let analysis: GrammarAnalysis
  private let builder: GrammarBuilder
  private var nodes: [Int: Int] = [:]
  private var pending: [Int] = []
  private var budget = PatternBudget()

  /// Compiles a grammar and returns the node of its root.
  static func node(_ text: String, _ builder: GrammarBuilder) throws(GuideError) -> Int {
    let syntax = try GrammarParser.parse(text)
    var rules = GrammarCompiler(syntax: syntax, analysis: try GrammarAnalysis(syntax), builder: builder)
    let root = rules.node(ofRule: syntax.root)
    while let rule = rules.pending.popLast() {
      guard let node = rules.nodes[rule], let body = syntax.rules[rule].body else { continue }
      do {
        builder.setAlternatives(node, try rules.alternatives(body))
      } catch {
        throw Self.located(error, syntax.rules[rule])
      }
    }
    return root
  }

  private init(syntax: GrammarSyntax, analysis: GrammarAnalysis, builder: GrammarBuilder) {
    self.syntax = syntax
    self.analysis = analysis
    self.builder = builder
  }

  private static func located(_ error: GuideError, _ rule: GrammarSyntax.Rule) -> GuideError {
    switch error {
    case .tooComplex(_, let reason): rule.location.error("the rule \(rule.title) is too complex: \(reason)")
    default: error
    }
  }

  private mutating func node(ofRule rule: Int) -> Int {
    if let known = nodes[rule] { return known }
    let node = builder.node([])
    nodes[rule] = node
    pending.append(rule)
    return node
  }

  private mutating func node(_ item: GrammarSyntax.Item) throws(GuideError) -> Int {
    if case .rule(let rule) = item { return node(ofRule: rule) }
    return builder.node(try alternatives(item))
  }

  private mutating func alternatives(_ item: GrammarSyntax.Item) throws(GuideError) -> [Grammar.Alternative] {
    guard builder.grammar.nodes.count < GrammarBuilder.maximumNodes else {
      throw .tooComplex(pointer: "", reason: "more than \(GrammarBuilder.maximumNodes) parts")
    }
    if let lexeme = try lexeme(item) { return [lexeme] }
    switch item {
    case .set(let set): return [try lexeme(.set(set))].compactMap(\.self)
    case .rule(let rule): return [builder.sequence([node(ofRule: rule)])]
    case .sequence(let items): return [try sequence(items)]
    case .choice(let branches):
      // Regular branches are merged into one lexeme, which keeps the number of parallel configurations low.
      let regular = branches.filter(analysis.isRegular)
      var alternatives = regular.isEmpty ? [] : try self.alternatives(regular: regular)
      for branch in branches where !analysis.isRegular(branch) { alternatives += try self.alternatives(branch) }
      return alternatives
    case .repetition(let part, let minimum, let maximum):
      return try repetition(part, minimum, maximum)
    }
  }

  private mutating func alternatives(
    regular branches: [GrammarSyntax.Item]
  ) throws(GuideError) -> [Grammar.Alternative] {
    if let lexeme = try lexeme(.choice(branches)) { return [lexeme] }
    var alternatives: [Grammar.Alternative] = []
    for branch in branches { alternatives += try self.alternatives(branch) }
    return alternatives
  }

  private mutating func sequence(_ items: [GrammarSyntax.Item]) throws(GuideError) -> Grammar.Alternative {
    var parts: [Int] = []
    var regular: [GrammarSyntax.Item] = []
    func lexemes(_ items: [GrammarSyntax.Item], _ rules: inout GrammarCompiler) throws(GuideError) -> [Int] {
      guard !items.isEmpty else { return [] }
      if let lexeme = try rules.lexeme(.sequence(items)) { return [rules.builder.node([lexeme])] }
      var nodes: [Int] = []
      for item in items { nodes.append(try rules.node(item)) }
      return nodes
    }
    for item in items {
      if analysis.isRegular(item) {
        regular.append(item)
        continue
      }
      parts += try lexemes(regular, &self)
      regular = []
      parts.append(try node(item))
    }
    parts += try lexemes(regular, &self)
    return builder.sequence(parts)
  }

  private mutating func repetition(
    _ part: GrammarSyntax.Item, _ minimum: Int, _ maximum: Int?
  ) throws(GuideError) -> [Grammar.Alternative] {
    guard max(minimum, maximum ?? 0) <= Self.maximumCopies else {
      throw .tooComplex(pointer: "", reason: "more than \(Self.maximumCopies) repetitions of a non-regular part")
    }
    let inner = try node(part)
    let empty = try raw(TextAutomaton(literals: [[]]))
    var rest: Int?
    if let maximum {
      for _ in minimum..<maximum {
        let following = rest.map { [inner, $0] } ?? [inner]
        rest = builder.node([empty, builder.sequence(following)])
      }
    } else {
      let loop = builder.node([])
      builder.setAlternatives(loop, [empty, builder.sequence([inner, loop])])
      rest = loop
    }
    let parts = [Int](repeating: inner, count: minimum) + (rest.map { [$0] } ?? [])
    return parts.isEmpty ? [empty] : [builder.sequence(parts)]
  }

  // MARK: Regular parts

  private func raw(_ automaton: TextAutomaton) throws(GuideError) -> Grammar.Alternative {
    builder.lexeme(try Lexeme(automaton, isQuoted: false, allowsEveryEscape: false))
  }

  /// Returns the lexeme of a part, nil if it is not regular or its automaton would be too large.
  private mutating func lexeme(_ item: GrammarSyntax.Item) throws(GuideError) -> Grammar.Alternative? {
    guard analysis.isRegular(item) else { return nil }
    var size = 0
    guard let expression = expression(item, &size) else { return nil }
    let lexeme: Grammar.Alternative
    let cost: Int
    do {
      let (automaton, work) = try RegexProgram(expression).automaton(
        matchesWhole: true, maximumWork: Self.maximumWork)
      lexeme = try raw(automaton)
      cost = work
    } catch .tooComplex {
      // The part may still compile in smaller parts.
      if case .set = item { throw .tooComplex(pointer: "", reason: "a character class") }
      // The work of the failed attempt is unknown, so the maximum is charged.
      try budget.charge(Self.maximumWork)
      return nil
    }
    try budget.charge(cost)
    return lexeme
  }

  /// Returns the equivalent regular expression of a part, nil if it is too large.
  private func expression(_ item: GrammarSyntax.Item, _ size: inout Int) -> RegexSyntax? {
    size += 1
    guard size <= Self.maximumSize else { return nil }
    func all(_ items: [GrammarSyntax.Item], _ size: inout Int) -> [RegexSyntax]? {
      var result: [RegexSyntax] = []
      for item in items {
        guard let expression = expression(item, &size) else { return nil }
        result.append(expression)
      }
      return result
    }
    switch item {
    case .set(let set): return .set(set)
    case .rule(let rule): return syntax.rules[rule].body.flatMap { expression($0, &size) }
    case .sequence(let items): return all(items, &size).map { .sequence($0) }
    case .choice(let branches): return all(branches, &size).map { .choice($0) }
    case .repetition(let part, let minimum, let maximum):
      return expression(part, &size).map { .repetition($0, minimum: minimum, maximum: maximum) }
    }
  }
}
