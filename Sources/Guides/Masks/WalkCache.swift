/// Walks that were made last, for the next guide with the same lexemes.
///
/// A walk is of use for as long as there is its automaton, which belongs to guides and to the cache of patterns. So an
/// automaton is not kept for its walks, and walks of those that are gone are dropped, whenever there are twice as many
/// walks as there were after the last time.
struct WalkCache {
  /// A lexeme in a state, its automaton being known by its identity.
  struct Key: Hashable {
    private var automaton: ObjectIdentifier
    private var decoder: TextDecoder
    private var minimum: Int
    private var maximum: Int
    private var state: LexemeState
    private var endsAtDelimiter: Bool

    init(_ lexeme: Lexeme, _ state: LexemeState, endsAtDelimiter: Bool) {
      automaton = ObjectIdentifier(lexeme.automaton)
      decoder = lexeme.decoder
      (minimum, maximum) = (lexeme.minimum, lexeme.maximum)
      (self.state, self.endsAtDelimiter) = (state, endsAtDelimiter)
    }
  }

  private struct Entry {
    var walk: LexemeWalk
    weak var automaton: TextAutomaton?

    var byteCount: Int { walk.byteCount + 200 }
  }

  /// How many bytes are kept at most; beyond that all walks are forgotten and made anew.
  private let capacity: Int
  private var entries: [Key: Entry] = [:]
  /// How many there are when those without an automaton are looked for.
  private var sweepCount = Self.fewest
  /// About how many bytes are kept.
  private(set) var byteCount = 0

  /// Fewer walks are not worth looking through.
  private static let fewest = 256

  init(capacity: Int) { self.capacity = capacity }

  /// The number of walks.
  var count: Int { entries.count }

  /// The walk of a key.
  func walk(_ key: Key, of automaton: TextAutomaton) -> LexemeWalk? {
    // Another automaton may have come to lie where one was that is gone.
    guard let entry = entries[key], entry.automaton === automaton else { return nil }
    return entry.walk
  }

  mutating func add(_ walk: LexemeWalk, _ key: Key, of automaton: TextAutomaton) {
    let entry = Entry(walk: walk, automaton: automaton)
    if entries.count >= sweepCount || byteCount + entry.byteCount > capacity { sweep() }
    if byteCount + entry.byteCount > capacity { (entries, byteCount) = ([:], 0) }
    byteCount += entry.byteCount
    if let old = entries.updateValue(entry, forKey: key) { byteCount -= old.byteCount }
  }

  private mutating func sweep() {
    entries = entries.filter { $0.value.automaton != nil }
    byteCount = entries.values.reduce(0) { $0 + $1.byteCount }
    sweepCount = max(Self.fewest, 2 * entries.count)
  }
}
