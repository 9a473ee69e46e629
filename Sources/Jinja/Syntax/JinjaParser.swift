/// The parser, a recursive descent with a depth limit.
struct JinjaParser {
  private var lexer: JinjaLexer
  private(set) var current: JinjaToken
  private var following: JinjaToken?

  /// The index of each variable by name.
  private(set) var variables: [String: Int] = [:]

  /// The number of uses of the implicit variables, by which loops and macros decide if they provide them.
  private(set) var uses: [String: Int] = [:]

  private var depth = 0

  /// The number of loops around the current token, within its macro.
  var loopDepth = 0

  /// The maximum nesting depth of brackets and blocks; known templates stay below 20.
  static let maximumDepth = 100

  /// The maximum depth of the tree, which long sums reach without brackets.
  static let maximumTreeDepth = 250

  init(_ source: String) throws(JinjaFault) {
    lexer = try JinjaLexer(source)
    current = try lexer.next()
  }

  var source: [UInt8] { lexer.source }
  var offset: Int { current.offset }

  mutating func template() throws(JinjaFault) -> JinjaBlock {
    let block = try block(until: [])
    guard case .end = current.kind else { throw unexpected("a statement") }
    return block
  }
}

/// The access to tokens.
extension JinjaParser {
  mutating func advance() throws(JinjaFault) {
    if let token = following {
      current = token
      following = nil
    } else {
      current = try lexer.next()
    }
  }

  /// The token after the current one.
  mutating func peek() throws(JinjaFault) -> JinjaToken {
    if let following { return following }
    let token = try lexer.next()
    following = token
    return token
  }

  func unexpected(_ expected: String) -> JinjaFault {
    JinjaFault(.syntax(found: current.description, expected: expected), at: current.offset)
  }

  func isAt(_ symbol: JinjaToken.Symbol) -> Bool { current.kind == .symbol(symbol) }

  func isAt(name: String) -> Bool { current.kind == .name(name) }

  /// Consumes a symbol if it is the current token.
  mutating func skip(_ symbol: JinjaToken.Symbol) throws(JinjaFault) -> Bool {
    guard isAt(symbol) else { return false }
    try advance()
    return true
  }

  /// Consumes a word if it is the current token.
  mutating func skip(name: String) throws(JinjaFault) -> Bool {
    guard isAt(name: name) else { return false }
    try advance()
    return true
  }

  mutating func expect(_ symbol: JinjaToken.Symbol) throws(JinjaFault) {
    guard try skip(symbol) else { throw unexpected("'\(symbol.rawValue)'") }
  }

  mutating func expect(name: String) throws(JinjaFault) {
    guard try skip(name: name) else { throw unexpected("'\(name)'") }
  }

  mutating func expectName(_ expected: String) throws(JinjaFault) -> String {
    guard case .name(let name) = current.kind else { throw unexpected(expected) }
    try advance()
    return name
  }

  mutating func expectEndOfStatement() throws(JinjaFault) {
    guard case .statementEnd = current.kind else { throw unexpected("'%}'") }
    try advance()
  }

  /// Parses a recursive rule with a depth limit.
  mutating func nested<Node>(
    _ parse: (inout JinjaParser) throws(JinjaFault) -> Node
  ) throws(JinjaFault) -> Node {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw JinjaFault(.limit(.sourceDepth, maximum: Self.maximumDepth), at: current.offset)
    }
    let node = try parse(&self)
    depth -= 1
    return node
  }

  /// Checks the depth of a node that contains an earlier one.
  func checked(_ node: any JinjaExpression) throws(JinjaFault) -> any JinjaExpression {
    guard node.depth <= Self.maximumTreeDepth else {
      throw JinjaFault(.limit(.sourceDepth, maximum: Self.maximumTreeDepth), at: node.offset)
    }
    return node
  }

  /// The index of a variable, which is added if it is new.
  mutating func variable(_ name: String) -> Int {
    if let index = variables[name] { return index }
    variables[name] = variables.count
    return variables.count - 1
  }

  mutating func variableNode(_ name: String, at offset: Int) -> JinjaVariable {
    switch name {
    case "loop", "caller", "varargs", "kwargs": uses[name, default: 0] += 1
    default: break
    }
    return JinjaVariable(name, index: variable(name), offset: offset)
  }
}
