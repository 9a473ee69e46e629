/// A cache of lexeme walks, shared by guides with the same lexemes.
///
/// Automata are owned by guides and by the pattern cache, and referenced weakly here. Walks of deallocated automata are
/// removed whenever the number of walks has doubled since the last sweep.
struct WalkCache {
  /// A lexeme and a state; the automaton is identified by its object identity.
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

  /// The capacity in bytes; beyond it the cache is cleared.
  private let capacity: Int
  private var entries: [Key: Entry] = [:]
  /// The number of entries that triggers the next sweep.
  private var sweepCount = Self.minimumSweepCount
  /// The approximate size of the entries, in bytes.
  private(set) var byteCount = 0

  /// The minimum number of entries for a sweep.
  private static let minimumSweepCount = 256

  init(capacity: Int) { self.capacity = capacity }

  /// The number of walks.
  var count: Int { entries.count }

  /// Returns the cached walk of a key, if there is one.
  func walk(_ key: Key, of automaton: TextAutomaton) -> LexemeWalk? {
    // A new automaton may have the address of a deallocated one.
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
    sweepCount = max(Self.minimumSweepCount, 2 * entries.count)
  }
}
