/// The parsing of text, outputs and statements.
extension JinjaParser {
  /// Parses a block up to a statement that begins with one of the given words, or to the end of the template.
  ///
  /// That word is the current token afterwards.
  mutating func block(until words: [String]) throws(JinjaFault) -> JinjaBlock {
    try nested { (parser) throws(JinjaFault) in
      var statements: [any JinjaStatement] = []
      while true {
        switch parser.current.kind {
        case .text(let text):
          try parser.advance()
          statements.append(JinjaTextStatement(text))
        case .outputBegin:
          try parser.advance()
          statements.append(JinjaOutputStatement(try parser.tuple()))
          guard case .outputEnd = parser.current.kind else { throw parser.unexpected("'}}'") }
          try parser.advance()
        case .statementBegin:
          try parser.advance()
          if case .name(let word) = parser.current.kind, words.contains(word) { return JinjaBlock(statements) }
          statements.append(contentsOf: try parser.statement())
          try parser.expectEndOfStatement()
        default:
          guard words.isEmpty else {
            throw parser.unexpected(words.map { "'{% \($0) %}'" }.joined(separator: " or "))
          }
          return JinjaBlock(statements)
        }
      }
    }
  }

  /// Parses the body of a statement up to one of the given words, and consumes that word.
  ///
  /// - Returns: The body, and the word at its end.
  private mutating func body(until words: String...) throws(JinjaFault) -> (JinjaBlock, end: String) {
    _ = try skip(.colon)
    try expectEndOfStatement()
    let block = try block(until: words)
    return (block, try expectName("a statement"))
  }

  /// Parses a statement from its keyword to its end delimiter, which is not consumed.
  private mutating func statement() throws(JinjaFault) -> [any JinjaStatement] {
    let offset = offset
    let word = try expectName("a statement")
    switch word {
    case "if": return [try ifStatement()]
    case "for": return [try forStatement()]
    case "set": return [try setStatement()]
    case "macro": return [try macroStatement()]
    case "call": return [try callStatement()]
    case "filter":
      var filters = [try filter(on: nil)]
      while try skip(.pipe) { filters.append(try filter(on: nil)) }
      return [JinjaFilterStatement(filters, body: try body(until: "endfilter").0)]
    case "with": return [try withStatement()]
    case "generation": return [JinjaScopeStatement([], body: try body(until: "endgeneration").0)]
    case "break", "continue":
      guard loopDepth > 0 else {
        throw JinjaFault(.syntax(found: "'\(word)'", expected: "an enclosing loop"), at: offset)
      }
      return [JinjaLoopControlStatement(word == "break" ? .breakLoop : .continueLoop)]
    case "print":
      var outputs: [any JinjaStatement] = []
      while current.kind != .statementEnd {
        if !outputs.isEmpty { try expect(.comma) }
        outputs.append(JinjaOutputStatement(try expression()))
      }
      return outputs
    default: throw JinjaFault(.unknown(kind: "statement", name: word), at: offset)
    }
  }

  private mutating func ifStatement() throws(JinjaFault) -> any JinjaStatement {
    var branches: [(condition: any JinjaExpression, body: JinjaBlock)] = []
    while true {
      let condition = try tuple(withConditional: false)
      let (body, end) = try body(until: "elif", "else", "endif")
      branches.append((condition, body))
      if end == "endif" { return JinjaIfStatement(branches, else: JinjaBlock([])) }
      if end == "else" { return JinjaIfStatement(branches, else: try self.body(until: "endif").0) }
    }
  }

  private mutating func forStatement() throws(JinjaFault) -> any JinjaStatement {
    let target = try targets(before: "in")
    try expect(name: "in")
    let values = try tuple(withConditional: false, before: "recursive")
    let used = uses["loop", default: 0]
    let condition = try skip(name: "if") ? try expression() : nil
    guard !isAt(name: "recursive") else {
      throw JinjaFault(.unknown(kind: "kind of loop", name: "recursive"), at: offset)
    }
    loopDepth += 1
    let (body, end) = try body(until: "endfor", "else")
    loopDepth -= 1
    let loop = uses["loop", default: 0] > used ? variable("loop") : nil
    let otherwise = end == "else" ? try self.body(until: "endfor").0 : JinjaBlock([])
    return JinjaForStatement(target, in: values, if: condition, body: body, else: otherwise, loop: loop)
  }

