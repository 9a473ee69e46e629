import SwiftletJSON

/// The construction of a shortest completion from a state of the automaton.
struct Completion {
  /// A pending part of the completion; the next one is last in ``items``.
  private enum Item {
    case bytes([UInt8])
    case node(Int)
    /// The rest of an object or array, with or without members so far.
    case object(Int, ObjectProgress, hasMembers: Bool)
    case array(Int, ArrayProgress, hasMembers: Bool)
  }

  /// The maximum length of a completion, in bytes.
  private static let maximumBytes = 1 << 24

  let machine: PushdownAutomaton
  private var grammar: Grammar { machine.grammar }
  private var items: [Item] = []
  private var text: [UInt8] = []

  init(_ machine: PushdownAutomaton) { self.machine = machine }

  /// Returns the shortest of the completions of a state's configurations, nil if all are too long.
  static func text(_ state: Int32, _ machine: PushdownAutomaton) -> [UInt8]? {
    machine.states[Int(state)].compactMap { member in
      var completion = Completion(machine)
      return completion.text(of: machine.configurations[Int(member)])
    }.min { $0.count < $1.count }
  }

  private mutating func text(of configuration: Configuration) -> [UInt8]? {
    // Outer frames are completed last, so they are pushed first.
    var frames: [Frame] = []
    var stack = configuration.stack
    while stack != 0 {
      frames.append(machine.frames[Int(stack)])
      stack = machine.frames[Int(stack)].parent
    }
    for frame in frames.reversed() {
      let rule = Int(frame.rule)
      switch frame.kind {
      case .object: items.append(.object(rule, machine.objects[Int(frame.progress)].progress, hasMembers: true))
      case .array: items.append(.array(rule, machine.arrays[Int(frame.progress)].progress, hasMembers: true))
      case .sequence:
        for node in grammar.sequences[rule][Int(frame.progress)...].reversed() { items.append(.node(node)) }
      }
    }
    guard begin(configuration.position) else { return nil }
    while let item = items.popLast() {
      guard write(item), text.count <= Self.maximumBytes else { return nil }
    }
    return text
  }

