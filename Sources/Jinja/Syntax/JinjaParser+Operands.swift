/// The parsing of literals, variables and brackets.
extension JinjaParser {
  mutating func primary() throws(JinjaFault) -> any JinjaExpression {
    let offset = offset
    switch current.kind {
    case .name(let name):
      try advance()
      switch name {
      case "true", "True": return JinjaConstant(.boolean(true), offset: offset)
      case "false", "False": return JinjaConstant(.boolean(false), offset: offset)
      case "none", "None": return JinjaConstant(.none, offset: offset)
      default: return variableNode(name, at: offset)
      }
    case .string(var text):
      try advance()
      while case .string(let more) = current.kind {
        text += more
        try advance()
      }
      return JinjaStringLiteral(text, offset: offset)
    case .integer(let value):
      try advance()
      return JinjaConstant(.integer(value), offset: offset)
    case .double(let value):
      try advance()
      return JinjaConstant(.double(value), offset: offset)
    case .symbol(.leftParenthesis):
      try advance()
      let value = try tuple(inParentheses: true)
      try expect(.rightParenthesis)
      return value
    case .symbol(.leftBracket): return try list()
    case .symbol(.leftBrace): return try dict()
    default: throw unexpected("an expression")
    }
  }

  /// Parses a tuple of expressions separated by commas, or a single expression.
  mutating func tuple(
    withConditional: Bool = true, inParentheses: Bool = false, before word: String? = nil
  ) throws(JinjaFault) -> any JinjaExpression {
    let offset = offset
    var elements: [any JinjaExpression] = []
    var isTuple = false
    while !isAtEndOfTuple(before: word) {
      elements.append(try expression(withConditional: withConditional))
      guard try skip(.comma) else { break }
      isTuple = true
    }
    if !isTuple, let only = elements.first { return only }
    guard isTuple || inParentheses else { throw unexpected("an expression") }
    return JinjaSequenceLiteral(elements, isTuple: true, offset: offset)
  }

  func isAtEndOfTuple(before word: String?) -> Bool {
    switch current.kind {
    case .outputEnd, .statementEnd, .end, .symbol(.rightParenthesis): true
    case .name(let name): name == word
    default: false
    }
  }

  private mutating func list() throws(JinjaFault) -> any JinjaExpression {
    let offset = offset
    try expect(.leftBracket)
    var elements: [any JinjaExpression] = []
    while !isAt(.rightBracket) {
      elements.append(try expression())
      guard try skip(.comma) else { break }
    }
    try expect(.rightBracket)
    return JinjaSequenceLiteral(elements, isTuple: false, offset: offset)
  }

  private mutating func dict() throws(JinjaFault) -> any JinjaExpression {
    let offset = offset
    try expect(.leftBrace)
    var pairs: [(key: any JinjaExpression, value: any JinjaExpression)] = []
    while !isAt(.rightBrace) {
      let key = try expression()
      try expect(.colon)
      pairs.append((key, try expression()))
      guard try skip(.comma) else { break }
    }
    try expect(.rightBrace)
    return JinjaDictLiteral(pairs, offset: offset)
  }

  /// Parses brackets after a value: an index, a tuple of indices, or a slice.
  mutating func element(of base: any JinjaExpression) throws(JinjaFault) -> any JinjaExpression {
    let offset = offset
    try expect(.leftBracket)
    // Empty brackets are a syntax error in Python, but occur in templates for other engines.
    if try skip(.rightBracket) {
      return JinjaSubscript(base, JinjaConstant(.undefined, offset: offset), offset: offset)
    }
    let first = isAt(.colon) ? nil : try expression()
    if isAt(.colon) {
      let bounds = try bounds()
      try expect(.rightBracket)
      return JinjaSlice(base, start: first, stop: bounds.stop, step: bounds.step, offset: offset)
    }
    guard let first else { throw unexpected("an index") }
    var indices = [first]
    while try skip(.comma) { indices.append(try expression()) }
    try expect(.rightBracket)
    let index =
      indices.count == 1 ? first : JinjaSequenceLiteral(indices, isTuple: true, offset: offset)
    return JinjaSubscript(base, index, offset: offset)
  }

  private mutating func bounds() throws(JinjaFault) -> (
    stop: (any JinjaExpression)?, step: (any JinjaExpression)?
  ) {
    try expect(.colon)
    let stop = isAt(.colon) || isAt(.rightBracket) ? nil : try expression()
    guard try skip(.colon) else { return (stop, nil) }
    return (stop, isAt(.rightBracket) ? nil : try expression())
  }

  /// Parses the arguments of a call, including the parentheses.
  mutating func arguments() throws(JinjaFault) -> JinjaArgumentList {
    try expect(.leftParenthesis)
    var list = JinjaArgumentList()
    while !isAt(.rightParenthesis) {
      let hasSpread = list.spread != nil || list.keywordSpread != nil
      if isAt(.star) {
        guard !hasSpread else { throw unexpected("a keyword argument") }
        try advance()
        list.spread = try expression()
      } else if isAt(.doubleStar) {
        guard list.keywordSpread == nil else { throw unexpected("')'") }
        try advance()
        list.keywordSpread = try expression()
      } else if case .name(let name) = current.kind, try peek().kind == .symbol(.assign) {
        guard list.keywordSpread == nil else { throw unexpected("')'") }
        try advance()
        try advance()
        list.keywords.append((name, try expression()))
      } else {
        guard !hasSpread, list.keywords.isEmpty else { throw unexpected("a keyword argument") }
        list.positional.append(try expression())
      }
      guard try skip(.comma) else { break }
    }
    try expect(.rightParenthesis)
    return list
  }
}
