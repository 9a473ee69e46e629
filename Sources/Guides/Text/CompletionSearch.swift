/// A search among the completions of a lexeme, the shortest first.
///
/// It deepens iteratively: each pass follows, depth first, the completions within a bound of length. As the length of
/// the shortest rest is known in every state, a pass never runs into a dead end.
struct CompletionSearch {
  private struct Candidate {
    var point: UInt32
    var bytes: Int
  }

  /// A character that may follow, with the length so far and the state after it.
  private struct Edge {
    var point: UInt32
    var cost: Int
    var state: LexemeState
  }

  private let lexeme: Lexeme
  /// The maximum number of characters of a class that are tried.
  private let limit: Int
  /// The characters by class.
  private let characters: [[Candidate]]

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - lexeme: The lexeme, which must not be empty.
  ///   - limit: A number of texts of which one satisfies the condition, if any does.
  init(_ lexeme: Lexeme, limit: Int) {
    self.lexeme = lexeme
    self.limit = max(limit, 2)
    characters = Self.characters(lexeme, in: [0...CodePointSet.last], limit: max(limit, 2))
  }

  /// Returns the characters of the first completion from a state that satisfies a condition, nil if none does.
  ///
  /// The condition may be asked several times about the same completion.
  func first(from state: LexemeState, where isWanted: ([UInt32]) -> Bool) -> [UInt32]? {
    var start = state
    if start.partial == TextDecoder.unopened { start.partial = 0 }
    if lexeme.accepts(start), isWanted([]) { return [] }
    var bound = 0
    while true {
      var next = Int.max
      if let found = first(from: start, within: bound, &next, where: isWanted) { return found }
      guard next < .max else { return nil }
      bound = next
    }
  }

  /// Returns the first completion within a bound of length; `next` becomes the length of the shortest one beyond it.
  private func first(
    from start: LexemeState, within bound: Int, _ next: inout Int, where isWanted: ([UInt32]) -> Bool
  ) -> [UInt32]? {
    var open = [edges(start, 0, within: bound, &next)]
    var points: [UInt32] = []
    while !open.isEmpty {
      guard let edge = open[open.count - 1].popLast() else {
        open.removeLast()
        if !points.isEmpty { points.removeLast() }
        continue
      }
      points.append(edge.point)
      if lexeme.accepts(edge.state), isWanted(points) { return points }
      open.append(edges(edge.state, edge.cost, within: bound, &next))
    }
    return nil
  }

  /// Returns the characters that lead to a completion within the bound, the first one last.
  private func edges(_ state: LexemeState, _ cost: Int, within bound: Int, _ next: inout Int) -> [Edge] {
    let automaton = lexeme.automaton
    let width = automaton.alphabet.count
    var characters = characters
    if state.partial != 0 {
      let ranges = lexeme.decoder.possibleCodePoints(of: state.partial)
      characters = Self.characters(lexeme, in: ranges, limit: limit)
    }
    var result: [Edge] = []
    for symbol in (0..<width).reversed() where !characters[symbol].isEmpty {
      let target = automaton.next[Int(state.state) * width + symbol]
      guard target >= 0 else { continue }
      let count = lexeme.isBounded ? lexeme.saturated(state.count + 1) : 0
      let after = LexemeState(state: target, count: count)
      guard let rest = lexeme.shortestLength(from: after) else { continue }
      for character in characters[symbol].reversed() {
        let total = cost + (lexeme.lengths == nil ? character.bytes : 1)
        if total + rest <= bound {
          result.append(Edge(point: character.point, cost: total, state: after))
        } else {
          next = min(next, total + rest)
        }
      }
    }
    return result
  }

  /// Returns the characters of each class within ranges, at most `limit` of each, the preferred ones first.
  private static func characters(
    _ lexeme: Lexeme, in ranges: [ClosedRange<UInt32>], limit: Int
  ) -> [[Candidate]] {
    let alphabet = lexeme.automaton.alphabet
    let isQuoted = lexeme.decoder.isQuoted
    var result = [[Candidate]](repeating: [], count: alphabet.count)
    func add(_ point: UInt32, _ symbol: Int) {
      result[symbol].append(Candidate(point: point, bytes: Lexeme.byteCount(of: point, isQuoted: isQuoted)))
    }
    for point in Lexeme.preferredASCII where ranges.contains(where: { $0.contains(point) }) {
      let symbol = Int(alphabet.ascii[Int(point)])
      if result[symbol].count < limit { add(point, symbol) }
    }
    for range in ranges where range.upperBound >= 128 {
      var point = max(range.lowerBound, 128)
      var interval = alphabet.interval(of: point)
      while interval < alphabet.starts.count, alphabet.starts[interval] <= range.upperBound {
        let last = min(alphabet.last(of: interval), range.upperBound)
        let symbol = Int(alphabet.classes[interval])
        point = max(point, alphabet.starts[interval])
        while point <= last, result[symbol].count < limit {
          if CodePointSet.surrogates.contains(point) {
            point = CodePointSet.surrogates.upperBound + 1
          } else {
            add(point, symbol)
            point += 1
          }
        }
        interval += 1
      }
    }
    return result
  }
}

extension Lexeme {
  /// Returns the length of a shortest completion from a state, nil if there is none.
  ///
  /// It is in bytes, or in characters where a table decides the bounds of length.
  fileprivate func shortestLength(from state: LexemeState) -> Int? {
    let count = Int(state.count)
    if let lengths {
      return lengths.shortest(state.state, from: max(0, minimum - count), through: maximum - count)
    }
    if isBounded { return count <= maximum ? max(0, minimum - count) : nil }
    let distance = distances[Int(state.state)]
    return distance < .max ? distance : nil
  }
}
