import SwiftletJSON

/// The construction of a shortest completion from a state of the automaton.
struct Completion {
  /// A pending part of the completion; the next one is last in ``items``.
  enum Item {
    case bytes([UInt8])
    case node(Int)
    /// The rest of an object or array, with or without members so far.
    case object(Grammar.ObjectRuleBox, ObjectProgress, hasMembers: Bool)
    case array(Int, ArrayProgress, hasMembers: Bool)
    /// The rest of an array of different scalars, with the values so far.
    case different(Int, ArrayProgress, UsedValues, hasMembers: Bool)
  }

  /// The maximum length of a completion, in bytes.
  private static let maximumBytes = 1 << 24

  let machine: PushdownAutomaton
  private var shortestStacks: ShortestStacks
  var grammar: Grammar { machine.grammar }
  var items: [Item] = []
  var text: [UInt8] = []
  /// The work so far: the length of the texts in bytes, and the names looked at.
  private var work = 0

  private init(_ machine: PushdownAutomaton, _ shortestStacks: ShortestStacks) {
    (self.machine, self.shortestStacks) = (machine, shortestStacks)
  }

  /// Returns the shortest of the completions of a state's configurations, nil if all are too long.
  static func text(_ state: Int32, _ machine: inout PushdownAutomaton) -> [UInt8]? {
    var work = 0
    return text(state, &machine, &work)
  }

  /// Returns the shortest of the completions of a state's configurations, and adds the work that they took.
  static func text(_ state: Int32, _ machine: inout PushdownAutomaton, _ work: inout Int) -> [UInt8]? {
    var known = ShortestStacks()
    // Taken out while they are extended, as the automaton is shared with the completion.
    swap(&known, &machine.shortestStacks)
    var completion = Completion(machine, known)
    var shortest: [UInt8]?
    for member in machine.states[Int(state)] {
      let text = completion.text(of: machine.configurations[Int(member)])
      if let text, text.count < shortest?.count ?? .max { shortest = text }
    }
    machine.shortestStacks = completion.shortestStacks
    work += completion.work
    return shortest
  }

  private mutating func text(of configuration: Configuration) -> [UInt8]? {
    let before = work
    guard let frames = shortestStack(configuration.stack) else { return nil }
    // What is known about stacks depends on the states before, but the work does not.
    work = before
    defer { work += text.count }
    (items, text) = ([], [])
    // Outer frames are completed last, so they are pushed first.
    for frame in frames.reversed() { push(frame) }
    guard begin(configuration) else { return nil }
    return writeItems() ? text : nil
  }

  private mutating func push(_ frame: Frame) {
    let rule = Int(frame.rule)
    switch frame.kind {
    case .object:
      let progress = machine.objects[Int(frame.progress)].progress
      items.append(.object(grammar.objects[rule], progress, hasMembers: true))
    case .array: items.append(array(rule, machine.arrays[Int(frame.progress)].progress, hasMembers: true))
    case .sequence:
      for node in grammar.sequences[rule][Int(frame.progress)...].reversed() { items.append(.node(node)) }
    }
  }

  /// Writes all items; returns false if they cannot be completed or are too long.
  private mutating func writeItems() -> Bool {
    while let item = items.popLast() {
      guard write(item), text.count <= Self.maximumBytes else { return false }
    }
    return true
  }

  /// Returns the frames of the stack of a set with the shortest completion, nil if all are too long.
  private mutating func shortestStack(_ stack: Int32) -> [Frame]? {
    var known = ShortestStacks()
    swap(&known, &shortestStacks)
    defer { swap(&known, &shortestStacks) }
    return known.frames(of: stack, machine) { frame in
      (items, text) = ([], [])
      push(frame)
      return writeItems() ? text.count : .max
    }
  }

  private func array(_ rule: Int, _ progress: ArrayProgress, hasMembers: Bool) -> Item {
    guard grammar.arrays[rule].recordsValues else { return .array(rule, progress, hasMembers: hasMembers) }
    return .different(rule, progress, UsedValues(machine.valueSets, progress.values), hasMembers: hasMembers)
  }

  /// Writes or schedules the completion of the current position.
  private mutating func begin(_ configuration: Configuration) -> Bool {
    switch configuration.position {
    case .after: break
    case .value(let node): items.append(.node(Int(node)))
    case .lexeme(let index, let state):
      let lexeme = grammar.lexemes[Int(index)]
      guard configuration.spelling != 0 else { return finish(lexeme, state) }
      let characters = lexeme.decoder.characters(of: machine.spellings.text(configuration.spelling))
      guard case .different(let rule, let progress, let used, _)? = items.popLast(),
        let rest = rest(ofElement: Int(index), state, after: characters, besides: used)
      else { return false }
      write(rest, rule, progress, used)
    case .openObject(let rule):
      text.append(UInt8(ascii: "{"))
      items.append(.object(grammar.objects[Int(rule)], ObjectProgress(), hasMembers: false))
    case .firstKey(let rule):
      items.append(.object(grammar.objects[Int(rule)], ObjectProgress(), hasMembers: false))
    case .openArray(let rule):
      text.append(UInt8(ascii: "["))
      items.append(array(Int(rule), ArrayProgress(), hasMembers: false))
    case .firstElement(let rule): items.append(array(Int(rule), ArrayProgress(), hasMembers: false))
    case .element(let rule, let progress):
      return element(Int(rule), machine.arrays[Int(progress)].progress)
    case .colon(let rule, let progress, let node):
      text.append(UInt8(ascii: ":"))
      items.append(.object(grammar.objects[Int(rule)], machine.objects[Int(progress)].progress, hasMembers: true))
      items.append(.node(Int(node)))
    case .key(let rule, let progress, let state):
      return finish(key: state, grammar.objects[Int(rule)], progress, configuration.spelling)
    }
    return true
  }

