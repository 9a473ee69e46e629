/// The construction of subsets.
extension RegexProgram {
  /// How much work may go into one pattern.
  static let maximumWork = 20_000_000

  /// The automaton of the texts in which the pattern matches somewhere, or, if it has to match wholly, of its matches;
  /// with the number of steps that it took to make it.
  func automaton(
    matchesWhole: Bool, maximumWork: Int = maximumWork
  ) throws(GuideError) -> (automaton: TextAutomaton, work: Int) {
    let alphabet = Alphabet(telling: sets)
    var representatives = [UInt32](repeating: 0, count: alphabet.count)
    for (start, symbol) in zip(alphabet.starts, alphabet.classes).reversed() { representatives[Int(symbol)] = start }
    let neutral = sets.map(\.withNeutralSurrogates)
    let members = neutral.map { set in representatives.map { set.contains($0) } }

    var marks = [Int](repeating: -1, count: instructions.count)
    var round = 0
    var work = 0
    // The instructions that wait for a character or for the end, after all that can be done without one.
    func closure(_ entries: [Int], atStart: Bool, atEnd: Bool) -> (waiting: [Int], matches: Bool) {
      round += 1
      var stack = entries
      var waiting: [Int] = []
      var matches = false
      while let index = stack.popLast() {
        guard marks[index] != round else { continue }
        marks[index] = round
        work += 1
        switch instructions[index] {
        case .take: waiting.append(index)
        case .split(let first, let second): stack += [first, second]
        case .textStart(let next): if atStart { stack.append(next) }
        case .textEnd(let next):
          if atEnd { stack.append(next) } else { waiting.append(index) }
        case .match:
          if matchesWhole { waiting.append(index) }
          matches = true
        }
      }
      return (waiting.sorted(), matches)
    }

    // A match that does not have to be whole decides for good: state 0.
    var known: [[Int]: Int32] = [:]
    var order: [[Int]] = [[]]
    var accepts = [!matchesWhole]
    var table = [Int32](repeating: matchesWhole ? -1 : 0, count: alphabet.count)
    func visit(_ entries: [Int], atStart: Bool) -> Int32 {
      let (waiting, matches) = closure(entries, atStart: atStart, atEnd: false)
      if matches, !matchesWhole { return 0 }
      // The very start differs from a later place with the same instructions: it can end with `^` fulfilled.
      let key = atStart ? waiting + [-1] : waiting
      if let state = known[key] { return state }
      if waiting.isEmpty, !atStart { return -1 }
      let state = Int32(order.count)
      known[key] = state
      order.append(waiting)
      accepts.append(closure(entries, atStart: atStart, atEnd: true).matches)
      return state
    }
    let first = visit([start], atStart: true)
    var index = 1
    while index < order.count {
      let waiting = order[index]
      for symbol in 0..<alphabet.count {
        var targets: [Int] = matchesWhole ? [] : [start]
        for instruction in waiting {
          if case .take(let set, let next) = instructions[instruction], members[set][symbol] { targets.append(next) }
        }
        work += waiting.count
        table.append(targets.isEmpty ? -1 : visit(targets, atStart: false))
      }
      guard order.count <= TextAutomaton.maximumStates, table.count <= TextAutomaton.maximumEntries,
        work <= maximumWork
      else { throw .tooComplex(pointer: "", reason: "a pattern whose automaton is too large") }
      index += 1
    }
    return (TextAutomaton(alphabet: alphabet, next: table, accepts: accepts, start: first), work)
  }
}
