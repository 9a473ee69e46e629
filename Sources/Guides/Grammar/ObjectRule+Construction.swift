extension ObjectRule {
  /// The input of a classifier that is still to be built.
  typealias Unclassified = (tags: TaggedAutomaton, classes: [UInt64: Int])

  /// Creates the rule for a constraint; its nodes are requested from the builder but not yet compiled.
  static func make(
    _ constraint: ObjectConstraint, _ builder: GrammarBuilder, _ normalizer: Normalizer
  ) throws(GuideError) -> (ObjectRule, Unclassified?) {
    var rule = ObjectRule()
    rule.isOrdered = builder.isOrdered
    rule.minimum = constraint.minimum
    rule.maximum = constraint.maximum
    rule.demandsWitness = !constraint.witnesses.isEmpty
    guard constraint.witnesses.count <= 1, !rule.demandsWitness || constraint.maximum == .max else {
      throw .unsupported(pointer: "", reason: "negations of several rules for properties at once")
    }
    let unique = constraint.knownNames
    let order = unique.indices.sorted { unique[$0].lexicographicallyPrecedes(unique[$1]) }
    rule.names = order.map { unique[$0] }
    rule.packedNames = PackedStrings(rule.names)
    rule.positions = order.map { Int32($0) }
    guard rule.names.count < 30_000 else { throw .tooComplex(pointer: "", reason: "more than 30,000 properties") }
    try rule.fillOptions(constraint, builder, normalizer)
    var ranks: [PropertyName: Int] = [:]
    for (rank, name) in rule.names.enumerated() { ranks[name] = rank }
    for name in constraint.required { if let rank = ranks[name] { rule.required.insert(rank) } }
    for implication in constraint.implications {
      var needed = BitSet()
      for name in implication.required { if let rank = ranks[name] { needed.insert(rank) } }
      if let rank = ranks[implication.name] { rule.implications.append((rank, needed)) }
    }
    try rule.closeImplications()
    let tags = try rule.fillExtras(constraint, builder, normalizer)
    // Undeclared names are not recorded, so a repeated one would be counted twice.
    guard rule.minimum <= rule.required.count + 1 || rule.extras.allSatisfy(\.isEmpty) else {
      throw .unsupported(pointer: "", reason: "minProperties that requires undeclared properties")
    }
    return (rule, tags)
  }

  /// Computes the transitive closure of the implications, so that one pass over them suffices.
  private mutating func closeImplications() throws(GuideError) {
    guard implications.count <= 1000 else {
      throw .tooComplex(pointer: "", reason: "more than 1,000 dependencies between the properties of an object")
    }
    // Dependencies are mostly listed in topological order or in its reverse.
    var isForward = false
    var changed = !implications.isEmpty
    while changed {
      changed = false
      for index in isForward ? Array(implications.indices) : implications.indices.reversed() {
        var needed = implications[index].needed
        for (rank, further) in implications where needed.contains(rank) { needed.formUnion(further) }
        if needed != implications[index].needed {
          implications[index].needed = needed
          changed = true
        }
      }
      isForward.toggle()
    }
  }

  private mutating func fillOptions(
    _ constraint: ObjectConstraint, _ builder: GrammarBuilder, _ normalizer: Normalizer
  ) throws(GuideError) {
    for (name, value) in zip(names, try constraint.values(of: names, builder, normalizer)) {
      var witness = constraint.witnesses.first
      if let names = witness?.names, try !names.contains(name) { witness = nil }
      options.append(try Self.options(value, witness, builder, normalizer))
    }
  }

  private static func options(
    _ value: Conjunction, _ witness: ObjectConstraint.Rule?, _ builder: GrammarBuilder, _ normalizer: Normalizer
  ) throws(GuideError) -> [Option] {
    guard !normalizer.isNever(value) else { return [] }
    var options = [Option(node: try builder.node(of: value), isWitness: false)]
    if let witness, !normalizer.isNever(witness.value) {
      options.append(Option(node: try builder.node(of: value.merged(witness.value)), isWitness: true))
    }
    return options
  }

  /// Fills in the classes of undeclared names and their options.
  private mutating func fillExtras(
    _ constraint: ObjectConstraint, _ builder: GrammarBuilder, _ normalizer: Normalizer
  ) throws(GuideError) -> Unclassified? {
    var patterns: [String] = []
    for item in constraint.rules + constraint.witnesses {
      switch item.names {
      case .name: break
      case .pattern(let source): patterns.append(source)
      case .others(_, let sources): patterns += sources
      }
    }
    // Patterns that match everything need no automaton.
    var universal: Set<String> = []
    for source in patterns {
      let automaton = try Pattern(searching: source).expanded()
      if automaton.start >= 0, automaton.start == automaton.universal { universal.insert(source) }
    }
    patterns = Set(patterns).subtracting(universal).sorted()
    let allowed = try constraint.nameAutomaton(builder, normalizer)
    /// Returns the options of names that match exactly the given patterns.
    func options(_ matches: UInt64) throws(GuideError) -> [Option] {
      func applies(_ names: ObjectConstraint.Names) -> Bool {
        switch names {
        case .name: false
        case .pattern(let source): isMatch(source)
        case .others(_, let sources): !sources.contains(where: isMatch)
        }
      }
      func isMatch(_ source: String) -> Bool {
        patterns.firstIndex(of: source).map { matches >> UInt64($0) & 1 == 1 } ?? true
      }
      var value: Conjunction = []
      for item in constraint.rules where applies(item.names) { value = value.merged(item.value) }
      return try Self.options(value, constraint.witnesses.first { applies($0.names) }, builder, normalizer)
    }
    if patterns.isEmpty, allowed == nil {
      extras = [try options(0)]
      return nil
    }
    guard patterns.count < 60 else { throw .tooComplex(pointer: "", reason: "more than 60 patterns of names") }
    var tags = TaggedAutomaton()
    for (index, pattern) in patterns.enumerated() { try tags.add(Pattern(searching: pattern).expanded(), tag: index) }
    if let allowed { try tags.add(allowed, tag: 61) }
    if !names.isEmpty { try tags.add(TextAutomaton(literals: names), tag: 62) }
    var classes: [UInt64: Int] = [:]
    for tag in Set(tags.tags).sorted() {
      // Declared names are looked up by rank; names that are not allowed belong to no class.
      if tag >> 62 & 1 == 1 || (allowed != nil && tag >> 61 & 1 == 0) { continue }
      let options = try options(tag & (1 << 60 - 1))
      if options.isEmpty { continue }
      classes[tag] = extras.count
      extras.append(options)
      guard extras.count < 60 else { throw .tooComplex(pointer: "", reason: "too many kinds of names") }
    }
    return (tags, classes)
  }
}

extension Pattern {
  /// Returns the automaton with the bounds of length expanded to states.
  func expanded() throws(GuideError) -> TextAutomaton { try automaton.counted(from: minimum, through: maximum) }
}