  private mutating func write(_ item: Item) -> Bool {
    switch item {
    case .bytes(let bytes): text += bytes
    case .node(let node):
      switch grammar.nodes[node].cheapest {
      case .lexeme(let index): return finish(grammar.lexemes[index], grammar.lexemes[index].start)
      case .object(let rule):
        text.append(UInt8(ascii: "{"))
        items.append(.object(grammar.objects[rule], ObjectProgress(), hasMembers: false))
      case .array(let rule):
        text.append(UInt8(ascii: "["))
        items.append(array(rule, ArrayProgress(), hasMembers: false))
      case .sequence(let index): for part in grammar.sequences[index].reversed() { items.append(.node(part)) }
      case nil: return false
      }
    case .object(let object, let progress, let hasMembers):
      work += object.rule.stepWork
      guard let step = object.rule.completionStep(progress, grammar) else {
        text.append(UInt8(ascii: "}"))
        return true
      }
      if hasMembers { text.append(UInt8(ascii: ",")) }
      JSONString.append(quoted: step.name, to: &text)
      text.append(UInt8(ascii: ":"))
      let isRecorded = step.rank == nil && object.rule.recordsNames(progress)
      items.append(object.rest(step.progress, using: isRecorded ? step.name : nil))
      items.append(.node(step.node))
    case .array(let rule, let progress, let hasMembers):
      guard let completion = grammar.arrays[rule].completion(progress, grammar) else { return false }
      guard let next = completion.next else {
        text.append(UInt8(ascii: "]"))
        return true
      }
      if hasMembers { text.append(UInt8(ascii: ",")) }
      items.append(.array(rule, next.progress, hasMembers: true))
      items.append(.node(next.node))
    case .different(let rule, let progress, let used, let hasMembers):
      guard grammar.arrays[rule].mayEnd(progress) else {
        if hasMembers { text.append(UInt8(ascii: ",")) }
        return writeDifferent(rule, progress, used)
      }
      text.append(UInt8(ascii: "]"))
    }
    return true
  }

  /// Schedules an element, which is required after a comma even if the array could have ended before it.
  private mutating func element(_ rule: Int, _ progress: ArrayProgress) -> Bool {
    let array = grammar.arrays[rule]
    if array.recordsValues { return writeDifferent(rule, progress, UsedValues(machine.valueSets, progress.values)) }
    var best: (cost: Int, node: Int, progress: ArrayProgress)?
    for (node, after) in array.next(progress, grammar) {
      guard let rest = array.completion(after, grammar) else { continue }
      let cost = GrammarCosts.sum(rest.cost, grammar.nodes[node].cost)
      if cost < best?.cost ?? .max { best = (cost, node, after) }
    }
    guard let best else { return false }
    items.append(.array(rule, best.progress, hasMembers: true))
    items.append(.node(best.node))
    return true
  }

  /// Writes the rest of a lexeme.
  private mutating func finish(_ lexeme: Lexeme, _ start: LexemeState) -> Bool {
    guard let rest = Self.rest(of: lexeme, start) else { return false }
    text += rest
    return true
  }

  /// Returns the shortest rest of a lexeme, with a closing quote; nil if there is none.
  static func rest(of lexeme: Lexeme, _ start: LexemeState) -> [UInt8]? {
    var state = start
    var text: [UInt8] = []
    while state.partial != 0 {
      guard let (byte, next) = anyStep(lexeme, state) else { return nil }
      text.append(byte)
      state = next
    }
    return text + Self.text(of: lexeme.completion(from: state), lexeme)
  }

  /// Returns the spelling of the last characters of a lexeme, with a closing quote.
  static func text(of points: [UInt32], _ lexeme: Lexeme) -> [UInt8] {
    var characters: [UInt8] = []
    for point in points { characters.append(utf8: point) }
    guard lexeme.decoder.isQuoted else { return characters }
    var text: [UInt8] = []
    for byte in characters { JSONString.append(byte, to: &text) }
    return text + [UInt8(ascii: "\"")]
  }

  /// Returns a byte that continues an incomplete character, any of which can be completed.
  private static func anyStep(_ lexeme: Lexeme, _ state: LexemeState) -> (UInt8, LexemeState)? {
    for byte in UInt8.min ... .max {
      if case .open(let next) = lexeme.step(state, byte) { return (byte, next) }
    }
    return nil
  }
}
