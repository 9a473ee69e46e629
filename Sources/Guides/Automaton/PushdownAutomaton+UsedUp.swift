/// Rules and lexemes without the names and values that an object or array already contains.
struct UsedUp {
  fileprivate struct NameKey: Hashable {
    var rule: Int32
    var name: PropertyName
  }

  fileprivate struct LexemeKey: Hashable {
    var lexeme: Int
    var values: Int32
  }

  fileprivate var rules: [NameKey: Int32] = [:]
  fileprivate var lexemes: [LexemeKey: Int32] = [:]
  /// The sets of values by their index, of which the first is empty.
  fileprivate(set) var sets: [Set<ScalarValue>] = [[]]
  fileprivate var setIndex: [Set<ScalarValue>: Int32] = [[]: 0]
  /// The approximate memory in use, in bytes.
  fileprivate(set) var byteCount = 0
}

extension PushdownAutomaton {
  /// Returns the rule in which an undeclared name is used up.
  mutating func rule(_ rule: Int32, using name: PropertyName) -> Int32 {
    let key = UsedUp.NameKey(rule: rule, name: name)
    if let known = used.rules[key] { return known }
    let derived = grammar.objects[Int(rule)].rule.using(name)
    used.byteCount += derived.names.count * 120 + 400
    let number = append(derived)
    used.rules[key] = number
    return number
  }

  /// Returns the index of a set of values with another one.
  mutating func values(_ set: Int32, with value: ScalarValue) -> Int32 {
    var values = used.sets[Int(set)]
    values.insert(value)
    if let known = used.setIndex[values] { return known }
    let number = Int32(used.sets.count)
    used.byteCount += values.count * 64 + 200
    used.sets.append(values)
    used.setIndex[values] = number
    return number
  }

  /// Returns the index of a lexeme without the values of a set, nil if nothing remains.
  mutating func lexeme(_ lexeme: Int, without values: Int32) -> Int32? {
    guard values != 0 else { return Int32(lexeme) }
    let key = UsedUp.LexemeKey(lexeme: lexeme, values: values)
    if let known = used.lexemes[key] { return known < 0 ? nil : known }
    guard let remaining = try? grammar.lexemes[lexeme].without(used.sets[Int(values)]) else {
      // The values together are too long. An error is thrown to the caller, since a token is withheld.
      noteDropped()
      return nil
    }
    let number = remaining.isEmpty ? -1 : append(remaining)
    used.byteCount += remaining.automaton.next.count * 4 + remaining.automaton.ascii.count * 4 + 300
    used.lexemes[key] = number
    return number < 0 ? nil : number
  }

  /// Returns the initial configurations of the next element of an array of different scalars.
  mutating func differentElements(_ rule: Int32, _ progress: Int32, _ stack: Int32) -> [Configuration] {
    let array = grammar.arrays[Int(rule)]
    let current = arrays[Int(progress)].progress
    guard array.mayContinue(current) else { return [] }
    var result: [Configuration] = []
    for lexeme in array.lexemes(at: current.index, grammar) {
      guard let remaining = self.lexeme(lexeme, without: current.values) else { continue }
      result.append(
        .init(
          position: .lexeme(remaining, grammar.lexemes[Int(remaining)].start),
          stack: push(.array, rule, progress, on: stack), spelling: SpellingTable.empty))
    }
    return result
  }

  /// Returns the stack after an element of an array of different scalars, whose value is then used up.
  mutating func stack(_ stack: Int32, after spelling: Int32) -> Int32 {
    let frame = frames[Int(stack)]
    let array = grammar.arrays[Int(frame.rule)]
    var progress = array.advanced(arrays[Int(frame.progress)].progress)
    progress.values = values(progress.values, with: ScalarValue(spellings.text(spelling)))
    return push(.array, frame.rule, intern(progress, frame.rule), on: frame.parent)
  }
}

extension Lexeme {
  /// Returns the lexeme without the spellings of a set of values.
  func without(_ values: Set<ScalarValue>) throws(GuideError) -> Lexeme {
    var texts: [PropertyName] = []
    var spellings = TextAutomaton.nothing
    for value in values {
      switch value {
      case .string(let text): if decoder.isQuoted { texts.append(text) }
      case .other(let text): if !decoder.isQuoted { texts.append(text) }
      case .number(let number) where !decoder.isQuoted:
        let same = try NumberAutomata.comparison(with: number) { _, isSame in isSame }
        spellings = try spellings.union(same.intersection(automaton))
      case .number: break
      }
    }
    spellings = try spellings.union(TextAutomaton(literals: texts))
    guard !spellings.isEmpty else { return self }
    return try Lexeme(
      automaton.subtracting(spellings), isQuoted: decoder.isQuoted, allowsEveryEscape: decoder.allowsEveryEscape,
      minimum: minimum, maximum: maximum)
  }

  /// A shortest value, nil if there is none.
  var shortestValue: ScalarValue? {
    guard !isEmpty else { return nil }
    let points = completion(from: LexemeState(state: automaton.start, count: 0, partial: 0))
    let text = Array(String(String.UnicodeScalarView(points.compactMap(Unicode.Scalar.init))).utf8)
    return decoder.isQuoted ? .string(text) : ScalarValue(text)
  }

  /// True if there are infinitely many strings.
  var isEndless: Bool {
    guard decoder.isQuoted, maximum == Self.unbounded, !isEmpty else { return false }
    // Every state leads to acceptance, so any cycle suffices; without one, removing final states removes all.
    let width = automaton.alphabet.count
    var remaining = automaton.accepts.indices.map { state in
      automaton.next[state * width..<(state + 1) * width].count { $0 >= 0 }
    }
    var sources = [[Int]](repeating: [], count: remaining.count)
    for (entry, target) in automaton.next.enumerated() where target >= 0 { sources[Int(target)].append(entry / width) }
    var open = remaining.indices.filter { remaining[$0] == 0 }
    var removed = 0
    while let state = open.popLast() {
      removed += 1
      for source in sources[state] {
        remaining[source] -= 1
        if remaining[source] == 0 { open.append(source) }
      }
    }
    return removed < remaining.count
  }
}
