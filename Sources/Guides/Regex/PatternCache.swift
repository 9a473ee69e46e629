import Synchronization

/// A cache of pattern automata, shared by all schemas with the same patterns.
final class PatternCache: Sendable {
  /// The maximum total number of table entries of the cached automata, four bytes each.
  private static let capacity = 6_000_000

  /// The source of an automaton.
  enum Key: Hashable, Sendable {
    /// The texts that contain a match of a regular expression.
    case search(String)
    /// The texts that a regular expression matches entirely.
    case whole(String)
    case number(NumberConstraint, NumberSpelling)
  }

  /// The cache shared by all guides of the process.
  static let shared = PatternCache()

  private let state = Mutex<(automata: [Key: Pattern], size: Int)>(([:], 0))

  /// Returns the pattern for a key, creating it if necessary.
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

/// A pattern: an automaton with bounds on the length of the text.
struct Pattern: Sendable {
  var automaton: TextAutomaton
  var minimum = 0
  var maximum = Lexeme.unbounded
  /// The number of steps taken to construct the automaton.
  var work = 0
}

/// The work budget of all patterns of a guide; single patterns have their own limits.
struct PatternBudget {
  private var remaining = RegexProgram.maximumWork
  private var charged: Set<String> = []

  /// Creates a pattern and charges its work, once per name.
  ///
  /// Cached patterns are charged as well, so that results do not depend on the cache.
  mutating func charge(for name: String, _ pattern: () throws(GuideError) -> Pattern) throws(GuideError) {
    guard !charged.contains(name) else { return }
    try charge(0)
    try charge(pattern().work)
    charged.insert(name)
  }

  /// Charges an amount of work.
  mutating func charge(_ work: Int) throws(GuideError) {
    remaining -= work
    guard remaining >= 0 else { throw .tooComplex(pointer: "", reason: "the patterns together need too much work") }
  }
}

extension Pattern {
  /// Creates the pattern of the texts that contain a match of a regular expression.
  init(searching source: String) throws(GuideError) {
    self = try PatternCache.shared.pattern(.search(source)) { () throws(GuideError) in
      let syntax = try RegexParser.parse(source)
      if let counted = Pattern(counting: syntax) { return counted }
      let (automaton, work) = try RegexProgram(syntax).automaton(matchesWhole: false)
      return Pattern(automaton: automaton, work: work)
    }
  }

  /// Creates the pattern of the texts that a regular expression matches entirely.
  init(matching source: String) throws(GuideError) {
    self = try PatternCache.shared.pattern(.whole(source)) { () throws(GuideError) in
      let syntax = try RegexParser.parse(source)
      let (automaton, work) = try RegexProgram(syntax).automaton(matchesWhole: true)
      return Pattern(automaton: automaton, work: work)
    }
  }

  /// Creates the pattern of an expression such as `^[a-z]{1,20000}$`: a class with bounds of length instead of states.
  private init?(counting syntax: RegexSyntax) {
    guard case .sequence(let items) = syntax, items.count == 3, items[0] == .textStart, items[2] == .textEnd,
      case .repetition(.set(let set), let minimum, let maximum) = items[1], minimum > 1 || (maximum ?? 0) > 1
    else { return nil }
    let alphabet = Alphabet(distinguishing: [set])
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
