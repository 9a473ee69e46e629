/// Shortest completions of lexemes.
extension Lexeme {
  /// The ASCII characters, of which completions prefer letters, then digits, then those that need no escape.
  static let preferredASCII: [UInt32] = {
    let preferred: [UInt32] = Array(0x61...0x7A) + Array(0x30...0x39)
    let all = Array(UInt32(0x20)...0x7F) + Array(UInt32(0)..<0x20)
    return preferred + all.filter { !preferred.contains($0) }
  }()

  /// Returns the length of a character's shortest spelling; `Int.max` for surrogates.
  static func byteCount(of point: UInt32, isQuoted: Bool) -> Int {
    guard let scalar = Unicode.Scalar(point) else { return .max }
    guard isQuoted, point < 128 else { return UTF8.width(scalar) }
    if point == 0x22 || point == 0x5C { return 2 }
    return point >= 0x20 ? 1 : (8...10).contains(point) || point == 12 || point == 13 ? 2 : 6
  }

  /// Returns the cheapest character of each class, with its length in bytes; letters and digits are preferred.
  static func cheapest(_ alphabet: Alphabet, isQuoted: Bool) -> [(scalar: UInt32, bytes: Int)] {
    var best = [(scalar: UInt32, bytes: Int)](repeating: (0, .max), count: alphabet.count)
    func offer(_ point: UInt32, _ symbol: Int) {
      let bytes = byteCount(of: point, isQuoted: isQuoted)
      if bytes < best[symbol].bytes { best[symbol] = (point, bytes) }
    }
    for point in preferredASCII { offer(point, Int(alphabet.ascii[Int(point)])) }
    for (index, start) in alphabet.starts.enumerated() {
      for point in [max(start, 0x80), max(start, 0xE000)] where point <= alphabet.last(of: index) {
        offer(point, Int(alphabet.classes[index]))
      }
    }
    return best
  }

  /// Returns the fewest bytes from each state to acceptance.
  static func distances(_ automaton: TextAutomaton, _ costs: [Int]) -> [Int] {
    var distances = automaton.accepts.map { $0 ? 0 : Int.max }
    let width = automaton.alphabet.count
    // One backward pass nearly always suffices, as states are numbered from the start.
    var changed = distances.contains(.max)
    while changed {
      changed = false
      for state in distances.indices.reversed() {
        for symbol in 0..<width {
          let target = automaton.next[state * width + symbol]
          guard target >= 0, distances[Int(target)] != .max, costs[symbol] != .max else { continue }
          let distance = distances[Int(target)] + costs[symbol]
          if distance < distances[state] {
            distances[state] = distance
            changed = true
          }
        }
      }
    }
    return distances
  }

  /// Returns the state that stands for those with the same shortest completion that differ in their counts only.
  func representative(of state: LexemeState) -> LexemeState {
    guard lengths == nil, Int(state.count) >= minimum else { return state }
    var result = state
    result.count = Int32(minimum)
    return result
  }

  /// Returns the characters of a shortest completion from a character boundary.
  func completion(from state: LexemeState) -> [UInt32] {
    var current = state.state
    var result: [UInt32] = []
    let width = automaton.alphabet.count
    var remaining: Int?
    if let lengths {
      let count = Int(state.count)
      remaining = lengths.shortest(current, from: max(0, minimum - count), through: maximum - count)
    } else if isBounded {
      remaining = max(0, minimum - Int(state.count))
    }
    while remaining.map({ $0 > 0 }) ?? !automaton.accepts[Int(current)] {
      var best: (next: Int32, symbol: Int, cost: Int)?
      for symbol in 0..<width {
        let next = automaton.next[Int(current) * width + symbol]
        guard next >= 0, cheapest[symbol].bytes != .max else { continue }
        var cost = cheapest[symbol].bytes
        if let remaining {
          if let lengths, lengths.shortest(next, from: remaining - 1, through: remaining - 1) == nil { continue }
        } else {
          guard distances[Int(next)] != .max else { continue }
          cost += distances[Int(next)]
        }
        if cost < best?.cost ?? .max { best = (next, symbol, cost) }
      }
      guard let best else { break }
      result.append(cheapest[best.symbol].scalar)
      current = best.next
      remaining = remaining.map { $0 - 1 }
    }
    return result
  }
}
