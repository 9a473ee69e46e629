/// The parsing of operators, by precedence climbing.
extension JinjaParser {
  /// The precedence levels of operators.
  private enum Precedence {
    static let or = 1
    static let and = 2
    static let not = 3
    static let comparison = 4
    static let sum = 5
    static let concatenation = 6
    static let product = 7
    static let power = 8
  }

  /// Parses an expression, optionally with an inline `if`.
  mutating func expression(withConditional: Bool = true) throws(JinjaFault) -> any JinjaExpression {
    try nested { (parser) throws(JinjaFault) in
      var value = try parser.operators(Precedence.or)
      guard withConditional else { return value }
      while parser.isAt(name: "if") {
        let offset = parser.offset
        try parser.advance()
        let condition = try parser.operators(Precedence.or)
        let otherwise = try parser.skip(name: "else") ? try parser.expression() : nil
        value = try parser.checked(JinjaConditional(condition, then: value, else: otherwise, offset: offset))
      }
      return value
    }
  }

  /// The precedence of the binary operator at the current token, nil if it is not one.
  private mutating func precedence() throws(JinjaFault) -> Int? {
    switch current.kind {
    case .name("or"): return Precedence.or
    case .name("and"): return Precedence.and
    case .name("in"): return Precedence.comparison
    case .name("not"): return try peek().kind == .name("in") ? Precedence.comparison : nil
    case .symbol(let symbol):
      switch symbol {
      case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual: return Precedence.comparison
      case .plus, .minus: return Precedence.sum
      case .tilde: return Precedence.concatenation
      case .star, .slash, .doubleSlash, .percent: return Precedence.product
      case .doubleStar: return Precedence.power
      default: return nil
      }
    default: return nil
    }
  }

  /// Parses operands and the operators between them with at least the given precedence.
  private mutating func operators(_ minimumPrecedence: Int) throws(JinjaFault) -> any JinjaExpression {
    var left: any JinjaExpression
    if minimumPrecedence <= Precedence.not, isAt(name: "not") {
      let offset = offset
      try advance()
      left = try nested { (parser) throws(JinjaFault) in
        JinjaNot(try parser.operators(Precedence.not), offset: offset)
      }
    } else {
      left = try unary()
    }
    while let precedence = try precedence(), precedence >= minimumPrecedence {
      left = try checked(try operation(on: left, precedence))
    }
    return left
  }

  /// Parses the operator at the current token and its right operand.
  private mutating func operation(
    on left: any JinjaExpression, _ precedence: Int
  ) throws(JinjaFault) -> any JinjaExpression {
    let offset = offset
    switch precedence {
    case Precedence.or, Precedence.and:
      try advance()
      let right = try operators(precedence + 1)
      return JinjaLogicalOperator(isAnd: precedence == Precedence.and, left, right, offset: offset)
    case Precedence.comparison: return try comparison(left, offset)
    case Precedence.concatenation:
      var operands = [left]
      while try skip(.tilde) { operands.append(try operators(Precedence.product)) }
      return JinjaConcatenation(operands, offset: offset)
    default:
      guard case .symbol(let symbol) = current.kind else { throw unexpected("an operator") }
      try advance()
      let right = precedence == Precedence.power ? try unary() : try operators(precedence + 1)
      return JinjaArithmetic(symbol, left, right, offset: offset)
    }
  }

  private mutating func comparison(
    _ first: any JinjaExpression, _ offset: Int
  ) throws(JinjaFault) -> any JinjaExpression {
    var rest: [(operator: JinjaComparison.Operator, operand: any JinjaExpression)] = []
    while try precedence() == Precedence.comparison {
      let comparison: JinjaComparison.Operator
      if case .symbol(let symbol) = current.kind, let known = JinjaComparison.Operator(symbol) {
        comparison = known
      } else {
        comparison = isAt(name: "in") ? .isIn : .isNotIn
        if comparison == .isNotIn { try advance() }
      }
      try advance()
      rest.append((comparison, try operators(Precedence.sum)))
    }
    return JinjaComparison(first, rest, offset: offset)
  }
}

/// The parsing of operands.
extension JinjaParser {
  /// Parses an operand with its signs, members, calls, filters and tests.
  private mutating func unary(withFilters: Bool = true) throws(JinjaFault) -> any JinjaExpression {
    var node: any JinjaExpression
    if isAt(.minus) || isAt(.plus) {
      let (isMinus, offset) = (isAt(.minus), offset)
      try advance()
      node = try nested { (parser) throws(JinjaFault) in
        JinjaUnaryOperator(isMinus: isMinus, try parser.unary(withFilters: false), offset: offset)
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
          node = JinjaSubscript(node, JinjaConstant(.integer(index), offset: self.offset), offset: offset)
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

  /// Parses the name and the arguments of a filter.
  mutating func filter(on node: (any JinjaExpression)?) throws(JinjaFault) -> JinjaFilterCall {
    let offset = offset
    let name = try dottedName("a filter's name")
    let arguments = isAt(.leftParenthesis) ? try arguments() : JinjaArgumentList()
    return JinjaFilterCall(node, name, arguments, offset: offset)
  }

  private mutating func dottedName(_ expected: String) throws(JinjaFault) -> String {
    var name = try expectName(expected)
    while try skip(.dot) { name += "." + (try expectName(expected)) }
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

  /// True if the current token can begin an argument of a test without parentheses.
  private var beginsOperand: Bool {
    switch current.kind {
    case .name(let name): name != "else" && name != "or" && name != "and"
    case .string, .integer, .double, .symbol(.leftBracket), .symbol(.leftBrace): true
    default: false
    }
  }
}
