extension ObjectRule {
  /// The input of a classifier that is still to be built.
  struct Unclassified {
    var tags: TaggedAutomaton
    var classes: [UInt64: Int]
    /// The automaton without the declared names, with its state for each state of the other.
    var general: TaggedAutomaton
    var generalStates: [Int32]
  }

  /// Creates the rule for a constraint; its nodes are requested from the builder but not yet compiled.
  static func make(
    _ constraint: ObjectConstraint, _ builder: GrammarBuilder, _ normalizer: Normalizer
  ) throws(GuideError) -> (ObjectRule, Unclassified?) {
    var rule = ObjectRule()
    rule.isOrdered = builder.isOrdered
    rule.minimum = constraint.minimum
    rule.maximum = constraint.maximum
    guard constraint.witnesses.count <= 8 else {
      throw .tooComplex(pointer: "", reason: "negations of more than eight rules for properties at once")
    }
    rule.demanded = 1 << UInt32(constraint.witnesses.count) - 1
    var unique = constraint.knownNames
    rule.recordsNames = rule.demanded != 0 || rule.minimum > Set(constraint.required).count + 1
    if rule.recordsNames {
      // Several properties may be needed, so names of which there are few are treated as declared ones.
      unique.append(new: try finiteNames(constraint, unique, builder, normalizer))
    }
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
    let (extras, tags) = try classes(constraint, rule.names, builder, normalizer)
    rule.extras = extras
    rule.recordsNames = rule.recordsNames && !rule.extras.allSatisfy(\.isEmpty)
    guard !rule.recordsNames || rule.minimum <= rule.required.count + 200 else {
      throw .tooComplex(pointer: "", reason: "minProperties that requires more than 200 undeclared properties")
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
      let witnesses = try constraint.witnesses(of: name, builder, normalizer)
      options.append(try Self.options(value, witnesses, constraint, builder, normalizer))
    }
  }

  /// Returns the options of a value: for each set of the existential constraints that it may satisfy, one that does.
  private static func options(
    _ value: Conjunction, _ witnesses: [Int], _ constraint: ObjectConstraint, _ builder: GrammarBuilder,
    _ normalizer: Normalizer
  ) throws(GuideError) -> [Option] {
    guard !normalizer.isNever(value) else { return [] }
    var choices: [(value: Conjunction, satisfies: UInt32)] = [(value, 0)]
    for index in witnesses {
      let schemas = constraint.witnesses[index].value
      choices = choices.flatMap { choice -> [(value: Conjunction, satisfies: UInt32)] in
        let both = choice.value.merged(schemas)
        let satisfied = (value: both, satisfies: choice.satisfies | 1 << UInt32(index))
        if both == choice.value { return [satisfied] }
        return normalizer.isNever(both) ? [choice] : [choice, satisfied]
      }
      guard choices.count <= 16 else {
        throw .tooComplex(pointer: "", reason: "more than four negated rules for the same property")
      }
    }
    var options: [Option] = []
    for choice in choices {
      options.append(Option(node: try builder.node(of: choice.value), satisfies: choice.satisfies))
    }
    return options
  }

