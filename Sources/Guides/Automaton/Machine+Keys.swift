/// Names of properties.
extension Machine {
  /// The state before a name's opening quote, nil if no name may come.
  func keyStart(_ rule: Int32, _ progress: Int32) -> KeyState? {
    let object = grammar.objects[Int(rule)].rule
    let choices = objects[Int(progress)].choices
    let extra = choices.allowsExtras ? object.classifier?.start ?? 0 : -1
    guard extra >= 0 || !choices.ranks.isEmpty else { return nil }
    return KeyState(low: 0, high: Int32(object.names.count), depth: 0, extra: extra, partial: TextDecoder.unopened)
  }

  /// How names are spelled: where any name may come, in any way; otherwise in one.
  func keyDecoder(_ state: KeyState, _ object: Grammar.Shared) -> TextDecoder {
    TextDecoder(isQuoted: true, allowsEveryEscape: state.extra >= 0 && object.rule.classifier == nil)
  }

  mutating func step(
    key state: KeyState, _ rule: Int32, _ progress: Int32, _ stack: Int32, _ byte: UInt8, _ next: inout [Configuration]
  ) {
    let object = grammar.objects[Int(rule)]
    let choices = objects[Int(progress)].choices
    switch stepKey(state, object, choices.ranks, byte) {
    case .dead: break
    case .open(let state): next.append(.init(head: .key(rule, progress: progress, state), stack: stack))
    case .closed: next += afterKey(state, rule, progress, stack)
    }
  }

  /// What comes after a name that ends in a state.
  mutating func afterKey(_ state: KeyState, _ rule: Int32, _ progress: Int32, _ stack: Int32) -> [Configuration] {
    let object = grammar.objects[Int(rule)]
    let (_, current, choices) = objects[Int(progress)]
    var result: [Configuration] = []
    func add(_ option: ObjectRule.Option, _ after: ObjectProgress) {
      guard grammar.isPossible(option.node), object.rule.isViable(after) else { return }
      let head = Configuration.Head.colon(rule, progress: number(after, rule), node: Int32(option.node))
      result.append(.init(head: head, stack: stack, spaces: spacesBetween))
    }
    if let rank = object.rule.rank(state) {
      guard choices.ranks.contains(rank) else { return [] }
      for option in object.rule.options[rank] {
        add(option, object.rule.adding(rank, current, isWitness: option.isWitness))
      }
    } else if state.extra >= 0, let kind = object.rule.kind(state.extra) {
      for option in object.rule.extras[kind] {
        add(option, object.rule.addingExtra(current, isWitness: option.isWitness))
      }
    }
    return result
  }

  /// What a byte of a name leads to.
  enum KeyStep {
    case dead, closed
    case open(KeyState)
  }

  func stepKey(_ state: KeyState, _ object: Grammar.Shared, _ ranks: BitSet, _ byte: UInt8) -> KeyStep {
    switch keyDecoder(state, object).step(state.partial, byte) {
    case .dead: return .dead
    case .opened: return .open(state.opened)
    case .closed:
      if let rank = object.rule.rank(state) { return ranks.contains(rank) ? .closed : .dead }
      return state.extra >= 0 && object.rule.kind(state.extra) != nil ? .closed : .dead
    case .scalar(let point):
      let next = object.rule.advance(state, point)
      return next.extra >= 0 || ranks.intersects(Int(next.low)..<Int(next.high)) ? .open(next) : .dead
    case .partial(let partial, let range):
      return object.rule.canContinue(state, range, ranks) ? .open(state.with(partial)) : .dead
    case .escape(let partial):
      let ranges = keyDecoder(state, object).meanings(of: partial)
      return ranges.contains { object.rule.canContinue(state, $0, ranks) } ? .open(state.with(partial)) : .dead
    }
  }
}

extension KeyState {
  /// The state after the opening quote.
  var opened: KeyState { with(0) }

  func with(_ partial: UInt32) -> KeyState {
    var state = self
    state.partial = partial
    return state
  }
}

extension ObjectRule {
  /// The rank of the declared name that ends in a state, nil if none does.
  func rank(_ state: KeyState) -> Int? {
    // The shortest of the names that begin alike is the first.
    guard state.low < state.high, names[Int(state.low)].count == Int(state.depth) else { return nil }
    return Int(state.low)
  }

  /// The class of the undeclared name that ends in a state of the classifier.
  func kind(_ extra: Int32) -> Int? {
    guard let classifier else { return 0 }
    let kind = classifier.output[Int(extra)]
    return kind >= 0 ? Int(kind) : nil
  }

  /// The state after a character.
  func advance(_ state: KeyState, _ point: UInt32) -> KeyState {
    var next = state
    next.partial = 0
    if state.low < state.high {
      if point < 128 {
        narrow(&next, UInt8(point))
      } else if let scalar = Unicode.Scalar(point), let bytes = UTF8.encode(scalar) {
        for byte in bytes { narrow(&next, byte) }
      }
    }
    if state.low >= state.high || next.low >= next.high { (next.low, next.high, next.depth) = (0, 0, 0) }
    if state.extra >= 0, let classifier { next.extra = classifier.step(state.extra, point) }
    return next
  }

  private func narrow(_ state: inout KeyState, _ byte: UInt8) {
    let depth = Int(state.depth)
    var low = state.low
    while low < state.high, names[Int(low)].count <= depth || names[Int(low)][depth] < byte { low += 1 }
    var high = low
    while high < state.high, names[Int(high)].count > depth, names[Int(high)][depth] == byte { high += 1 }
    (state.low, state.high, state.depth) = (low, high, state.depth + 1)
  }

  /// The bytes with which names can go on from the beginning of a character, nil if that may be nearly any.
  ///
  /// - Parameter declaredOnly: Whether only declared names count.
  func nextBytes(_ state: KeyState, declaredOnly: Bool = false) -> [UInt8]? {
    guard state.partial == 0 || state.partial == TextDecoder.unopened else { return nil }
    if state.partial == TextDecoder.unopened { return [UInt8(ascii: "\"")] }
    guard state.extra < 0 || declaredOnly else { return nil }
    // A name's end, and an escape.
    var bytes: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "\\")]
    for rank in state.low..<state.high {
      let name = names[Int(rank)]
      if name.count > state.depth, bytes.last != name[Int(state.depth)] { bytes.append(name[Int(state.depth)]) }
    }
    return bytes.count > 2 ? Array(Set(bytes)) : bytes
  }

  /// Whether one of the characters of a range may come next.
  func canContinue(_ state: KeyState, _ range: ClosedRange<UInt32>, _ ranks: BitSet) -> Bool {
    if state.extra >= 0, classifier?.canContinue(state.extra, range) ?? true { return true }
    return (state.low..<state.high).contains { rank in
      guard ranks.contains(Int(rank)) else { return false }
      let rest = names[Int(rank)][Int(state.depth)...]
      return String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first.map { range.contains($0.value) } ?? false
    }
  }
}
