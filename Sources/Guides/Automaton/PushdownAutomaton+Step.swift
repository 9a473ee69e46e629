/// Transitions of single configurations.
extension PushdownAutomaton {
  /// Adds the configurations after a byte.
  ///
  /// - Parameters:
  ///   - configuration: The configuration before it.
  ///   - byte: The byte.
  ///   - next: The configurations after it.
  ///   - visited: The configurations that have been reached without a byte, on several ways where parts may be empty.
  mutating func step(
    _ configuration: Configuration, _ byte: UInt8, _ next: inout [Configuration], _ visited: inout Set<Configuration>
  ) {
    stepCount += 1
    if configuration.spaces > 0, isSpace(byte) {
      var after = configuration
      if after.spaces != 255 { after.spaces -= 1 }
      next.append(after)
      return
    }
    let stack = configuration.stack
    switch configuration.position {
    case .value(let node):
      for start in begin(Int(node), stack) { step(start, byte, &next, &visited) }
    case .lexeme(let index, let state):
      let lexeme = grammar.lexemes[Int(index)]
      switch lexeme.step(state, byte) {
      case .open(let state):
        let spelling = spellings.append(byte, to: configuration.spelling)
        if spelling == 0 || canComplete(index, state, spelling, besides: values(before: stack)) {
          next.append(Configuration(position: .lexeme(index, state), stack: stack, spelling: spelling))
        }
      case .closed:
        let spelling = spellings.append(byte, to: configuration.spelling)
        resume(stack, after: spelling, of: lexeme, &next)
      case .dead: break
      }
      if !lexeme.decoder.isQuoted, lexeme.accepts(state) {
        var after: [Configuration] = []
        resume(stack, after: configuration.spelling, of: lexeme, &after)
        for start in after where start.isNew(&visited) { step(start, byte, &next, &visited) }
      }
    case .openObject(let rule):
      if byte == UInt8(ascii: "{") {
        next.append(.init(position: .firstKey(rule), stack: stack, spaces: spacesBetween))
      }
    case .openArray(let rule):
      if byte == UInt8(ascii: "[") {
        next.append(.init(position: .firstElement(rule), stack: stack, spaces: spacesBetween))
      }
    case .firstKey(let rule):
      let progress = initialObjectProgress(rule, stack)
      if byte == UInt8(ascii: "}") {
        if objects[Int(progress)].choices.mayEnd { resume(stack, &next) }
      } else if let state = keyStart(rule, progress), byte == UInt8(ascii: "\"") {
        let spelling = spellings.append(byte, to: keySpelling(rule, progress))
        next.append(.init(position: .key(rule, progress: progress, state.opened), stack: stack, spelling: spelling))
      }
    case .firstElement(let rule):
      let progress = initialArrayProgress(rule, stack)
      if byte == UInt8(ascii: "]") {
        if grammar.arrays[Int(rule)].mayEnd(arrays[Int(progress)].progress) { resume(stack, &next) }
      } else {
        step(Configuration(position: .element(rule, progress: progress), stack: stack), byte, &next, &visited)
      }
    case .element(let rule, let progress):
      for start in elements(rule, progress, stack) { step(start, byte, &next, &visited) }
    case .key(let rule, let progress, let state):
      step(key: state, rule, progress, stack, configuration.spelling, byte, &next)
    case .colon(let rule, let progress, let node):
      guard byte == UInt8(ascii: ":") else { return }
      let frame = push(.object, rule, progress, on: stack)
      next.append(.init(position: .value(node), stack: frame, spaces: spacesAfterSeparator))
    case .after:
      step(after: stack, byte, &next)
    }
  }