  /// Returns the options of undeclared names by class, with the input of their classifier, nil if any name is allowed.
  private static func classes(
    _ constraint: ObjectConstraint, _ names: [PropertyName], _ builder: GrammarBuilder, _ normalizer: Normalizer
  ) throws(GuideError) -> ([[Option]], Unclassified?) {
    var patterns: Set<String> = []
    var schemas: [(conjunction: Conjunction, automaton: TextAutomaton)] = []
    for item in constraint.rules + constraint.witnesses {
      switch item.names {
      case .name: break
      case .pattern(let source): patterns.insert(source)
      case .others(_, let sources): patterns.formUnion(sources)
      case .satisfying(let conjunction):
        if let automaton = try ObjectConstraint.nameAutomaton(conjunction, builder, normalizer),
          !schemas.contains(where: { $0.conjunction == conjunction })
        {
          schemas.append((conjunction, automaton))
        }
      }
    }
    // Patterns that match everything need no automaton.
    var sources: [String] = []
    for source in patterns.sorted() {
      let automaton = try Pattern(searching: source).expanded()
      if automaton.start < 0 || automaton.start != automaton.universal { sources.append(source) }
    }
    let allowed = try constraint.nameAutomaton(builder, normalizer)
    /// Returns the options of names that are in exactly the given sets.
    func options(_ matches: UInt64) throws(GuideError) -> [Option] {
      func applies(_ names: ObjectConstraint.Names) -> Bool {
        switch names {
        case .name: false
        case .pattern(let source): isMatch(source)
        case .others(_, let sources): !sources.contains(where: isMatch)
        case .satisfying(let conjunction):
          schemas.firstIndex { $0.conjunction == conjunction }
            .map { matches >> UInt64(sources.count + $0) & 1 == 1 } ?? true
        }
      }
      func isMatch(_ source: String) -> Bool {
        sources.firstIndex(of: source).map { matches >> UInt64($0) & 1 == 1 } ?? true
      }
      var value: Conjunction = []
      for item in constraint.rules where applies(item.names) { value = value.merged(item.value) }
      let witnesses = constraint.witnesses.indices.filter { applies(constraint.witnesses[$0].names) }
      return try Self.options(value, witnesses, constraint, builder, normalizer)
    }
    if sources.isEmpty, schemas.isEmpty, allowed == nil { return ([try options(0)], nil) }
    guard sources.count + schemas.count < 60 else {
      throw .tooComplex(pointer: "", reason: "more than 60 patterns of names")
    }
    var tags = TaggedAutomaton()
    for (index, source) in sources.enumerated() { try tags.add(Pattern(searching: source).expanded(), tag: index) }
    for (index, schema) in schemas.enumerated() { try tags.add(schema.automaton, tag: sources.count + index) }
    if let allowed { try tags.add(allowed, tag: 61) }
    let general = tags
    var generalStates = tags.tags.indices.map { Int32($0) }
    if !names.isEmpty { generalStates = try tags.add(TextAutomaton(literals: names), tag: 62) }
    var classes: [UInt64: Int] = [:]
    var extras: [[Option]] = []
    for tag in Set(tags.tags).sorted() {
      // Declared names are looked up by rank; names that are not allowed belong to no class.
      if tag >> 62 & 1 == 1 || (allowed != nil && tag >> 61 & 1 == 0) { continue }
      let options = try options(tag & (1 << 60 - 1))
      if options.isEmpty { continue }
      classes[tag] = extras.count
      extras.append(options)
      guard extras.count < 60 else { throw .tooComplex(pointer: "", reason: "too many kinds of names") }
    }
    return (extras, Unclassified(tags: tags, classes: classes, general: general, generalStates: generalStates))
  }

  /// Returns the names of the classes of undeclared names that have few.
  private static func finiteNames(
    _ constraint: ObjectConstraint, _ names: [PropertyName], _ builder: GrammarBuilder, _ normalizer: Normalizer
  ) throws(GuideError) -> [PropertyName] {
    let (extras, unclassified) = try classes(constraint, names, builder, normalizer)
    guard let unclassified else { return [] }
    let (tags, classes) = (unclassified.tags, unclassified.classes)
    return extras.indices.flatMap { kind in tags.texts { classes[$0] == kind } ?? [] }
  }
}

extension TaggedAutomaton {
  /// The number of texts and their length from which they are not enumerated.
  private static let maximumTexts = 256

  /// Returns the texts whose tags satisfy the condition, nil if they are many or long.
  fileprivate func texts(_ isWanted: (UInt64) -> Bool) -> [PropertyName]? {
    let width = alphabet.count
    // The states from which a wanted text can be completed.
    var isLive = tags.map(isWanted)
    var changed = true
    while changed {
      changed = false
      for state in isLive.indices.reversed() where !isLive[state] {
        if next[state * width..<(state + 1) * width].contains(where: { isLive[Int($0)] }) {
          isLive[state] = true
          changed = true
        }
      }
    }
    var texts: [PropertyName] = []
    var open: [(state: Int, text: [UInt32])] = isLive[0] ? [(0, [])] : []
    while let (state, text) = open.popLast() {
      if isWanted(tags[state]) {
        texts.append(Array(String(String.UnicodeScalarView(text.compactMap(Unicode.Scalar.init))).utf8))
      }
      guard texts.count + open.count <= Self.maximumTexts, text.count <= Self.maximumTexts else { return nil }
      for (index, start) in alphabet.starts.enumerated() {
        let target = Int(next[state * width + Int(alphabet.classes[index])])
        guard isLive[target] else { continue }
        let end = index + 1 < alphabet.starts.count ? alphabet.starts[index + 1] - 1 : CodePointSet.last
        guard end - start < Self.maximumTexts else { return nil }
        for point in start...end { open.append((target, text + [point])) }
      }
    }
    return texts
  }
}

extension Pattern {
  /// Returns the automaton with the bounds of length expanded to states.
  func expanded() throws(GuideError) -> TextAutomaton { try automaton.counted(from: minimum, through: maximum) }
}
