/// Subset construction for programs with look-ahead and look-behind.
///
/// The states of the assertions' automata are part of the constructed states. Look-behind is decided by the text so
/// far, so its automata run alongside. Look-ahead is a condition on the text that follows: a thread that passes one
/// carries the automaton's state along until it is decided.
extension RegexProgram {
  /// A look-ahead that a thread has passed, with the state of its automaton, negative if it can no longer match.
  private struct Condition: Hashable, Comparable {
    var look: Int
    var state: Int32

    static func < (left: Condition, right: Condition) -> Bool { (left.look, left.state) < (right.look, right.state) }
  }

  /// A thread: an instruction, and the conditions under which its match counts.
  private struct Thread: Hashable {
    var instruction: Int
    var conditions: [Condition] = []
  }

  /// A state of the constructed automaton.
  private struct State: Hashable {
    var threads: Set<Thread>
    /// The states of the look-behind automata, by index of the assertion; 0 for look-ahead.
    var behind: [Int32]
    /// True before the first character, where `^` holds.
    var isStart: Bool
  }

  /// The maximum number of conditions of a thread.
  private static let maximumConditions = 12

  /// Returns the automaton of the texts that contain a match, or that match entirely, with the number of steps taken.
  func automatonWithLooks(
    matchesWhole: Bool, maximumWork: Int
  ) throws(GuideError) -> (automaton: TextAutomaton, work: Int) {
    let neutral = sets.map(\.withNeutralSurrogates)
    var alphabet = Alphabet(distinguishing: sets)
    for look in looks { alphabet = alphabet.refined(by: look.automaton.alphabet).alphabet }
    var representatives = [UInt32](repeating: 0, count: alphabet.count)
    for (start, symbol) in zip(alphabet.starts, alphabet.classes).reversed() { representatives[Int(symbol)] = start }
    var work = lookWork
    let begin = State(threads: [Thread(instruction: start)], behind: looks.map(\.automaton.start), isStart: true)
    var known = [begin: Int32(0)]
    var order = [begin]
    var accepts: [Bool] = []
    var table: [Int32] = []
    var index = 0
    while index < order.count {
      let state = order[index]
      let waiting = try closure(state, atEnd: false, &work)
      accepts.append(try closure(state, atEnd: true, &work).contains { isMatch($0) })
      for point in representatives {
        var threads: Set<Thread> = matchesWhole ? [] : [Thread(instruction: start)]
        for thread in waiting {
          work += 1 + thread.conditions.count
          let next: Int
          switch instructions[thread.instruction] {
          case .consume(let set, let target) where neutral[set].contains(point): next = target
          // A match in the middle of the text remains one, if its conditions hold.
          case .match where !matchesWhole: next = thread.instruction
          default: continue
          }
          if let conditions = advanced(thread.conditions, point) {
            threads.insert(Thread(instruction: next, conditions: conditions))
          }
        }
        guard !threads.isEmpty else {
          table.append(-1)
          continue
        }
        // An unconditional match makes all other threads irrelevant.
        if !matchesWhole, let match = threads.first(where: { isMatch($0) && $0.conditions.isEmpty }) {
          threads = [match]
        }
        var behind = state.behind
        for (number, look) in looks.enumerated() where !look.isAhead && behind[number] >= 0 {
          behind[number] = look.automaton.step(behind[number], point)
        }
        let next = State(threads: threads, behind: behind, isStart: false)
        let number = known[next] ?? Int32(order.count)
        if known.updateValue(number, forKey: next) == nil { order.append(next) }
        table.append(number)
      }
      guard order.count <= TextAutomaton.maximumStates, table.count <= TextAutomaton.maximumEntries,
        work <= maximumWork
      else { throw .tooComplex(pointer: "", reason: "a pattern whose automaton is too large") }
      index += 1
    }
    return (TextAutomaton(alphabet: alphabet, next: table, accepts: accepts, start: 0), work)
  }

  private func isMatch(_ thread: Thread) -> Bool {
    if case .match = instructions[thread.instruction] { true } else { false }
  }

  /// Returns the threads that wait for a character or have matched; at the end of the text, only those that hold there.
  private func closure(_ state: State, atEnd: Bool, _ work: inout Int) throws(GuideError) -> [Thread] {
    var seen: Set<Thread> = []
    var waiting: [Thread] = []
    var stack = Array(state.threads)
    while let thread = stack.popLast() {
      guard seen.insert(thread).inserted else { continue }
      work += 1
      func go(to instruction: Int) { stack.append(Thread(instruction: instruction, conditions: thread.conditions)) }
      switch instructions[thread.instruction] {
      case .consume: waiting.append(thread)
      case .match:
        if !atEnd || thread.conditions.allSatisfy(holdsAtEnd) { waiting.append(thread) }
      case .split(let first, let second):
        go(to: first)
        go(to: second)
      case .textStart(let next): if state.isStart { go(to: next) }
      case .afterTextStart(let next): if !state.isStart { go(to: next) }
      case .textEnd(let next): if atEnd { go(to: next) }
      case .look(let number, let next) where looks[number].isAhead:
        let condition = Condition(look: number, state: looks[number].automaton.start)
        guard let conditions = simplified(thread.conditions + [condition]) else { break }
        guard conditions.count <= Self.maximumConditions else {
          throw .tooComplex(pointer: "", reason: "a pattern with too many look-aheads at a time")
        }
        stack.append(Thread(instruction: next, conditions: conditions))
      case .look(let number, let next):
        let behind = state.behind[number]
        let holds = behind >= 0 && looks[number].automaton.accepts[Int(behind)]
        if holds != looks[number].isNegative { go(to: next) }
      }
    }
    return waiting
  }

  private func holdsAtEnd(_ condition: Condition) -> Bool {
    let look = looks[condition.look]
    return (condition.state >= 0 && look.automaton.accepts[Int(condition.state)]) != look.isNegative
  }

  private func advanced(_ conditions: [Condition], _ point: UInt32) -> [Condition]? {
    conditions.isEmpty
      ? conditions
      : simplified(
        conditions.map { condition in
          var next = condition
          if next.state >= 0 { next.state = looks[condition.look].automaton.step(condition.state, point) }
          return next
        })
  }

  /// Removes conditions that hold whatever follows, and duplicates; nil if one cannot hold any more.
  private func simplified(_ conditions: [Condition]) -> [Condition]? {
    var result: [Condition] = []
    for condition in conditions {
      let look = looks[condition.look]
      let isDecided = condition.state < 0 || condition.state == look.automaton.universal
      if isDecided {
        guard (condition.state >= 0) != look.isNegative else { return nil }
      } else {
        result.append(condition)
      }
    }
    return Set(result).sorted()
  }
}
