extension Grammar.Shared {
  /// How names are spelled: where any name may come, in any way; otherwise in one.
  func decoder(_ state: KeyState) -> TextDecoder {
    TextDecoder(isQuoted: true, allowsEveryEscape: state.extra >= 0 && rule.classifier == nil)
  }

  /// What a byte of a name leads to.
  enum KeyStep {
    case dead, closed
    case open(KeyState)
  }

  /// Reads a byte of a name, of those declared only the given ranks being allowed.
  func step(_ state: KeyState, _ ranks: BitSet, _ byte: UInt8) -> KeyStep {
    switch decoder(state).step(state.partial, byte) {
    case .dead: return .dead
    case .opened: return .open(state.opened)
    case .closed:
      if let rank = rule.rank(state) { return ranks.contains(rank) ? .closed : .dead }
      return state.extra >= 0 && rule.kind(state.extra) != nil ? .closed : .dead
    case .scalar(let point):
      let next = rule.advance(state, point)
      return next.extra >= 0 || ranks.intersects(Int(next.low)..<Int(next.high)) ? .open(next) : .dead
    case .partial(let partial, let range):
      return rule.canContinue(state, range, ranks) ? .open(state.with(partial)) : .dead
    case .escape(let partial):
      let ranges = decoder(state).meanings(of: partial)
      return ranges.contains { rule.canContinue(state, $0, ranks) } ? .open(state.with(partial)) : .dead
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
    guard state.low < state.high, spellings.count(Int(state.low)) == Int(state.depth) else { return nil }
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
    // Ranks are sorted: a name that ends here is the first, and the bytes that come here ascend.
    var low = state.low
    var end = state.high
    while low < end {
      let middle = (low + end) / 2
      if spellings.byte(Int(middle), depth) < Int(byte) { low = middle + 1 } else { end = middle }
    }
    var high = low
    while high < state.high, spellings.byte(Int(high), depth) == Int(byte) { high += 1 }
    (state.low, state.high, state.depth) = (low, high, state.depth + 1)
  }

  /// The bytes with which names can go on from the beginning of a character, nil if that may be nearly any.
  ///
  /// - Parameters:
  ///   - state: How far the name has been read.
  ///   - declaredOnly: Whether only declared names count.
  /// - Returns: The bytes in no order, perhaps with some that may not come.
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
      return String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first.map { range.contains($0.value) }
        ?? false
    }
  }
}
