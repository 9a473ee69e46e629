/// Automata over the characters of numbers.
enum NumberAutomata {
  /// The symbol of a minus sign; the symbols are the ten digits, minus, point, exponent, plus, and all others.
  static let minus = 10
  static let point = 11
  static let exponent = 12
  static let plus = 13

  static let alphabet: Alphabet = {
    var letters: [(UInt32, UInt16)] = [(0x2B, 13), (0x2D, 10), (0x2E, 11)]
    for digit: UInt16 in 0..<10 { letters.append((0x30 + UInt32(digit), digit)) }
    letters += [(0x45, 12), (0x65, 12)]
    var starts: [UInt32] = [0]
    var classes: [UInt16] = [14]
    for (point, symbol) in letters {
      if starts[starts.count - 1] == point { starts.removeLast(); classes.removeLast() }
      starts += [point, point + 1]
      classes += [symbol, 14]
    }
    return Alphabet(starts: starts, classes: classes, count: 15)
  }()

  /// Builds an automaton from a transition function over state values by exploring the reachable states.
  static func automaton<State: Hashable>(
    start: State, accepts: (State) -> Bool, step: (State, Int) -> State?
  ) throws(GuideError) -> TextAutomaton {
    var known = [start: Int32(0)]
    var order = [start]
    var table: [Int32] = []
    var index = 0
    while index < order.count {
      for symbol in 0..<15 {
        guard symbol < 14, let next = step(order[index], symbol) else {
          table.append(-1)
          continue
        }
        let number = known[next] ?? Int32(order.count)
        if known.updateValue(number, forKey: next) == nil { order.append(next) }
        table.append(number)
      }
      guard order.count <= TextAutomaton.maximumStates else {
        throw .tooComplex(pointer: "", reason: "bounds or multiples of numbers that need too many states")
      }
      index += 1
    }
    return TextAutomaton(alphabet: alphabet, next: table, accepts: order.map(accepts), start: 0)
  }
}
