/// A piece of text that an automaton describes: a string with its quotes, a number, a word.
///
/// A quoted lexeme ends with its closing quote; any other ends where its automaton accepts and something else follows.
final class Lexeme: Sendable {
  let automaton: TextAutomaton
  let decoder: TextDecoder
  /// The least number of code points.
  let minimum: Int
  /// The greatest number of code points; `Int32.max` if there is no bound.
  let maximum: Int
  /// What is needed to know whether the bounds can still be met, nil if there are none or any text will do.
  let lengths: LengthTable?
  /// The unit of cost: what each class of characters costs at least, with the character that does.
  let cheapest: [(scalar: UInt32, bytes: Int)]
  /// The fewest bytes from each state to acceptance, closing quote not counted; bounds of length not regarded.
  let distances: [Int]

  static let unbounded = Int(Int32.max)

  init(
    _ automaton: TextAutomaton, isQuoted: Bool, allowsEveryEscape: Bool, minimum: Int = 0, maximum: Int = unbounded
  ) throws(GuideError) {
    self.automaton = automaton
    decoder = TextDecoder(isQuoted: isQuoted, allowsEveryEscape: allowsEveryEscape)
    self.minimum = minimum
    self.maximum = maximum
    let isBounded = minimum > 0 || maximum < Self.unbounded
    let isUniversal = automaton.start >= 0 && automaton.start == automaton.universal
    lengths =
      isBounded && !isUniversal && !automaton.isEmpty ? try LengthTable(automaton, maximum: maximum) : nil
    cheapest = Self.cheapest(automaton.alphabet, isQuoted: isQuoted)
    distances = Self.distances(automaton, cheapest.map(\.bytes))
  }

  /// A string of any characters, only their number being bounded.
  init(anythingBetween minimum: Int, and maximum: Int, allowsEveryEscape: Bool) {
    automaton = .everything
    decoder = TextDecoder(isQuoted: true, allowsEveryEscape: allowsEveryEscape)
    self.minimum = minimum
    self.maximum = maximum
    lengths = nil
    cheapest = Self.cheapest(automaton.alphabet, isQuoted: true)
    distances = [0]
  }

  /// Whether there is no such text.
  var isEmpty: Bool { automaton.isEmpty || minimum > maximum || !isAlive(automaton.start, 0) }

  /// Whether the number of characters matters.
  var isBounded: Bool { minimum > 0 || maximum < Self.unbounded }

  /// Whether a text can still be completed after `count` characters.
  func isAlive(_ state: Int32, _ count: Int32) -> Bool {
    let count = Int(count)
    guard let lengths else { return count <= maximum }
    return lengths.shortest(state, from: max(0, minimum - count), through: maximum - count) != nil
  }

  /// Whether the text may end here.
  func accepts(_ state: LexemeState) -> Bool {
    state.partial == 0 && automaton.accepts[Int(state.state)] && state.count >= minimum
  }

  /// The number of characters as far as it matters.
  func saturated(_ count: Int32) -> Int32 {
    maximum == Self.unbounded ? min(count, Int32(minimum)) : count
  }
}

/// How far a lexeme has been read.
struct LexemeState: Hashable, Sendable {
  /// The automaton's state.
  var state: Int32
  /// The number of characters read, as far as it matters.
  var count: Int32
  /// What has been read of an unfinished character.
  var partial: UInt32
}