  func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (grammar.spacing == .free && (byte == 0x0A || byte == 0x0D || byte == 0x09))
  }

  /// Returns the initial configurations of a node.
  mutating func begin(_ node: Int, _ stack: Int32) -> [Configuration] {
    var result: [Configuration] = []
    begin(node, stack, &result, depth: 0)
    return result
  }

  private mutating func begin(_ node: Int, _ stack: Int32, _ result: inout [Configuration], depth: Int) {
    let cheapest = isAtDepthLimit(stack) ? grammar.nodes[node].cheapest : nil
    for alternative in grammar.nodes[node].alternatives {
      switch alternative {
      case .object where cheapest.map { $0 != alternative } ?? false,
        .array where cheapest.map { $0 != alternative } ?? false:
        continue
      case .lexeme(let index):
        result.append(.init(position: .lexeme(Int32(index), grammar.lexemes[index].start), stack: stack))
      case .object(let rule): result.append(.init(position: .openObject(Int32(rule)), stack: stack))
      case .array(let rule): result.append(.init(position: .openArray(Int32(rule)), stack: stack))
      case .sequence(let index):
        let parts = grammar.sequences[index]
        // `GuideCompiler` and `GrammarCompiler` limit the nesting to less than this.
        guard depth < Grammar.maximumChain, let first = parts.first else { continue }
        let rest = parts.count > 1 ? push(.sequence, Int32(index), 1, on: stack) : stack
        begin(first, rest, &result, depth: depth + 1)
      }
    }
  }

  /// Returns the initial configurations of the next element of an array.
  mutating func elements(_ rule: Int32, _ progress: Int32, _ stack: Int32) -> [Configuration] {
    if grammar.arrays[Int(rule)].recordsValues { return differentElements(rule, progress, stack) }
    var result: [Configuration] = []
    for (node, after) in grammar.arrays[Int(rule)].next(arrays[Int(progress)].progress, grammar)
    where isCompletable(rule, after) {
      result += begin(node, push(.array, rule, intern(after, rule), on: stack))
    }
    return result
  }

  /// Returns true if an array can be completed from its progress.
  private func isCompletable(_ rule: Int32, _ progress: ArrayProgress) -> Bool {
    let array = grammar.arrays[Int(rule)]
    if array.counts.isEmpty && !array.isUnique { return array.minimum <= array.limit }
    return array.completion(progress, grammar) != nil
  }

  /// Adds the configurations after a byte that follows a value, for each of the topmost frames.
  private mutating func step(after stack: Int32, _ byte: UInt8, _ next: inout [Configuration]) {
    var closed: [Int32] = []
    var top = stack
    while top > 0 {
      let frame = frames[Int(top)]
      top = frame.others
      if byte == UInt8(ascii: ",") {
        step(afterComma: frame, &next)
      } else if frame.isClosed(by: byte), mayEnd(frame) {
        closed.append(frame.parent)
      }
    }
    if !closed.isEmpty { resume(union(of: closed), &next) }
  }

  private func mayEnd(_ frame: Frame) -> Bool {
    frame.kind == .object
      ? objects[Int(frame.progress)].choices.mayEnd
      : grammar.arrays[Int(frame.rule)].mayEnd(arrays[Int(frame.progress)].progress)
  }

  private mutating func step(afterComma frame: Frame, _ next: inout [Configuration]) {
    if frame.kind == .object {
      guard let state = keyStart(frame.rule, frame.progress) else { return }
      next.append(
        .init(
          position: .key(frame.rule, progress: frame.progress, state), stack: frame.parent,
          spaces: spacesAfterSeparator, spelling: keySpelling(frame.rule, frame.progress)))
    } else if mayContinue(frame) {
      next.append(
        .init(
          position: .element(frame.rule, progress: frame.progress), stack: frame.parent,
          spaces: spacesAfterSeparator))
    }
  }

  /// Returns true if an element may follow in an array.
  private mutating func mayContinue(_ frame: Frame) -> Bool {
    let rule = grammar.arrays[Int(frame.rule)]
    if rule.recordsValues { return !differentElements(frame.rule, frame.progress, frame.parent).isEmpty }
    return rule.next(arrays[Int(frame.progress)].progress, grammar).contains { isCompletable(frame.rule, $0.progress) }
  }

  /// Returns true if a text is accepted from the start.
  mutating func accepts(_ text: [UInt8]) -> Bool {
    var state = start()
    for byte in text where state >= 0 { state = step(state, byte) }
    return accepts(state)
  }

  /// Returns true if a state is accepting.
  mutating func accepts(_ state: Int32) -> Bool {
    guard state >= 0 else { return false }
    var open = states[Int(state)].map { (configuration: configurations[Int($0)], depth: 0) }
    var visited: Set<Configuration> = []
    var index = 0
    // Breadth first, so that each configuration is reached by the shortest chain.
    while index < open.count {
      let (configuration, depth) = open[index]
      index += 1
      var next: [Configuration] = []
      switch configuration.position {
      case .after: if hasEmptyStack(configuration.stack) { return true }
      case .lexeme(let number, let state):
        let lexeme = grammar.lexemes[Int(number)]
        guard !lexeme.decoder.isQuoted, lexeme.accepts(state) else { continue }
        resume(configuration.stack, after: configuration.spelling, of: lexeme, &next)
      case .value(let node): next = begin(Int(node), configuration.stack)
      default: continue
      }
      guard depth + 1 < Grammar.maximumChain else { continue }
      for start in next where start.isNew(&visited) { open.append((start, depth + 1)) }
    }
    return false
  }
}

extension Frame {
  /// Returns true for the bracket that closes an object or array.
  fileprivate func isClosed(by byte: UInt8) -> Bool {
    byte == (kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }
}

extension Configuration {
  /// Returns true, the first time only if the configuration is before a part that may be empty.
  fileprivate func isNew(_ visited: inout Set<Configuration>) -> Bool {
    if case .value = position { visited.insert(self).inserted } else { true }
  }
}
