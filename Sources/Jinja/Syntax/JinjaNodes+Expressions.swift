/// A string literal.
final class JinjaStringLiteral: JinjaExpression {
  let offset: Int
  let text: String
  let depth = 1

  init(_ text: String, offset: Int) {
    self.text = text
    self.offset = offset
  }

  func evaluate(_ run: JinjaRun) -> JinjaRuntimeValue { .text(JinjaText(trusted: text)) }
}

/// A literal of a number, a boolean or none.
final class JinjaConstant: JinjaExpression {
  enum Value: Sendable {
    case none
    case undefined
    case boolean(Bool)
    case integer(Int)
    case double(Double)
  }

  let offset: Int
  let value: Value
  let depth = 1

  init(_ value: Value, offset: Int) {
    self.value = value
    self.offset = offset
  }

  func evaluate(_ run: JinjaRun) -> JinjaRuntimeValue {
    switch value {
    case .none: .none
    case .undefined: .missing("")
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    }
  }
}

/// A list or tuple literal.
final class JinjaSequenceLiteral: JinjaExpression {
  let offset: Int
  let elements: [any JinjaExpression]
  let isTuple: Bool
  let depth: Int

  init(_ elements: [any JinjaExpression], isTuple: Bool, offset: Int) {
    self.elements = elements
    self.isTuple = isTuple
    self.offset = offset
    depth = 1 + (elements.map(\.depth).max() ?? 0)
  }

  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue {
    var values: [JinjaRuntimeValue] = []
    values.reserveCapacity(elements.count)
    for element in elements { values.append(try element.evaluate(run)) }
    run.offset = offset
    return .sequence(try JinjaSequence(values, isTuple ? .tuple : .list, run.budget))
  }
}

/// A dictionary literal.
final class JinjaDictLiteral: JinjaExpression {
  let offset: Int
  let pairs: [(key: any JinjaExpression, value: any JinjaExpression)]
  let depth: Int

  init(_ pairs: [(key: any JinjaExpression, value: any JinjaExpression)], offset: Int) {
    self.pairs = pairs
    self.offset = offset
    depth = 1 + (pairs.map { max($0.key.depth, $0.value.depth) }.max() ?? 0)
  }

  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue {
    let dict = JinjaDict(run.budget)
    for pair in pairs {
      let key = try pair.key.evaluate(run)
      let value = try pair.value.evaluate(run)
      run.offset = offset
      try dict.set(key, to: value)
    }
    return .dictionary(dict)
  }
}

/// A reference to a variable.
final class JinjaVariable: JinjaExpression {
  let offset: Int
  let name: String
  let index: Int
  let depth = 1

  init(_ name: String, index: Int, offset: Int) {
    self.name = name
    self.index = index
    self.offset = offset
  }

  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue {
    run.scope.value(of: index) ?? .missing(name)
  }
}

/// A member access: `value.name`.
final class JinjaMember: JinjaExpression {
  let offset: Int
  let base: any JinjaExpression
  let name: String
  let depth: Int

  init(_ base: any JinjaExpression, _ name: String, offset: Int) {
    self.base = base
    self.name = name
    self.offset = offset
    depth = base.depth + 1
  }

  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue {
    let value = try base.evaluate(run)
    try run.step(at: offset)
    return try run.member(name, of: value)
  }
}

/// A subscript: `value[index]`.
final class JinjaSubscript: JinjaExpression {
  let offset: Int
  let base: any JinjaExpression
  let index: any JinjaExpression
  let depth: Int

  init(_ base: any JinjaExpression, _ index: any JinjaExpression, offset: Int) {
    self.base = base
    self.index = index
    self.offset = offset
    depth = max(base.depth, index.depth) + 1
  }

  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue {
    let value = try base.evaluate(run)
    let index = try index.evaluate(run)
    try run.step(at: offset)
    return try run.element(index, of: value)
  }
}

/// A slice: `value[start:stop:step]`.
final class JinjaSlice: JinjaExpression {
  let offset: Int
  let base: any JinjaExpression
  let start: (any JinjaExpression)?
  let stop: (any JinjaExpression)?
  let step: (any JinjaExpression)?
  let depth: Int

  init(
    _ base: any JinjaExpression, start: (any JinjaExpression)?, stop: (any JinjaExpression)?,
    step: (any JinjaExpression)?, offset: Int
  ) {
    self.base = base
    self.start = start
    self.stop = stop
    self.step = step
    self.offset = offset
    depth = 1 + max(base.depth, [start, stop, step].map { $0?.depth ?? 0 }.max() ?? 0)
  }

  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue {
    let value = try base.evaluate(run)
    let start = try bound(start, run)
    let stop = try bound(stop, run)
    let step = try bound(step, run)
    try run.step(at: offset)
    return try run.slice(value, JinjaSliceBounds(start: start, stop: stop, step: step))
  }

  private func bound(_ expression: (any JinjaExpression)?, _ run: JinjaRun) throws(JinjaFault) -> Int? {
    guard let expression else { return nil }
    let value = try expression.evaluate(run)
    switch value {
    case .none: return nil
    case .integer(let integer): return integer
    case .boolean(let boolean): return boolean ? 1 : 0
    default:
      run.offset = expression.offset
      throw .value("a slice", found: value.kind, expected: "integers")
    }
  }
}
