/// Transitions of single configurations.
extension PushdownAutomaton {
  mutating func step(_ configuration: Configuration, _ byte: UInt8, _ next: inout [Configuration]) {
    if configuration.spaces > 0, isSpace(byte) {
      var after = configuration
      if after.spaces != 255 { after.spaces -= 1 }
      next.append(after)
      return
    }
    let stack = configuration.stack
    switch configuration.position {
    case .value(let node):
      for start in begin(Int(node), stack) { step(start, byte, &next) }
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
        if let after = resume(stack, after: spelling, of: lexeme) { next.append(after) }
      case .dead: break
      }
      if !lexeme.decoder.isQuoted, lexeme.accepts(state),
        let after = resume(stack, after: configuration.spelling, of: lexeme)
      {
        step(after, byte, &next)
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
        if objects[Int(progress)].choices.mayEnd { next.append(resume(stack)) }
      } else if let state = keyStart(rule, progress), byte == UInt8(ascii: "\"") {
        let spelling = spellings.append(byte, to: keySpelling(rule, progress))
        next.append(.init(position: .key(rule, progress: progress, state.opened), stack: stack, spelling: spelling))
      }
    case .firstElement(let rule):
      let progress = initialArrayProgress(rule, stack)
      if byte == UInt8(ascii: "]") {
        if grammar.arrays[Int(rule)].mayEnd(arrays[Int(progress)].progress) { next.append(resume(stack)) }
      } else {
        step(Configuration(position: .element(rule, progress: progress), stack: stack), byte, &next)
      }
    case .element(let rule, let progress):
      for start in elements(rule, progress, stack) { step(start, byte, &next) }
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

  /// Returns the configuration after a value: the next part of a sequence, or a return to the enclosing frame.
  mutating func resume(_ stack: Int32) -> Configuration {
    var stack = stack
    while stack != 0, frames[Int(stack)].kind == .sequence {
      let frame = frames[Int(stack)]
      let parts = grammar.sequences[Int(frame.rule)]
      let index = Int(frame.progress)
      let isLast = index + 1 == parts.count
      // Tail call: the last part needs no frame.
      stack = isLast ? frame.parent : push(.sequence, frame.rule, frame.progress + 1, on: frame.parent)
      return .init(position: .value(Int32(parts[index])), stack: stack)
    }
    return .init(position: .after, stack: stack, spaces: spacesBetween)
  }

  private mutating func step(after stack: Int32, _ byte: UInt8, _ next: inout [Configuration]) {
    guard stack != 0 else { return }
    let frame = frames[Int(stack)]
    if frame.kind == .object {
      let choices = objects[Int(frame.progress)].choices
      if byte == UInt8(ascii: "}"), choices.mayEnd { next.append(resume(frame.parent)) }
      if byte == UInt8(ascii: ","), let state = keyStart(frame.rule, frame.progress) {
        next.append(
          .init(
            position: .key(frame.rule, progress: frame.progress, state), stack: frame.parent,
            spaces: spacesAfterSeparator, spelling: keySpelling(frame.rule, frame.progress)))
      }
    } else {
      let rule = grammar.arrays[Int(frame.rule)]
      let progress = arrays[Int(frame.progress)].progress
      if byte == UInt8(ascii: "]"), rule.mayEnd(progress) { next.append(resume(frame.parent)) }
      if byte == UInt8(ascii: ","),
        rule.recordsValues
          ? !differentElements(frame.rule, frame.progress, frame.parent).isEmpty
          : rule.next(progress, grammar).contains(where: { isCompletable(frame.rule, $0.progress) })
      {
        next.append(
          .init(
            position: .element(frame.rule, progress: frame.progress), stack: frame.parent,
            spaces: spacesAfterSeparator))
      }
    }
  }

  /// Returns true if a state is accepting.
  mutating func accepts(_ state: Int32) -> Bool {
    guard state >= 0 else { return false }
    for member in states[Int(state)] where accepts(configurations[Int(member)], depth: 0) { return true }
    return false
  }

  private mutating func accepts(_ configuration: Configuration, depth: Int) -> Bool {
    guard depth < Grammar.maximumChain else { return false }
    switch configuration.position {
    case .after: return configuration.stack == 0
    case .lexeme(let index, let state):
      let lexeme = grammar.lexemes[Int(index)]
      guard !lexeme.decoder.isQuoted, lexeme.accepts(state),
        let after = resume(configuration.stack, after: configuration.spelling, of: lexeme)
      else { return false }
      return accepts(after, depth: depth + 1)
    case .value(let node):
      for start in begin(Int(node), configuration.stack) where accepts(start, depth: depth + 1) { return true }
      return false
    default: return false
    }
  }
}