  /// Writes or schedules the completion of the current position.
  private mutating func begin(_ position: Configuration.Position) -> Bool {
    switch position {
    case .after: break
    case .value(let node): items.append(.node(Int(node)))
    case .lexeme(let index, let state): return finish(grammar.lexemes[Int(index)], state)
    case .openObject(let rule):
      text.append(UInt8(ascii: "{"))
      items.append(.object(Int(rule), ObjectProgress(), hasMembers: false))
    case .firstKey(let rule): items.append(.object(Int(rule), ObjectProgress(), hasMembers: false))
    case .openArray(let rule):
      text.append(UInt8(ascii: "["))
      items.append(.array(Int(rule), ArrayProgress(), hasMembers: false))
    case .firstElement(let rule): items.append(.array(Int(rule), ArrayProgress(), hasMembers: false))
    case .element(let rule, let progress):
      return element(Int(rule), machine.arrays[Int(progress)].progress)
    case .colon(let rule, let progress, let node):
      text.append(UInt8(ascii: ":"))
      items.append(.object(Int(rule), machine.objects[Int(progress)].progress, hasMembers: true))
      items.append(.node(Int(node)))
    case .key(let rule, let progress, let state): return finish(key: state, Int(rule), progress)
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
        items.append(.object(rule, ObjectProgress(), hasMembers: false))
      case .array(let rule):
        text.append(UInt8(ascii: "["))
        items.append(.array(rule, ArrayProgress(), hasMembers: false))
      case .sequence(let index): for part in grammar.sequences[index].reversed() { items.append(.node(part)) }
      case nil: return false
      }
    case .object(let rule, let progress, let hasMembers):
      guard let step = grammar.objects[rule].rule.completionStep(progress, grammar) else {
        text.append(UInt8(ascii: "}"))
        return true
      }
      if hasMembers { text.append(UInt8(ascii: ",")) }
      JSONString.append(quoted: step.name, to: &text)
      text.append(UInt8(ascii: ":"))
      items.append(.object(rule, step.progress, hasMembers: true))
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
    }
    return true
  }

  /// Schedules an element, which is required after a comma even if the array could have ended before it.
  private mutating func element(_ rule: Int, _ progress: ArrayProgress) -> Bool {
    let array = grammar.arrays[rule]
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
    var state = start
    while state.partial != 0 {
      guard let (byte, next) = Self.anyStep(lexeme, state) else { return false }
      text.append(byte)
      state = next
    }
    for point in lexeme.completion(from: state) {
      guard let scalar = Unicode.Scalar(point), let bytes = UTF8.encode(scalar) else { return false }
      for byte in bytes { if lexeme.decoder.isQuoted { JSONString.append(byte, to: &text) } else { text.append(byte) } }
    }
    if lexeme.decoder.isQuoted { text.append(UInt8(ascii: "\"")) }
    return true
  }

  /// Returns a byte that continues an incomplete character, any of which can be completed.
  private static func anyStep(_ lexeme: Lexeme, _ state: LexemeState) -> (UInt8, LexemeState)? {
    for byte in UInt8.min ... .max {
      if case .open(let next) = lexeme.step(state, byte) { return (byte, next) }
    }
    return nil
  }

  /// Writes the rest of a property name and schedules its value.
  private mutating func finish(key start: KeyState, _ rule: Int, _ number: Int32) -> Bool {
    let object = grammar.objects[rule]
    let (_, progress, choices) = machine.objects[Int(number)]
    var state = start
    while state.partial != 0 {
      var found = false
      for byte in UInt8.min ... .max {
        if case .open(let next) = object.step(state, choices.ranks, byte) {
          text.append(byte)
          state = next
          found = true
          break
        }
      }
      guard found else { return false }
    }
    var best: (cost: Int, rank: Int, option: ObjectRule.Option)?
    for rank in Int(state.low)..<Int(state.high) where choices.ranks.contains(rank) {
      for option in object.rule.options(rank, progress, grammar) {
        let after = object.rule.adding(rank, progress, isWitness: option.isWitness)
        guard grammar.isPossible(option.node), object.rule.isViable(after) else { continue }
        let rest = object.rule.completionCost(after, grammar)
        let cost = GrammarCosts.sum(
          GrammarCosts.sum(grammar.nodes[option.node].cost, rest), object.rule.names[rank].count)
        if cost < best?.cost ?? .max { best = (cost, rank, option) }
      }
    }
    if let best {
      for byte in object.rule.names[best.rank].dropFirst(Int(state.depth)) { JSONString.append(byte, to: &text) }
      schedule(rule, best.option, object.rule.adding(best.rank, progress, isWitness: best.option.isWitness))
      return true
    }
    guard state.extra >= 0, let (rest, kind) = object.rule.shortestEnd(state) else { return false }
    for byte in rest { JSONString.append(byte, to: &text) }
    for option in object.rule.extras(kind, progress, grammar) {
      let after = object.rule.addingExtra(progress, isWitness: option.isWitness)
      guard grammar.isPossible(option.node), object.rule.isViable(after) else { continue }
      schedule(rule, option, after)
      return true
    }
    return false
  }

  private mutating func schedule(_ rule: Int, _ option: ObjectRule.Option, _ after: ObjectProgress) {
    text += "\":".utf8
    items.append(.object(rule, after, hasMembers: true))
    items.append(.node(option.node))
  }
}

extension ObjectRule {
  /// Returns the shortest suffix that completes an undeclared name, with the class of the name.
  fileprivate func shortestEnd(_ state: KeyState) -> (PropertyName, Int)? {
    if let classifier {
      return classifier.shortestName(in: extras.map { !$0.isEmpty }, from: state.extra)
    }
    var current = state
    var rest: PropertyName = []
    // Terminates, as the name eventually is longer than every declared name.
    while rank(current) != nil {
      rest.append(UInt8(ascii: "a"))
      current = advance(current, 0x61)
    }
    return (rest, 0)
  }
}
