extension ArrayRule {
  /// Creates the rule for a constraint; its nodes are requested from the builder but not yet compiled.
  static func make(
    _ constraint: ArrayConstraint, _ builder: GrammarBuilder, _ normalizer: Normalizer
  ) throws(GuideError) -> ArrayRule {
    var rule = ArrayRule()
    rule.minimum = constraint.minimum
    rule.maximum = constraint.maximum
    if normalizer.isNever(constraint.items) { rule.maximum = min(rule.maximum, constraint.prefix.count) }
    if constraint.isUnique, rule.maximum > 1 {
      guard constraint.counts.isEmpty else {
        throw .unsupported(pointer: "", reason: "uniqueItems together with contains")
      }
      var enumerated = rule
      do {
        try enumerated.fillUnique(constraint, builder, normalizer)
        return enumerated
      } catch {
        try rule.fillDifferent(constraint, builder, normalizer)
        return rule
      }
    }
    guard constraint.counts.count <= 4 else {
      throw .tooComplex(pointer: "", reason: "more than four conditions on the elements of an array")
    }
    for count in constraint.counts {
      guard count.minimum <= 1000, count.maximum ?? 0 <= 60_000, constraint.minimum <= 1000 else {
        throw .tooComplex(pointer: "", reason: "counts of elements beyond 1,000")
      }
      rule.counts.append(.init(minimum: count.minimum, maximum: count.maximum))
    }
    // The recursion depth of the completion search.
    guard rule.counts.isEmpty || rule.counts.reduce(constraint.minimum, { $0 + $1.minimum }) <= 2000 else {
      throw .tooComplex(pointer: "", reason: "counts of elements that together are beyond 2,000")
    }
    for index in 0...constraint.prefix.count {
      rule.options.append(try options(constraint, index, builder, normalizer))
    }
    return rule
  }

  /// Returns the options of an element: for each count it either matches the condition or not.
  ///
  /// A mismatch is only enforced where the count has a maximum.
  private static func options(
    _ constraint: ArrayConstraint, _ index: Int, _ builder: GrammarBuilder, _ normalizer: Normalizer
  ) throws(GuideError) -> [Option] {
    var choices: [(value: Conjunction, adds: UInt64)] = [(constraint.element(index), 0)]
    for (kind, count) in constraint.counts.enumerated() {
      choices = choices.flatMap { choice in
        let counted = (choice.value.merged(count.condition), choice.adds | 1 << UInt64(kind))
        let other = count.maximum == nil ? choice.value : choice.value.merged(count.condition.map { -$0 })
        return [counted, (other, choice.adds)]
      }
    }
    var options: [Option] = []
    for choice in choices where !normalizer.isNever(choice.value) {
      options.append(Option(node: try builder.node(of: choice.value), adds: choice.adds))
    }
    return options
  }

  /// Fills in the options of unique elements, which must be of finitely many values; each value is an option.
  private mutating func fillUnique(
    _ constraint: ArrayConstraint, _ builder: GrammarBuilder, _ normalizer: Normalizer
  ) throws(GuideError) {
    isUnique = true
    var numbers: [Grammar.Alternative: UInt64] = [:]
    for index in 0...constraint.prefix.count {
      var choices: [Option] = []
      if !normalizer.isNever(constraint.element(index)) {
        let shape = try normalizer.shape(constraint.element(index))
        for alternative in try shape.singleValues(builder.store) {
          let number = numbers[alternative] ?? UInt64(numbers.count)
          numbers[alternative] = number
          guard number < 64 else { throw .unsupported(pointer: "", reason: "uniqueItems of more than 64 values") }
          choices.append(Option(node: builder.node([alternative]), adds: 1 << number))
        }
      }
      options.append(choices)
    }
  }
}

extension ArrayRule {
  /// The maximum number of different elements that may be required.
  private static let maximumDifferent = 200

  /// Fills in the options of different elements, whose values are recorded.
  private mutating func fillDifferent(
    _ constraint: ArrayConstraint, _ builder: GrammarBuilder, _ normalizer: Normalizer
  ) throws(GuideError) {
    recordsValues = true
    guard minimum <= Self.maximumDifferent else {
      throw .tooComplex(pointer: "", reason: "more than \(Self.maximumDifferent) different elements")
    }
    for index in 0...constraint.prefix.count {
      guard !normalizer.isNever(constraint.element(index)) else {
        options.append([])
        continue
      }
      let shape = try normalizer.shape(constraint.element(index))
      guard shape.arrays.isEmpty, shape.objects.isEmpty else {
        throw .unsupported(pointer: "", reason: "uniqueItems of arrays or objects")
      }
      let alternatives = try builder.alternatives(shape, normalizer)
      let lexemes = alternatives.compactMap { alternative -> Lexeme? in
        guard case .lexeme(let lexeme) = alternative else { return nil }
        return builder.store.lexemes[lexeme]
      }
      // Each element before may have used up one of the values.
      let needed = index < constraint.prefix.count ? min(index + 1, minimum) : minimum
      let available = Self.count(lexemes, upTo: needed)
      if available < needed {
        guard constraint.prefix.isEmpty else {
          throw .unsupported(pointer: "", reason: "uniqueItems with a prefix and elements of few values")
        }
        maximum = min(maximum, available)
      }
      options.append([Option(node: builder.node(alternatives), adds: 0)])
    }
  }

  /// Returns the number of different values of lexemes, at most the given number.
  private static func count(_ lexemes: [Lexeme], upTo limit: Int) -> Int {
    var values: Set<ScalarValue> = []
    for lexeme in lexemes where !lexeme.isEmpty && values.count < limit {
      _ = CompletionSearch(lexeme, limit: limit).first(from: lexeme.start) { points in
        var characters: [UInt8] = []
        for point in points { characters.append(utf8: point) }
        values.insert(lexeme.value(of: characters))
        return values.count >= limit
      }
    }
    return values.count
  }
}

extension Shape {
  /// Returns an alternative for each value, if these are finitely many scalars.
  fileprivate func singleValues(_ store: LexemeStore) throws(GuideError) -> [Grammar.Alternative] {
    let infinite = GuideError.unsupported(pointer: "", reason: "uniqueItems of values that are not enumerated scalars")
    guard arrays.isEmpty, objects.isEmpty else { throw infinite }
    var alternatives: [Grammar.Alternative] = []
    if null { alternatives.append(.lexeme(try store.lexeme(literal: "null"))) }
    if self.true { alternatives.append(.lexeme(try store.lexeme(literal: "true"))) }
    if self.false { alternatives.append(.lexeme(try store.lexeme(literal: "false"))) }
    for number in numbers {
      guard let value = number.lower?.value, value == number.upper?.value else { throw infinite }
      if try !store.isEmpty(number) { alternatives.append(.lexeme(try store.lexeme(NumberConstraint(value: value)))) }
    }
    for string in strings {
      guard let literals = string.literals, literals.count <= 64 else { throw infinite }
      for literal in literals.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        var single = string
        single.literals = [literal]
        if try !store.isEmpty(single) {
          var constant = StringConstraint()
          constant.literals = [literal]
          alternatives.append(.lexeme(try store.lexeme(constant)))
        }
      }
    }
    var seen: Set<Grammar.Alternative> = []
    return alternatives.filter { seen.insert($0).inserted }
  }
}
