/// Boolean operations.
extension TextAutomaton {
  /// The automaton that accepts every text.
  static let everything = TextAutomaton(alphabet: Alphabet(distinguishing: []), next: [0], accepts: [true], start: 0)
  /// The automaton that accepts no text.
  static let nothing = TextAutomaton(alphabet: Alphabet(distinguishing: []), next: [-1], accepts: [false], start: 0)

  /// The complement: all texts that the automaton does not accept.
  var complement: TextAutomaton {
    let sink = Int32(count)
    var table = next.map { $0 < 0 ? sink : $0 }
    table += [Int32](repeating: sink, count: alphabet.count)
    return TextAutomaton(
      alphabet: alphabet, next: table, accepts: accepts.map { !$0 } + [true], start: start < 0 ? sink : start)
  }

  /// Returns the automaton of the texts that both accept.
  func intersection(_ other: TextAutomaton) throws(GuideError) -> TextAutomaton {
    if start >= 0, start == universal { return other }
    if other.start >= 0, other.start == other.universal { return self }
    return try product(other, keepsHalves: false) { $0 && $1 }
  }

  /// Returns the automaton of the texts that either accepts.
  func union(_ other: TextAutomaton) throws(GuideError) -> TextAutomaton {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return try product(other, keepsHalves: true) { $0 || $1 }
  }

  /// Returns the automaton of the texts that this one accepts and the other does not.
  func subtracting(_ other: TextAutomaton) throws(GuideError) -> TextAutomaton {
    try product(other, keepsHalves: true) { $0 && !$1 }
  }

  /// Builds the product automaton; with `keepsHalves`, it continues where only one of the factors can.
  private func product(
    _ other: TextAutomaton, keepsHalves: Bool, accepting: (Bool, Bool) -> Bool
  ) throws(GuideError) -> TextAutomaton {
    let (alphabet, pairs) = alphabet.refined(by: other.alphabet)
    var known: [UInt64: Int32] = [:]
    var order: [(Int32, Int32)] = []
    var table: [Int32] = []
    var accepts: [Bool] = []
    func visit(_ left: Int32, _ right: Int32) -> Int32 {
      if keepsHalves ? left < 0 && right < 0 : left < 0 || right < 0 { return -1 }
      let key = UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
      if let state = known[key] { return state }
      let state = Int32(order.count)
      known[key] = state
      order.append((left, right))
      accepts.append(accepting(left >= 0 && self.accepts[Int(left)], right >= 0 && other.accepts[Int(right)]))
      return state
    }
    let first = visit(start, other.start)
    guard first >= 0 else { return .nothing }
    var index = 0
    while index < order.count {
      let (left, right) = order[index]
      for (a, b) in pairs {
        table.append(
          visit(
            left < 0 ? -1 : next[Int(left) * self.alphabet.count + a],
            right < 0 ? -1 : other.next[Int(right) * other.alphabet.count + b]))
      }
      guard order.count <= Self.maximumStates, table.count <= Self.maximumEntries else {
        throw .tooComplex(pointer: "", reason: "patterns together need more than \(Self.maximumStates) states")
      }
      index += 1
    }
    return TextAutomaton(alphabet: alphabet, next: table, accepts: accepts, start: first)
  }
}
