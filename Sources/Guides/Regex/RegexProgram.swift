/// A nondeterministic finite automaton by Thompson's construction.
struct RegexProgram {
  /// The maximum number of instructions, which limits the memory of nested counts.
  static let maximumCount = 60_000

  /// An instruction of a thread.
  enum Instruction {
    /// Consumes a character of the set with the given index.
    case consume(set: Int, next: Int)
    /// Continues at both instructions.
    case split(Int, Int)
    case textStart(Int)
    /// Continues after the first character only.
    case afterTextStart(Int)
    case textEnd(Int)
    /// Continues if the assertion with the given index holds.
    case look(Int, next: Int)
    case match
  }

  /// An assertion about the text on one side of a position.
  struct Look {
    /// The automaton of the following text, or of the preceding text, of which the assertion holds.
    var automaton: TextAutomaton
    var isAhead: Bool
    var isNegative: Bool
  }

  private(set) var instructions: [Instruction] = []
  private(set) var sets: [CodePointSet] = []
  private(set) var looks: [Look] = []
  /// The work of the assertions' automata.
  private(set) var lookWork = 0
  private(set) var start = 0
  private var numbers: [CodePointSet: Int] = [:]
  private var lookNumbers: [RegexSyntax: Int] = [:]

  init(_ syntax: RegexSyntax) throws(GuideError) {
    instructions.append(.match)
    start = try emit(syntax, 0)
  }

  private mutating func add(_ instruction: Instruction) throws(GuideError) -> Int {
    guard instructions.count < Self.maximumCount else {
      throw .tooComplex(pointer: "", reason: "a pattern of more than \(Self.maximumCount) steps")
    }
    instructions.append(instruction)
    return instructions.count - 1
  }

  /// Emits the instructions of a tree before the instruction `next`; returns the first.
  private mutating func emit(_ syntax: RegexSyntax, _ next: Int) throws(GuideError) -> Int {
    switch syntax {
    case .set(let set):
      let number = numbers[set] ?? sets.count
      if number == sets.count {
        sets.append(set)
        numbers[set] = number
      }
      return try add(.consume(set: number, next: next))
    case .sequence(let items):
      var entry = next
      for item in items.reversed() { entry = try emit(item, entry) }
      return entry
    case .choice(let branches):
      var entry = try emit(branches[branches.count - 1], next)
      for branch in branches.dropLast().reversed() { entry = try add(.split(try emit(branch, next), entry)) }
      return entry
    case .repetition(let item, let minimum, let maximum):
      var entry = next
      if let maximum {
        for _ in minimum..<maximum { entry = try add(.split(try emit(item, entry), next)) }
      } else {
        let loop = try add(.split(next, next))
        instructions[loop] = .split(try emit(item, loop), next)
        entry = loop
      }
      for _ in 0..<minimum {
        let first = try emit(item, entry)
        // A part without instructions need not be repeated, whatever the count.
        if first == entry { break }
        entry = first
      }
      return entry
    case .textStart: return try add(.textStart(next))
    case .textEnd: return try add(.textEnd(next))
    case .look(let content, let isAhead, let isNegative):
      let entry = try add(.look(look(syntax, content, isAhead: isAhead, isNegative: isNegative), next: next))
      guard isAhead, content.contains({ $0 == .textStart }) else { return entry }
      // The assertion's automaton takes its own beginning for that of the text, so another one serves elsewhere.
      let later = RegexSyntax.look(content.afterTextStart, isAhead: true, isNegative: isNegative)
      return try add(.split(try add(.textStart(entry)), try add(.afterTextStart(try emit(later, next)))))
    }
  }

  /// Returns the index of an assertion, whose automaton is built on first use.
  private mutating func look(
    _ syntax: RegexSyntax, _ content: RegexSyntax, isAhead: Bool, isNegative: Bool
  ) throws(GuideError) -> Int {
    if let known = lookNumbers[syntax] { return known }
    let anything = RegexSyntax.repetition(.set(.all), minimum: 0, maximum: nil)
    // The text that follows begins with a match; the text so far ends with one.
    let program = try RegexProgram(isAhead ? .sequence([.textStart, content]) : .sequence([anything, content]))
    let (automaton, work) = try program.automaton(matchesWhole: !isAhead)
    lookWork += work
    looks.append(Look(automaton: automaton, isAhead: isAhead, isNegative: isNegative))
    lookNumbers[syntax] = looks.count - 1
    return looks.count - 1
  }
}
