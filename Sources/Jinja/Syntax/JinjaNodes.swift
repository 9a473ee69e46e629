/// An expression node of a compiled template.
///
/// Nodes are immutable, so that a tree can be shared between threads.
protocol JinjaExpression: AnyObject, Sendable {
  /// The position for errors, in bytes of the source.
  var offset: Int { get }
  /// The depth of the expression tree, including this node.
  var depth: Int { get }
  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue
}

/// A statement node of a compiled template.
protocol JinjaStatement: AnyObject, Sendable {
  /// The depth of the tree of statements and expressions, including this node.
  var depth: Int { get }
  func execute(_ run: JinjaRun) throws(JinjaFault) -> JinjaFlow
}

/// The control flow after a statement.
enum JinjaFlow {
  /// Continue with the next statement.
  case next
  /// Leave the innermost loop.
  case breakLoop
  /// Continue with the next iteration of the innermost loop.
  case continueLoop
}

/// A sequence of statements.
struct JinjaBlock: Sendable {
  let statements: [any JinjaStatement]
  let depth: Int

  init(_ statements: [any JinjaStatement]) {
    self.statements = statements
    depth = 1 + (statements.map(\.depth).max() ?? 0)
  }

  func execute(_ run: JinjaRun) throws(JinjaFault) -> JinjaFlow {
    for statement in statements {
      let flow = try statement.execute(run)
      guard flow == .next else { return flow }
    }
    return .next
  }
}

/// The argument expressions of a call.
struct JinjaArgumentList: Sendable {
  var positional: [any JinjaExpression] = []
  var keywords: [(name: String, value: any JinjaExpression)] = []
  /// The operand of `*`.
  var spread: (any JinjaExpression)?
  /// The operand of `**`.
  var keywordSpread: (any JinjaExpression)?

  var depth: Int {
    let all = positional + keywords.map(\.value) + [spread, keywordSpread].compactMap(\.self)
    return all.map(\.depth).max() ?? 0
  }

  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaArguments {
    var arguments = JinjaArguments()
    arguments.positional.reserveCapacity(positional.count)
    for argument in positional { arguments.positional.append(try argument.evaluate(run)) }
    if let spread { arguments.positional += try run.elements(of: try spread.evaluate(run)) }
    for (name, value) in keywords { arguments.keywords.append((name, try value.evaluate(run))) }
    if let keywordSpread {
      guard case .dictionary(let dict) = try keywordSpread.evaluate(run) else {
        throw .value("'**'", found: "something else", expected: "a dictionary")
      }
      try run.budget.spend(dict.count)
      for (key, value) in zip(dict.keys, dict.values) {
        guard case .text(let name) = key else {
          throw .value("'**'", found: "\(key.kind) as a key", expected: "strings")
        }
        arguments.keywords.append((name.string, value))
      }
    }
    return arguments
  }
}

/// The target of an assignment.
indirect enum JinjaTarget: Sendable {
  case name(Int)
  case members([JinjaTarget])
  /// A member of a namespace.
  case member(variable: Int, name: String, member: String, offset: Int)
}

/// The parameters and the body of a macro.
final class JinjaMacro: Sendable {
  struct Parameter: Sendable {
    var name: String
    var variable: Int
    var fallback: (any JinjaExpression)?
  }

  let name: String
  let parameters: [Parameter]
  let body: JinjaBlock
  /// The implicit variables that the body uses.
  let implicitVariables: ImplicitVariables
  let depth: Int

  struct ImplicitVariables: Sendable {
    var caller: Int?
    var varargs: Int?
    var kwargs: Int?
  }

  init(name: String, parameters: [Parameter], body: JinjaBlock, implicitVariables: ImplicitVariables) {
    self.name = name
    self.parameters = parameters
    self.body = body
    self.implicitVariables = implicitVariables
    depth = 1 + max(body.depth, parameters.compactMap(\.fallback?.depth).max() ?? 0)
  }
}
