/// Operators, by the strength with which they bind.
extension JinjaParser {
  /// How strongly operators bind; `not` stands between `and` and comparisons.
  private enum Strength {
    static let or = 1
    static let and = 2
    static let not = 3
    static let comparison = 4
    static let sum = 5
    static let concatenation = 6
    static let product = 7
    static let power = 8
  }

  /// An expression, with or without an inline `if` at its end.
  mutating func expression(withConditional: Bool = true) throws(JinjaFault) -> any JinjaExpression {
    try nested { (parser) throws(JinjaFault) in
      var value = try parser.operators(Strength.or)
      guard withConditional else { return value }
      while parser.isAt(name: "if") {
        let offset = parser.offset
        try parser.advance()
        let condition = try parser.operators(Strength.or)
        let otherwise = try parser.skip(name: "else") ? try parser.expression() : nil
        value = try parser.checked(JinjaConditional(condition, then: value, else: otherwise, offset: offset))
      }
      return value
    }
  }

  /// How strongly the operator that stands here binds, if one does.
  private mutating func strength() throws(JinjaFault) -> Int? {
    switch current.kind {
    case .name("or"): return Strength.or
    case .name("and"): return Strength.and
    case .name("in"): return Strength.comparison
    case .name("not"): return try peek().kind == .name("in") ? Strength.comparison : nil
    case .symbol(let symbol):
      switch symbol {
      case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual: return Strength.comparison
      case .plus, .minus: return Strength.sum
      case .tilde: return Strength.concatenation
      case .star, .slash, .doubleSlash, .percent: return Strength.product
      case .doubleStar: return Strength.power
      default: return nil
      }
    default: return nil
    }
  }

  /// Operands with operators between them that bind at least as strongly as given.
  private mutating func operators(_ weakest: Int) throws(JinjaFault) -> any JinjaExpression {
    var left: any JinjaExpression
    if weakest <= Strength.not, isAt(name: "not") {
      let offset = offset
      try advance()
      left = try nested { (parser) throws(JinjaFault) in
        JinjaNot(try parser.operators(Strength.not), offset: offset)
      }
    } else {
      left = try unary()
    }
    while let strength = try strength(), strength >= weakest {
      left = try checked(try operation(on: left, strength))
    }
    return left
  }

  /// The operator that stands here with what follows it.
  private mutating func operation(
    on left: any JinjaExpression, _ strength: Int
  ) throws(JinjaFault) -> any JinjaExpression {
    let offset = offset
    switch strength {
    case Strength.or, Strength.and:
      try advance()
      return JinjaLogic(isAnd: strength == Strength.and, left, try operators(strength + 1), offset: offset)
    case Strength.comparison: return try comparison(left, offset)
    case Strength.concatenation:
      var operands = [left]
      while try skip(.tilde) { operands.append(try operators(Strength.product)) }
      return JinjaConcatenation(operands, offset: offset)
    default:
      guard case .symbol(let symbol) = current.kind else { throw unexpected("an operator") }
      try advance()
      let right = strength == Strength.power ? try unary() : try operators(strength + 1)
      return JinjaArithmetic(symbol, left, right, offset: offset)
    }
  }

  private mutating func comparison(
    _ first: any JinjaExpression, _ offset: Int
  ) throws(JinjaFault) -> any JinjaExpression {
    var rest: [(operator: JinjaComparison.Operator, operand: any JinjaExpression)] = []
    while try strength() == Strength.comparison {
      let comparison: JinjaComparison.Operator
      if case .symbol(let symbol) = current.kind, let known = JinjaComparison.Operator(symbol) {
        comparison = known
      } else {
        comparison = isAt(name: "in") ? .isIn : .isNotIn
        if comparison == .isNotIn { try advance() }
      }
      try advance()
      rest.append((comparison, try operators(Strength.sum)))
    }
    return JinjaComparison(first, rest, offset: offset)
  }
}

/// Operands.
extension JinjaParser {
  /// A value with its signs, members, calls, filters and tests.
  private mutating func unary(withFilters: Bool = true) throws(JinjaFault) -> any JinjaExpression {
    var node: any JinjaExpression
    if isAt(.minus) || isAt(.plus) {
      let (isMinus, offset) = (isAt(.minus), offset)
      try advance()
      node = try nested { (parser) throws(JinjaFault) in
        JinjaSign(isMinus: isMinus, try parser.unary(withFilters: false), offset: offset)
      }
    } else {
      node = try primary()
    }
    node = try members(of: node)
    return withFilters ? try filters(on: node) : node
  }

  private mutating func members(of node: any JinjaExpression) throws(JinjaFault) -> any JinjaExpression {
    var node = node
    while true {
      let offset = offset
      switch current.kind {
      case .symbol(.dot):
        try advance()
        switch current.kind {
        case .name(let name): node = JinjaMember(node, name, offset: self.offset)
        case .integer(let index):
          node = JinjaSubscript(node, JinjaPlainLiteral(.integer(index), offset: self.offset), offset: offset)
        default: throw unexpected("a name or a number")
        }
        try advance()
      case .symbol(.leftBracket): node = try element(of: node)
      case .symbol(.leftParenthesis): node = JinjaCall(node, try arguments(), offset: offset)
      default: return node
      }
      node = try checked(node)
    }
  }

  private mutating func filters(on node: any JinjaExpression) throws(JinjaFault) -> any JinjaExpression {
    var node = node
    while true {
      let offset = offset
      if isAt(.pipe) {
        try advance()
        node = try filter(on: node)
      } else if isAt(name: "is") {
        node = try test(on: node)
      } else if isAt(.leftParenthesis) {
        node = JinjaCall(node, try arguments(), offset: offset)
      } else {
        return node
      }
      node = try checked(node)
    }
  }

  /// A filter's name and arguments.
  mutating func filter(on node: (any JinjaExpression)?) throws(JinjaFault) -> JinjaFilterCall {
    let offset = offset
    let name = try dottedName("a filter's name")
    let arguments = isAt(.leftParenthesis) ? try arguments() : JinjaArgumentList()
    return JinjaFilterCall(node, name, arguments, offset: offset)
  }

  private mutating func dottedName(_ what: String) throws(JinjaFault) -> String {
    var name = try expectName(what)
    while try skip(.dot) { name += "." + (try expectName(what)) }
    return name
  }

  private mutating func test(on node: any JinjaExpression) throws(JinjaFault) -> any JinjaExpression {
    try expect(name: "is")
    let isNegated = try skip(name: "not")
    let offset = offset
    let name = try dottedName("a test's name")
    var arguments = JinjaArgumentList()
    if isAt(.leftParenthesis) {
      arguments = try self.arguments()
    } else if beginsOperand {
      guard !isAt(name: "is") else { throw unexpected("no second test") }
      arguments.positional = [try members(of: try primary())]
    }
    return JinjaTestCall(node, name, arguments, isNegated: isNegated, offset: offset)
  }

  /// Whether a test's argument without parentheses can begin here.
  private var beginsOperand: Bool {
    switch current.kind {
    case .name(let name): name != "else" && name != "or" && name != "and"
    case .string, .integer, .double, .symbol(.leftBracket), .symbol(.leftBrace): true
    default: false
    }
  }
}
