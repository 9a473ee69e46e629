/// An arithmetic operator: `+`, `-`, `*`, `/`, `//`, `%` or `**`.
final class JinjaArithmetic: JinjaExpression {
  let offset: Int
  let symbol: JinjaToken.Symbol
  let left: any JinjaExpression
  let right: any JinjaExpression
  let depth: Int

  init(_ symbol: JinjaToken.Symbol, _ left: any JinjaExpression, _ right: any JinjaExpression, offset: Int) {
    self.symbol = symbol
    self.left = left
    self.right = right
    self.offset = offset
    depth = max(left.depth, right.depth) + 1
  }

  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue {
    let left = try left.evaluate(run)
    let right = try right.evaluate(run)
    try run.step(at: offset)
    return try run.arithmetic(symbol, left, right)
  }
}

/// An arithmetic negation or unary plus: `-value`, `+value`.
final class JinjaUnaryOperator: JinjaExpression {
  let offset: Int
  let isMinus: Bool
  let operand: any JinjaExpression
  let depth: Int

  init(isMinus: Bool, _ operand: any JinjaExpression, offset: Int) {
    self.isMinus = isMinus
    self.operand = operand
    self.offset = offset
    depth = operand.depth + 1
  }

  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue {
    let value = try operand.evaluate(run)
    run.offset = offset
    switch value {
    case .integer(let value):
      let (negative, overflow) = (0).subtractingReportingOverflow(value)
      guard !overflow else { throw .value("'-'", found: "\(value)", expected: "a number whose negative has 64 bits") }
      return .integer(isMinus ? negative : value)
    case .boolean(let value): return .integer(value ? (isMinus ? -1 : 1) : 0)
    case .double(let value): return .double(isMinus ? -value : value)
    case .number(let number): return isMinus ? .double(-number.double) : value
    default: throw .value(isMinus ? "'-'" : "'+'", found: value.kind, expected: "a number")
    }
  }
}

/// A logical negation: `not value`.
final class JinjaNot: JinjaExpression {
  let offset: Int
  let operand: any JinjaExpression
  let depth: Int

  init(_ operand: any JinjaExpression, offset: Int) {
    self.operand = operand
    self.offset = offset
    depth = operand.depth + 1
  }

  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue {
    .boolean(!(try operand.evaluate(run).isTrue))
  }
}

/// A short-circuit operator: `a and b`, `a or b`.
final class JinjaLogicalOperator: JinjaExpression {
  let offset: Int
  let isAnd: Bool
  let left: any JinjaExpression
  let right: any JinjaExpression
  let depth: Int

  init(isAnd: Bool, _ left: any JinjaExpression, _ right: any JinjaExpression, offset: Int) {
    self.isAnd = isAnd
    self.left = left
    self.right = right
    self.offset = offset
    depth = max(left.depth, right.depth) + 1
  }

  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue {
    let left = try left.evaluate(run)
    try run.step(at: offset)
    return left.isTrue == isAnd ? try right.evaluate(run) : left
  }
}

/// A string concatenation: `a ~ b ~ …`.
final class JinjaConcatenation: JinjaExpression {
  let offset: Int
  let operands: [any JinjaExpression]
  let depth: Int

  init(_ operands: [any JinjaExpression], offset: Int) {
    self.operands = operands
    self.offset = offset
    depth = 1 + (operands.map(\.depth).max() ?? 0)
  }

  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue {
    var texts: [JinjaText] = []
    texts.reserveCapacity(operands.count)
    for operand in operands { texts.append(try run.text(of: try operand.evaluate(run))) }
    try run.step(at: offset)
    return .text(try run.join(texts))
  }
}

/// A chain of comparisons: `a < b <= c in d`.
final class JinjaComparison: JinjaExpression {
  enum Operator: Sendable {
    case equal, unequal, less, lessOrEqual, greater, greaterOrEqual, isIn, isNotIn

    init?(_ symbol: JinjaToken.Symbol) {
      switch symbol {
      case .equal: self = .equal
      case .unequal: self = .unequal
      case .less: self = .less
      case .lessOrEqual: self = .lessOrEqual
      case .greater: self = .greater
      case .greaterOrEqual: self = .greaterOrEqual
      default: return nil
      }
    }
  }

  let offset: Int
  let first: any JinjaExpression
  let rest: [(operator: Operator, operand: any JinjaExpression)]
  let depth: Int

  init(_ first: any JinjaExpression, _ rest: [(operator: Operator, operand: any JinjaExpression)], offset: Int) {
    self.first = first
    self.rest = rest
    self.offset = offset
    depth = 1 + max(first.depth, rest.map(\.operand.depth).max() ?? 0)
  }

  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue {
    var left = try first.evaluate(run)
    for (symbol, operand) in rest {
      let right = try operand.evaluate(run)
      try run.step(at: offset)
      guard try run.compare(symbol, left, right) else { return .boolean(false) }
      left = right
    }
    return .boolean(true)
  }
}

/// A conditional expression: `a if condition else b`.
final class JinjaConditional: JinjaExpression {
  let offset: Int
  let condition: any JinjaExpression
  let value: any JinjaExpression
  let otherwise: (any JinjaExpression)?
  let depth: Int

  init(
    _ condition: any JinjaExpression, then value: any JinjaExpression, else otherwise: (any JinjaExpression)?,
    offset: Int
  ) {
    self.condition = condition
    self.value = value
    self.otherwise = otherwise
    self.offset = offset
    depth = 1 + max(condition.depth, value.depth, otherwise?.depth ?? 0)
  }

  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue {
    if try condition.evaluate(run).isTrue { return try value.evaluate(run) }
    return try otherwise?.evaluate(run) ?? .missing("the other branch of an inline if")
  }
}
