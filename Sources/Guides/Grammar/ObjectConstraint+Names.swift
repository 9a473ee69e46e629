extension ObjectConstraint {
  /// The names known to the schema: the declared ones in order, then those that are only mentioned.
  var knownNames: [PropertyName] {
    var names: [PropertyName] = []
    names.append(new: order)
    names.append(new: required)
    names.append(new: implications.flatMap { [$0.name] + $0.required })
    var listed: [PropertyName] = []
    for item in rules + witnesses {
      switch item.names {
      case .name(let name): listed.append(name)
      case .others(let names, _): listed += names
      case .pattern, .satisfying: break
      }
    }
    names.append(new: listed)
    var seen: Set<PropertyName> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// Returns the schemas of the value of each name.
  func values(
    of names: [PropertyName], _ builder: GrammarBuilder, _ normalizer: Normalizer
  ) throws(GuideError) -> [Conjunction] {
    var named: [PropertyName: Conjunction] = [:]
    var general: [GeneralRule] = []
    for item in rules {
      if case .name(let name) = item.names {
        named[name] = (named[name] ?? []).merged(item.value)
      } else {
        general.append(GeneralRule(item))
      }
    }
    let allowed = try nameAutomaton(builder, normalizer)
    var values: [Conjunction] = []
    for name in names {
      // Collected first, as each merger takes as long as all rules before it.
      var literals: [Int32] = []
      for item in general where try item.contains(name) { literals += item.value }
      var value = (named[name] ?? []).merged(Set(literals).sorted())
      if let allowed, !allowed.accepts(String(decoding: name, as: UTF8.self).unicodeScalars) { value = .never }
      values.append(value)
    }
    return values
  }

  /// Returns the automaton of the names allowed by `propertyNames`, nil if it allows all.
  func nameAutomaton(_ builder: GrammarBuilder, _ normalizer: Normalizer) throws(GuideError) -> TextAutomaton? {
    try Self.nameAutomaton(names, builder, normalizer)
  }

  /// Returns the automaton of the names that satisfy the schemas of a conjunction, nil if all do.
  static func nameAutomaton(
    _ names: Conjunction, _ builder: GrammarBuilder, _ normalizer: Normalizer
  ) throws(GuideError) -> TextAutomaton? {
    guard !names.isEmpty else { return nil }
    let strings = try normalizer.shape(names).strings
    if strings.contains(where: \.isUnconstrained) { return nil }
    var result = TextAutomaton.nothing
    for string in strings {
      let pattern = try builder.store.pattern(string)
      result = try result.union(pattern.automaton.counted(from: pattern.minimum, through: pattern.maximum))
    }
    return result
  }

  /// Returns the existential constraints that the value of a name may satisfy, by index.
  func witnesses(
    of name: PropertyName, _ builder: GrammarBuilder, _ normalizer: Normalizer
  ) throws(GuideError) -> [Int] {
    var result: [Int] = []
    for (index, witness) in witnesses.enumerated() {
      if case .satisfying(let schemas) = witness.names {
        let automaton = try Self.nameAutomaton(schemas, builder, normalizer) ?? .everything
        if automaton.accepts(String(decoding: name, as: UTF8.self).unicodeScalars) { result.append(index) }
      } else if try witness.names.contains(name) {
        result.append(index)
      }
    }
    return result
  }

  /// A rule for a set of names, with a fast lookup of the listed exceptions.
  private struct GeneralRule {
    var names: Names
    var value: Conjunction
    var listed: Set<PropertyName> = []

    init(_ rule: Rule) {
      names = rule.names
      value = rule.value
      if case .others(let names, let patterns) = rule.names {
        listed = Set(names)
        self.names = .others(than: [], patterns: patterns)
      }
    }

    func contains(_ name: PropertyName) throws(GuideError) -> Bool {
      if listed.contains(name) { return false }
      return try names.contains(name)
    }
  }
}
