/// A lexeme described by an automaton: a string with its quotes, a number, a literal or other regular text.
///
/// A quoted lexeme ends with its closing quote; any other ends where its automaton accepts and something else follows.
final class Lexeme: Sendable {
  let automaton: TextAutomaton
  let decoder: TextDecoder
  /// The minimum number of code points.
  let minimum: Int
  /// The maximum number of code points; `Int32.max` if unbounded.
  let maximum: Int
  /// The table for checking the bounds of length; nil without bounds or if any text is accepted.
  let lengths: LengthTable?
  /// The cheapest character of each class, with its encoded length in bytes.
  let cheapest: [(scalar: UInt32, bytes: Int)]
  /// The fewest bytes from each state to acceptance, without the closing quote and ignoring bounds of length.
  let distances: [Int]
  /// The bytes that occur in spellings of the lexeme's texts, and possibly some others.
  let bytes: ByteSet

  static let unbounded = Int(Int32.max)
  /// The largest minimum length of a constrained text, whose shortest completions take as many steps.
  private static let maximumMinimum = 1_000_000

  init(
    _ automaton: TextAutomaton, isQuoted: Bool, allowsEveryEscape: Bool, minimum: Int = 0, maximum: Int = unbounded
  ) throws(GuideError) {
    self.automaton = automaton
    decoder = TextDecoder(isQuoted: isQuoted, allowsEveryEscape: allowsEveryEscape)
    self.minimum = minimum
    self.maximum = maximum
    let isBounded = minimum > 0 || maximum < Self.unbounded
    let isUniversal = automaton.start >= 0 && automaton.start == automaton.universal
    if isBounded && !isUniversal && !automaton.isEmpty {
      guard minimum <= Self.maximumMinimum else {
        throw .tooComplex(pointer: "", reason: "a pattern with at least \(minimum) characters")
      }
      lengths = try LengthTable(automaton, maximum: maximum)
    } else {
      lengths = nil
    }
    cheapest = Self.cheapest(automaton.alphabet, isQuoted: isQuoted)
    distances = Self.distances(automaton, cheapest.map(\.bytes))
    bytes = Self.bytes(automaton, isQuoted: isQuoted)
  }

  /// Creates the lexeme of strings that are constrained only in length.
  init(anyStringOfMinimumLength minimum: Int, maximumLength maximum: Int, allowsEveryEscape: Bool) {
    automaton = .everything
    decoder = TextDecoder(isQuoted: true, allowsEveryEscape: allowsEveryEscape)
    self.minimum = minimum
    self.maximum = maximum
    lengths = nil
    cheapest = Self.cheapest(automaton.alphabet, isQuoted: true)
    distances = [0]
    bytes = Self.bytes(automaton, isQuoted: true)
  }

  /// True if the lexeme matches no text.
  var isEmpty: Bool { automaton.isEmpty || minimum > maximum || !isAlive(automaton.start, 0) }

  /// True if the number of characters is bounded.
  var isBounded: Bool { minimum > 0 || maximum < Self.unbounded }

  /// Returns true if a text of `count` characters can be completed from a state.
  func isAlive(_ state: Int32, _ count: Int32) -> Bool {
    let count = Int(count)
    guard let lengths else { return count <= maximum }
    return lengths.shortest(state, from: max(0, minimum - count), through: maximum - count) != nil
  }

  /// Returns true if the lexeme may end in a state.
  func accepts(_ state: LexemeState) -> Bool {
    state.partial == 0 && automaton.accepts[Int(state.state)] && state.count >= minimum
  }

  /// Returns a character count, saturated where it makes no difference.
  func saturated(_ count: Int32) -> Int32 {
    maximum == Self.unbounded ? min(count, Int32(minimum)) : count
  }
}

/// The state within a lexeme.
struct LexemeState: Hashable, Sendable {
  /// The automaton's state.
  var state: Int32
  /// The number of characters read, saturated where it makes no difference.
  var count: Int32 = 0
  /// The state of the text decoder, nonzero within a character.
  var partial: UInt32 = 0
}
