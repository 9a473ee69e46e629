/// A deterministic finite automaton over code points, in which each state can still reach acceptance.
///
/// It recognises the *decoded* content of strings; ``TextDecoder`` handles escapes and UTF-8.
final class TextAutomaton: Sendable {
  /// The maximum number of states of an automaton.
  static let maximumStates = 20_000
  /// The maximum number of entries of a transition table.
  static let maximumEntries = 4_000_000

  let alphabet: Alphabet
  /// The transition table by state and class; negative where there is no transition.
  let next: [Int32]
  let accepts: [Bool]
  /// The start state, negative if no text is accepted.
  let start: Int32
  /// The state that accepts every continuation, negative if there is none.
  let universal: Int32
  /// The transitions by state and ASCII character; empty for automata of more than 1,024 states.
  let ascii: [Int32]
  /// The common next state of all characters beyond ASCII, by state; -1 for none, -2 if they differ.
  let beyondASCII: [Int32]

  /// True for states with a transition for every character beyond ASCII.
  let continuesBeyondASCII: [Bool]
  /// True for states from which every text can be continued to an accepted one, as with a pattern that is searched for.
  let refusesNothing: [Bool]
  /// True for the classes of characters that have a transition in some state.
  let liveSymbols: [Bool]

  var count: Int { accepts.count }
  var isEmpty: Bool { start < 0 }

  /// Creates an automaton from a raw transition table.
  ///
  /// Unreachable and dead states are removed, and states that accept everything are merged.
  init(alphabet: Alphabet, next raw: [Int32], accepts rawAccepts: [Bool], start rawStart: Int32) {
    let width = alphabet.count
    let live = TextAutomaton.live(raw, rawAccepts, width)
    let total = TextAutomaton.total(raw, rawAccepts, width)
    var order: [Int32] = []
    var number = [Int32](repeating: -1, count: rawAccepts.count)
    var universal: Int32 = -1
    func visit(_ state: Int32) -> Int32 {
      guard state >= 0, live[Int(state)] else { return -1 }
      if total[Int(state)], universal >= 0 { return universal }
      if number[Int(state)] < 0 {
        number[Int(state)] = Int32(order.count)
        order.append(state)
        if total[Int(state)] { universal = number[Int(state)] }
      }
      return number[Int(state)]
    }
    start = visit(rawStart)
    var table: [Int32] = []
    var index = 0
    while index < order.count {
      let base = Int(order[index]) * width
      for symbol in 0..<width { table.append(visit(raw[base + symbol])) }
      index += 1
    }
    self.alphabet = alphabet
    next = table
    accepts = order.map { rawAccepts[Int($0)] }
    self.universal = universal
    var ascii: [Int32] = []
    if order.count <= 1024 {
      ascii.reserveCapacity(order.count * 128)
      for state in order.indices {
        for point in 0..<128 { ascii.append(table[state * width + Int(alphabet.ascii[point])]) }
      }
    }
    self.ascii = ascii
    let first = alphabet.interval(of: 128)
    continuesBeyondASCII = order.indices.map { state in
      alphabet.classes[first...].allSatisfy { table[state * width + Int($0)] >= 0 }
    }
    beyondASCII = order.indices.map { state in
      let targets = alphabet.classes[first...].lazy.map { table[state * width + Int($0)] }
      let target = targets.first ?? -1
      return targets.allSatisfy { $0 == target } ? target : -2
    }
    liveSymbols = TextAutomaton.liveSymbols(table, width)
    refusesNothing = TextAutomaton.complete(
      table, order.indices.map { table[$0 * width..<($0 + 1) * width].contains { $0 < 0 } }, width)
  }

  /// Returns the state after a character, negative if there is none.
  func step(_ state: Int32, _ point: UInt32) -> Int32 {
    if point < 128 {
      if !ascii.isEmpty { return ascii[Int(state) << 7 | Int(point)] }
    } else if beyondASCII[Int(state)] != -2 {
      return beyondASCII[Int(state)]
    }
    return next[Int(state) * alphabet.count + alphabet.symbol(of: point)]
  }

  /// Returns true if the automaton accepts the text.
  func accepts(_ text: some Sequence<Unicode.Scalar>) -> Bool {
    guard start >= 0 else { return false }
    var state = start
    for scalar in text {
      state = step(state, scalar.value)
      guard state >= 0 else { return false }
    }
    return accepts[Int(state)]
  }
}

extension TextAutomaton {
  /// Returns true for the classes that have a transition in some state of a table.
  static func liveSymbols(_ next: [Int32], _ width: Int) -> [Bool] {
    var live = [Bool](repeating: false, count: width)
    var missing = width
    var index = 0
    while index < next.count, missing > 0 {
      for symbol in 0..<width where next[index + symbol] >= 0 && !live[symbol] {
        live[symbol] = true
        missing -= 1
      }
      index += width
    }
    return live
  }

  /// Returns the states from which an accepting state can be reached.
  private static func live(_ next: [Int32], _ accepts: [Bool], _ width: Int) -> [Bool] {
    var counts = [Int32](repeating: 0, count: accepts.count + 1)
    for target in next where target >= 0 { counts[Int(target) + 1] += 1 }
    for index in 1..<counts.count { counts[index] += counts[index - 1] }
    var offsets = counts
    var sources = [Int32](repeating: 0, count: Int(counts[counts.count - 1]))
    for state in accepts.indices {
      for symbol in 0..<width {
        let target = next[state * width + symbol]
        guard target >= 0 else { continue }
        sources[Int(offsets[Int(target)])] = Int32(state)
        offsets[Int(target)] += 1
      }
    }
    var live = accepts
    var queue = accepts.indices.filter { accepts[$0] }
    while let state = queue.popLast() {
      for index in Int(counts[state])..<Int(counts[state + 1]) {
        let source = Int(sources[index])
        if !live[source] {
          live[source] = true
          queue.append(source)
        }
      }
    }
    return live
  }

  /// Returns the states from which every continuation is accepted.
  private static func total(_ next: [Int32], _ accepts: [Bool], _ width: Int) -> [Bool] {
    complete(
      next,
      accepts.indices.map { state in
        !accepts[state] || next[state * width..<(state + 1) * width].contains { $0 < 0 }
      }, width)
  }

  /// Returns the states from which no incomplete state can be reached.
  private static func complete(_ next: [Int32], _ isIncomplete: [Bool], _ width: Int) -> [Bool] {
    guard isIncomplete.contains(false) else { return [Bool](repeating: false, count: isIncomplete.count) }
    return live(next, isIncomplete, width).map { !$0 }
  }
}
