/// A text whose automaton a shared walk follows.
protocol SharedText {
  /// True if positions have counts of characters.
  var countsCharacters: Bool { get }
  var alphabet: Alphabet { get }
  /// The next states by state and class of characters; negative where the text cannot go on.
  var table: [Int32] { get }
  /// True for the classes of characters that have a transition in some state.
  var liveSymbols: [Bool] { get }

  /// Returns the position in a next state, nil if the text cannot go on there.
  func position(_ position: TextPosition, movedTo state: Int32) -> TextPosition?
  /// Returns true if a character of a range is allowed next.
  func canContinue(_ position: TextPosition, _ range: ClosedRange<UInt32>) -> Bool
  /// Returns the label of the end in a position, negative where the text cannot end.
  func end(_ position: TextPosition) -> Int32
  /// Returns true if every text can follow, but not necessarily the end.
  func refusesNothing(_ position: TextPosition) -> Bool
}

/// A position in a text, at a boundary of characters.
struct TextPosition: Hashable {
  var state: Int32
  /// The number of characters read, saturated where it makes no difference.
  var count: Int32 = 0
}

/// A string that is constrained by a pattern, and possibly in length.
struct SharedString: SharedText {
  let lexeme: Lexeme

  var countsCharacters: Bool { lexeme.isBounded }
  var alphabet: Alphabet { lexeme.automaton.alphabet }
  var table: [Int32] { lexeme.automaton.next }
  var liveSymbols: [Bool] { lexeme.automaton.liveSymbols }

  func position(_ position: TextPosition, movedTo state: Int32) -> TextPosition? {
    let count = lexeme.saturated(position.count + 1)
    return lexeme.isAlive(state, count) ? TextPosition(state: state, count: count) : nil
  }

  func canContinue(_ position: TextPosition, _ range: ClosedRange<UInt32>) -> Bool {
    lexeme.canContinue(LexemeState(state: position.state, count: position.count), range)
  }

  func end(_ position: TextPosition) -> Int32 {
    lexeme.accepts(LexemeState(state: position.state, count: position.count)) ? 0 : -1
  }

  func refusesNothing(_ position: TextPosition) -> Bool {
    !lexeme.isBounded && lexeme.automaton.refusesNothing[Int(position.state)]
  }
}

/// The undeclared names of an object, as its rules for sets of names allow them; ends have the class as their label.
struct SharedNames: SharedText {
  let classifier: KeyClassifier
  /// The classes that are allowed.
  let classes: UInt64
  let table: [Int32]
  let liveSymbols: [Bool]

  init(_ classifier: KeyClassifier, _ classes: UInt64) {
    (self.classifier, self.classes) = (classifier, classes)
    let isAllowed = classifier.ahead.map { $0 & classes != 0 }
    table =
      isAllowed.contains(false)
      ? classifier.next.map { $0 >= 0 && isAllowed[Int($0)] ? $0 : -1 } : classifier.next
    liveSymbols = TextAutomaton.liveSymbols(table, classifier.alphabet.count)
  }

  var countsCharacters: Bool { false }
  var alphabet: Alphabet { classifier.alphabet }

  func position(_ position: TextPosition, movedTo state: Int32) -> TextPosition? { TextPosition(state: state) }

  func canContinue(_ position: TextPosition, _ range: ClosedRange<UInt32>) -> Bool {
    classifier.canContinue(position.state, range, within: classes)
  }

  func end(_ position: TextPosition) -> Int32 {
    let kind = classifier.output[Int(position.state)]
    return kind >= 0 && classes >> UInt64(kind) & 1 == 1 ? kind : -1
  }

  func refusesNothing(_ position: TextPosition) -> Bool {
    // Classes that are not allowed may be refused later.
    classifier.refusesNothing[Int(position.state)] && classifier.ahead[Int(position.state)] & ~classes == 0
  }
}
