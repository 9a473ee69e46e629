/// Subset construction.
extension RegexProgram {
  /// The maximum work for one pattern.
  static let maximumWork = 20_000_000

  /// Returns the automaton of the texts that contain a match, or that match entirely, with the number of steps taken.
  func automaton(
    matchesWhole: Bool, maximumWork: Int = maximumWork
  ) throws(GuideError) -> (automaton: TextAutomaton, work: Int) {
    if !looks.isEmpty { return try automatonWithLooks(matchesWhole: matchesWhole, maximumWork: maximumWork) }
    let alphabet = Alphabet(distinguishing: sets)
    var representatives = [UInt32](repeating: 0, count: alphabet.count)
    for (start, symbol) in zip(alphabet.starts, alphabet.classes).reversed() { representatives[Int(symbol)] = start }
    let neutral = sets.map(\.withNeutralSurrogates)
    let members = neutral.map { set in representatives.map { set.contains($0) } }

    var marks = [Int](repeating: -1, count: instructions.count)
    var round = 0
    var work = 0
    // The epsilon closure: the instructions that require a character or the end of the text.
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
        case .consume: waiting.append(index)
        case .split(let first, let second): stack += [first, second]
        case .textStart(let next): if atStart { stack.append(next) }
        case .afterTextStart(let next): if !atStart { stack.append(next) }
        case .textEnd(let next):
          if atEnd { stack.append(next) } else { waiting.append(index) }
        case .look: break
        case .match:
          if matchesWhole { waiting.append(index) }
          matches = true
        }
      }
      return (waiting.sorted(), matches)
    }

    // State 0 is reached by any match if the pattern need not match entirely.
    var known: [[Int]: Int32] = [:]
    var order: [[Int]] = [[]]
    var accepts = [!matchesWhole]
    var table = [Int32](repeating: matchesWhole ? -1 : 0, count: alphabet.count)
    func visit(_ entries: [Int], atStart: Bool) -> Int32 {
      let (waiting, matches) = closure(entries, atStart: atStart, atEnd: false)
      if matches, !matchesWhole { return 0 }
      // The start of the text differs from later positions with the same instructions: `^` holds there.
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
          if case .consume(let set, let next) = instructions[instruction], members[set][symbol] { targets.append(next) }
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