  private mutating func setStatement() throws(JinjaFault) -> any JinjaStatement {
    let target = try targets(withMembers: true)
    if try skip(.assign) { return JinjaSetStatement(target, try tuple()) }
    var filters: [JinjaFilterCall] = []
    while try skip(.pipe) { filters.append(try filter(on: nil)) }
    return JinjaSetBlockStatement(target, filters: filters, body: try body(until: "endset").0)
  }

  private mutating func withStatement() throws(JinjaFault) -> any JinjaStatement {
    var variables: [(target: JinjaTarget, value: any JinjaExpression)] = []
    while current.kind != .statementEnd {
      if !variables.isEmpty { try expect(.comma) }
      let target = try targets()
      try expect(.assign)
      variables.append((target, try expression()))
    }
    return JinjaScopeStatement(variables, body: try body(until: "endwith").0)
  }
}

/// The parsing of assignment targets.
extension JinjaParser {
  /// Parses a tuple of targets separated by commas, or a single target.
  private mutating func targets(
    withMembers: Bool = false, before word: String? = nil
  ) throws(JinjaFault) -> JinjaTarget {
    var targets: [JinjaTarget] = []
    var isTuple = false
    while !isAtEndOfTuple(before: word), !isAt(.assign) {
      targets.append(try target(withMembers: withMembers))
      guard try skip(.comma) else { break }
      isTuple = true
    }
    if !isTuple, let only = targets.first { return only }
    guard isTuple else { throw unexpected("a name") }
    return .members(targets)
  }

  private mutating func target(withMembers: Bool) throws(JinjaFault) -> JinjaTarget {
    if isAt(.leftParenthesis) {
      return try nested { (parser) throws(JinjaFault) in
        try parser.advance()
        let inner = try parser.targets(withMembers: withMembers)
        try parser.expect(.rightParenthesis)
        return inner
      }
    }
    let offset = offset
    let name = try expectName("a name")
    guard !["true", "false", "none", "True", "False", "None"].contains(name) else {
      throw JinjaFault(.syntax(found: "'\(name)'", expected: "a name"), at: offset)
    }
    guard withMembers, try skip(.dot) else { return .name(variable(name)) }
    return .member(variable: variable(name), name: name, member: try expectName("a member's name"), offset: offset)
  }
}

/// The parsing of macros and call blocks.
extension JinjaParser {
  private mutating func macroStatement() throws(JinjaFault) -> any JinjaStatement {
    let name = try expectName("the macro's name")
    let index = variable(name)
    let parameters = try parameters()
    return JinjaMacroStatement(try macro(name, parameters, end: "endmacro"), variable: index)
  }

  private mutating func callStatement() throws(JinjaFault) -> any JinjaStatement {
    let parameters = isAt(.leftParenthesis) ? try parameters() : []
    let call = try expression()
    guard let call = call as? JinjaCall else {
      throw JinjaFault(.syntax(found: "another expression", expected: "a call of a macro"), at: call.offset)
    }
    return JinjaCallStatement(call, caller: try macro("caller", parameters, end: "endcall"))
  }

  private mutating func macro(
    _ name: String, _ parameters: [JinjaMacro.Parameter], end: String
  ) throws(JinjaFault) -> JinjaMacro {
    let before = uses
    let outerLoops = loopDepth
    loopDepth = 0
    let body = try body(until: end).0
    loopDepth = outerLoops
    let used = ["caller", "varargs", "kwargs"].filter { uses[$0, default: 0] > before[$0, default: 0] }
    let implicitVariables = used.filter { name in !parameters.contains { $0.name == name } }
    return JinjaMacro(
      name: name, parameters: parameters, body: body,
      implicitVariables: JinjaMacro.ImplicitVariables(
        caller: implicitVariables.contains("caller") ? variable("caller") : nil,
        varargs: implicitVariables.contains("varargs") ? variable("varargs") : nil,
        kwargs: implicitVariables.contains("kwargs") ? variable("kwargs") : nil))
  }

  private mutating func parameters() throws(JinjaFault) -> [JinjaMacro.Parameter] {
    try expect(.leftParenthesis)
    var parameters: [JinjaMacro.Parameter] = []
    while !isAt(.rightParenthesis) {
      let name = try expectName("a parameter's name")
      let fallback = try skip(.assign) ? try expression() : nil
      guard fallback != nil || parameters.last?.fallback == nil else { throw unexpected("a default value") }
      parameters.append(.init(name: name, variable: variable(name), fallback: fallback))
      guard try skip(.comma) else { break }
    }
    try expect(.rightParenthesis)
    return parameters
  }
}
