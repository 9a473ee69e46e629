import Synchronization

/// Automata of patterns, kept for the next schema that has the same pattern.
final class PatternCache: Sendable {
  /// How many entries of the automata's tables are kept at most, in all (four bytes each).
  private static let capacity = 6_000_000

  /// What an automaton is made from.
  enum Key: Hashable, Sendable {
    /// The texts in which a regular expression matches somewhere.
    case search(String)
    /// The texts that a regular expression matches wholly.
    case whole(String)
    case number(NumberConstraint, NumberSpelling)
  }

  /// The cache that all guides of the process share.
  static let shared = PatternCache()

  private let state = Mutex<(automata: [Key: Pattern], size: Int)>(([:], 0))

  /// The automaton for a key, made if need be.
  func pattern(_ key: Key, make: () throws(GuideError) -> Pattern) throws(GuideError) -> Pattern {
    if let known = state.withLock({ $0.automata[key] }) { return known }
    let made = try make()
    let size = made.automaton.next.count + made.automaton.ascii.count + 100
    state.withLock { state in
      if state.size + size > Self.capacity { state = ([:], 0) }
      if size <= Self.capacity / 4, state.automata.updateValue(made, forKey: key) == nil { state.size += size }
    }
    return made
  }
}

/// The texts of a pattern: those of an automaton whose lengths are within bounds.
struct Pattern: Sendable {
  var automaton: TextAutomaton
  var minimum = 0
  var maximum = Lexeme.unbounded
  /// How many steps it took to make the automaton.
  var work = 0
}

/// How much work may go into all patterns of a guide together: for one of them there are limits of its own.
struct PatternBudget {
  private var rest = RegexProgram.maximumWork
  private var paid: Set<String> = []

  /// Makes a pattern and counts the work for it, unless it was counted before: whether a cache spared it must not make a
  /// difference.
  mutating func pay(for name: String, _ pattern: () throws(GuideError) -> Pattern) throws(GuideError) {
    guard !paid.contains(name) else { return }
    try pay(0)
    try pay(pattern().work)
    paid.insert(name)
  }

  /// Counts some work.
  mutating func pay(_ work: Int) throws(GuideError) {
    rest -= work
    guard rest >= 0 else { throw .tooComplex(pointer: "", reason: "all patterns together need too large automata") }
  }
}

extension Pattern {
  /// The texts in which a regular expression matches somewhere.
  init(searching source: String) throws(GuideError) {
    self = try PatternCache.shared.pattern(.search(source)) { () throws(GuideError) in
      let syntax = try RegexParser.parse(source)
      if let counted = Pattern(counting: syntax) { return counted }
      let (automaton, work) = try RegexProgram(syntax).automaton(matchesWhole: false)
      return Pattern(automaton: automaton, work: work)
    }
  }

  /// The texts that a regular expression matches wholly.
  init(matching source: String) throws(GuideError) {
    self = try PatternCache.shared.pattern(.whole(source)) { () throws(GuideError) in
      let syntax = try RegexParser.parse(source)
      let (automaton, work) = try RegexProgram(syntax).automaton(matchesWhole: true)
      return Pattern(automaton: automaton, work: work)
    }
  }

  /// A pattern such as `^[a-z]{1,20000}$` is a class and bounds of length: no state is needed for each count.
  private init?(counting syntax: RegexSyntax) {
    guard case .sequence(let items) = syntax, items.count == 3, items[0] == .textStart, items[2] == .textEnd,
      case .repetition(.set(let set), let minimum, let maximum) = items[1], minimum > 1 || (maximum ?? 0) > 1
    else { return nil }
    let alphabet = Alphabet(telling: [set])
    var next = [Int32](repeating: -1, count: alphabet.count)
    let neutral = set.withNeutralSurrogates
    for (start, symbol) in zip(alphabet.starts, alphabet.classes) where neutral.contains(start) {
      next[Int(symbol)] = 0
    }
    automaton = TextAutomaton(alphabet: alphabet, next: next, accepts: [true], start: 0)
    self.minimum = minimum
    self.maximum = maximum ?? Lexeme.unbounded
  }
}
