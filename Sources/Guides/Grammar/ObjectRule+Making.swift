extension ObjectRule {
  /// Names whose patterns still have to be turned into a classifier.
  typealias Unclassified = (tags: TaggedAutomaton, classes: [UInt64: Int])

  /// The rule for a constraint, its nodes being asked for but not yet made.
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
    let places = unique.indices.sorted { unique[$0].lexicographicallyPrecedes(unique[$1]) }
    rule.names = places.map { unique[$0] }
    rule.spellings = Spellings(rule.names)
    rule.positions = places.map { Int32($0) }
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
    // Which undeclared names have come is not kept, so one of them could be counted twice.
    guard rule.minimum <= rule.required.count + 1 || rule.extras.allSatisfy(\.isEmpty) else {
      throw .unsupported(pointer: "", reason: "minProperties that undeclared properties may have to make up for")
    }
    return (rule, tags)
  }

  /// Adds to what each name demands what the demanded names do, so that one look is enough.
  private mutating func closeImplications() throws(GuideError) {
    guard implications.count <= 1000 else {
      throw .tooComplex(pointer: "", reason: "more than 1,000 dependencies between the properties of an object")
    }
    // Dependencies mostly are listed in the direction in which they go, or in the opposite one.
    var isForward = false
    var changed = !implications.isEmpty
    while changed {
      changed = false
      for place in isForward ? Array(implications.indices) : implications.indices.reversed() {
        var needed = implications[place].needed
        for (rank, further) in implications where needed.contains(rank) { needed.formUnion(further) }
        if needed != implications[place].needed {
          implications[place].needed = needed
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

  /// Finds out what names that are not declared can be.
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
    // Those that match everything need no automaton.
    var universal: Set<String> = []
    for source in patterns {
      let automaton = try Pattern(searching: source).expanded()
      if automaton.start >= 0, automaton.start == automaton.universal { universal.insert(source) }
    }
    patterns = Set(patterns).subtracting(universal).sorted()
    let allowed = try constraint.nameAutomaton(builder, normalizer)
    /// The options of names in which exactly the given patterns match.
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
      // Declared names are looked up elsewhere; names that are not allowed belong to no class.
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
  /// The automaton that counts by states.
  func expanded() throws(GuideError) -> TextAutomaton { try automaton.counted(from: minimum, through: maximum) }
}
