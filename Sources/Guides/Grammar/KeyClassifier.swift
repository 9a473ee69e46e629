/// A classifier of the undeclared names of an object by the patterns that they match.
final class KeyClassifier: Sendable {
  let alphabet: Alphabet
  /// The next states by state and symbol; negative where no allowed name can be reached.
  let next: [Int32]
  /// The next states by state and ASCII character.
  let ascii: [Int32]
  /// The class of the name that ends in a state; negative if it is not allowed.
  let output: [Int32]
  /// The possible classes of the names that can be completed from a state, a bit for each.
  let ahead: [UInt64]
  /// The classes of which infinitely many names can be completed from a state; empty if names are not recorded.
  private let many: [UInt64]
  /// True for states from which every continuation has the state's own class.
  let isFree: [Bool]
  /// True for states from which every text can be continued to a name.
  let refusesNothing: [Bool]
  let start: Int32
  /// The cheapest character of each symbol, with its length in bytes.
  let cheapest: [(scalar: UInt32, bytes: Int)]
  /// The names of the same classes if none is declared: a rule shared by all objects with these classes.
  let general: Grammar.ObjectRuleBox?
  /// The state of the general rule's classifier, by state.
  let generalStates: [Int32]

  /// Creates a classifier from the product of the patterns, without transitions that lead to impossible classes only.
  init(
    _ tags: TaggedAutomaton, classes: [UInt64: Int], possible: [Bool], recordsNames: Bool,
    general: Grammar.ObjectRuleBox? = nil, generalStates: [Int32] = []
  ) {
    (self.general, self.generalStates) = (general, generalStates)
    let width = tags.alphabet.count
    let own = tags.tags.map { tag in classes[tag].map { possible[$0] ? Int32($0) : -1 } ?? -1 }
    // The classes reachable from each state; bit 63 stands for the impossible ones.
    var ahead: [UInt64] = own.map { $0 < 0 ? 1 << UInt64(63) : 1 << UInt64(min($0, 62)) }
    var changed = true
    while changed {
      changed = false
      for state in ahead.indices.reversed() {
        var union = ahead[state]
        for symbol in 0..<width { union |= ahead[Int(tags.next[state * width + symbol])] }
        if union != ahead[state] {
          ahead[state] = union
          changed = true
        }
      }
    }
    let isLive = ahead.map { $0 & ~(1 << UInt64(63)) != 0 }
    alphabet = tags.alphabet
    cheapest = Lexeme.cheapest(alphabet, isQuoted: true)
    let next = tags.next.map { isLive[Int($0)] ? $0 : -1 }
    self.next = next
    var ascii: [Int32] = []
    ascii.reserveCapacity(own.count * 128)
    for state in own.indices {
      for point in 0..<128 { ascii.append(next[state * width + Int(alphabet.ascii[point])]) }
    }
    self.ascii = ascii
    output = own
    isFree = ahead.map { $0 & 1 << UInt64(63) == 0 && $0.nonzeroBitCount == 1 }
    self.ahead = ahead.map { $0 & (UInt64.max >> 1) }
    var refuses = own.indices.map { next[$0 * width..<($0 + 1) * width].contains { $0 < 0 } }
    changed = refuses.contains(false)
    while changed {
      changed = false
      for state in refuses.indices.reversed() where !refuses[state] {
        if next[state * width..<(state + 1) * width].contains(where: { refuses[Int($0)] }) {
          refuses[state] = true
          changed = true
        }
      }
    }
    refusesNothing = refuses.map { !$0 }
    // A class has finitely many names from a state if it does from all next states.
    var few = recordsNames ? self.ahead.map { ~$0 } : []
    changed = true
    while changed {
      changed = false
      for state in few.indices.reversed() {
        var all = UInt64.max
        for symbol in 0..<width { all &= few[Int(tags.next[state * width + symbol])] }
        if all | few[state] != few[state] {
          few[state] |= all
          changed = true
        }
      }
    }
    many = few.map { ~$0 }
    start = isLive[0] ? 0 : -1
  }

  /// Returns the classes of which infinitely many names can be completed from a state.
  func endless(_ state: Int32) -> UInt64 { many.isEmpty ? .max : many[Int(state)] }

  func step(_ state: Int32, _ point: UInt32) -> Int32 {
    next[Int(state) * alphabet.count + alphabet.symbol(of: point)]
  }

  /// Returns true if a character of a range leads to a name of one of the classes.
  func canContinue(_ state: Int32, _ range: ClosedRange<UInt32>, within classes: UInt64) -> Bool {
    var interval = alphabet.interval(of: range.lowerBound)
    while interval < alphabet.starts.count, alphabet.starts[interval] <= range.upperBound {
      let target = next[Int(state) * alphabet.count + Int(alphabet.classes[interval])]
      if target >= 0, ahead[Int(target)] & classes != 0 { return true }
      interval += 1
    }
    return false
  }
}

/// A product of automata whose states are tagged with the accepting automata.
struct TaggedAutomaton: Hashable {
  var alphabet = Alphabet(distinguishing: [])
  var next: [Int32] = [0]
  var tags: [UInt64] = [0]

  /// Multiplies by an automaton, whose accepting states set the bit `tag`.
  ///
  /// - Parameters:
  ///   - automaton: The automaton.
  ///   - tag: The bit.
  /// - Returns: The former state of each state of the product.
  /// - Throws: ``GuideError/tooComplex(pointer:reason:)`` if the product is too large.
  @discardableResult
  mutating func add(_ automaton: TextAutomaton, tag: Int) throws(GuideError) -> [Int32] {
    let (refined, pairs) = alphabet.refined(by: automaton.alphabet)
    var known: [UInt64: Int32] = [:]
    var order: [(Int32, Int32)] = []
    var table: [Int32] = []
    func visit(_ left: Int32, _ right: Int32) -> Int32 {
      let key = UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
      if let state = known[key] { return state }
      known[key] = Int32(order.count)
      order.append((left, right))
      return Int32(order.count - 1)
    }
    _ = visit(0, automaton.start)
    var index = 0
    while index < order.count {
      let (left, right) = order[index]
      for (a, b) in pairs {
        let other = right < 0 ? -1 : automaton.next[Int(right) * automaton.alphabet.count + b]
        table.append(visit(next[Int(left) * alphabet.count + a], other))
      }
      guard order.count <= TextAutomaton.maximumStates, table.count <= TextAutomaton.maximumEntries else {
        throw .tooComplex(pointer: "", reason: "the patterns of an object's names together")
      }
      index += 1
    }
    tags = order.map { left, right in
      tags[Int(left)] | (right >= 0 && automaton.accepts[Int(right)] ? 1 << UInt64(tag) : 0)
    }
    (alphabet, next) = (refined, table)
    return order.map(\.0)
  }
}
