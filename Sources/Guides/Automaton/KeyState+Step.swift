extension Grammar.ObjectRuleBox {
  /// Returns the decoder of names: all escapes are allowed only where any name is.
  func decoder(_ state: KeyState) -> TextDecoder {
    TextDecoder(isQuoted: true, allowsEveryEscape: state.extra >= 0 && rule.classifier == nil)
  }

  /// The result of a byte of a name.
  enum KeyStep {
    case dead, closed
    case open(KeyState)
  }

  /// Advances a name by a byte; only the chosen declared names and classes of undeclared ones are allowed.
  func step(_ state: KeyState, _ choices: ObjectChoices, _ byte: UInt8) -> KeyStep {
    let ranks = choices.ranks
    switch decoder(state).step(state.partial, byte) {
    case .dead: return .dead
    case .opened: return .open(state.opened)
    case .closed:
      if let rank = rule.rank(state) { return ranks.contains(rank) ? .closed : .dead }
      guard state.extra >= 0, let kind = rule.kind(state.extra) else { return .dead }
      return choices.classes >> UInt64(kind) & 1 == 1 ? .closed : .dead
    case .scalar(let point):
      var next = rule.advance(state, point)
      if next.extra >= 0,
        !rule.isOpen(next.extra, within: choices.classes) || !rule.hasUnusedName(next, within: choices.classes)
      {
        next.extra = -1
      }
      return next.extra >= 0 || ranks.intersects(Int(next.low)..<Int(next.high)) ? .open(next) : .dead
    case .partial(let partial, let range):
      return rule.canContinue(state, range, choices) ? .open(state.with(partial)) : .dead
    case .escape(let partial):
      let ranges = decoder(state).possibleCodePoints(of: partial)
      return ranges.contains { rule.canContinue(state, $0, choices) } ? .open(state.with(partial)) : .dead
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
  /// Returns the rank of the declared name that ends in a state, nil if none does.
  func rank(_ state: KeyState) -> Int? {
    // Names are sorted, so of those with a common prefix the shortest is first.
    guard state.low < state.high, packedNames.count(Int(state.low)) == Int(state.depth) else { return nil }
    return Int(state.low)
  }

  /// Returns the classifier's state before an undeclared name of one of the classes, -1 if none is allowed.
  func start(within classes: UInt64) -> Int32 {
    guard classes != 0 else { return -1 }
    guard let classifier else { return 0 }
    guard classifier.start >= 0, isOpen(classifier.start, within: classes) else { return -1 }
    let state = KeyState(low: 0, high: Int32(names.count), depth: 0, extra: classifier.start, partial: 0)
    return hasUnusedName(state, within: classes) ? classifier.start : -1
  }

  /// Returns true if a name of one of the classes can be completed from a state of the classifier.
  func isOpen(_ extra: Int32, within classes: UInt64) -> Bool {
    classifier.map { $0.ahead[Int(extra)] & classes != 0 } ?? true
  }

  /// Returns the class of the undeclared name that ends in a state of the classifier, nil if it is not allowed.
  func kind(_ extra: Int32) -> Int? {
    guard let classifier else { return 0 }
    let kind = classifier.output[Int(extra)]
    return kind >= 0 ? Int(kind) : nil
  }

  /// Returns the state after a character.
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
    // Names are sorted: a name that ends at this depth is first, and the bytes at this depth ascend.
    var low = state.low
    var end = state.high
    while low < end {
      let middle = (low + end) / 2
      if packedNames.byte(Int(middle), depth) < Int(byte) { low = middle + 1 } else { end = middle }
    }
    var high = low
    while high < state.high, packedNames.byte(Int(high), depth) == Int(byte) { high += 1 }
    (state.low, state.high, state.depth) = (low, high, state.depth + 1)
  }

  /// Returns the next bytes of the declared names that begin with the bytes read, in order.
  func nextBytes(_ state: KeyState) -> [UInt8] {
    var bytes: [UInt8] = []
    var rank = Int(state.low)
    while rank < state.high {
      let byte = packedNames.byte(rank, Int(state.depth))
      if byte >= 0 { bytes.append(UInt8(byte)) }
      // Only the first name may end here.
      rank =
        byte < 0
        ? rank + 1 : packedNames.range(rank..<Int(state.high), Int(state.depth), with: UInt8(byte)).upperBound
    }
    return bytes
  }

  /// Returns true if a character of a range is allowed next.
  func canContinue(_ state: KeyState, _ range: ClosedRange<UInt32>, _ choices: ObjectChoices) -> Bool {
    let ranks = choices.ranks
    if state.extra >= 0, canContinueUnused(state, range, within: choices.classes) { return true }
    return (state.low..<state.high).contains { rank in
      guard ranks.contains(Int(rank)) else { return false }
      let rest = names[Int(rank)][Int(state.depth)...]
      return String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first.map { range.contains($0.value) }
        ?? false
    }
  }
}
