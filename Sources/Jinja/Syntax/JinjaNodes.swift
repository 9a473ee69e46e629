/// An expression of a compiled template.
///
/// Nodes never change once made, so that one tree serves all threads.
protocol JinjaExpression: AnyObject, Sendable {
  /// Where errors are put, in bytes of the source.
  var offset: Int { get }
  /// How deep expressions nest in it, itself included.
  var depth: Int { get }
  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue
}

/// A statement of a compiled template.
protocol JinjaStatement: AnyObject, Sendable {
  /// How deep statements and expressions nest in it, itself included.
  var depth: Int { get }
  func execute(_ run: JinjaRun) throws(JinjaFault) -> JinjaFlow
}

/// What comes after a statement.
enum JinjaFlow {
  /// The statement after it.
  case next
  /// The end of the loop around it.
  case leaveLoop
  /// The next round of the loop around it.
  case nextRound
}

/// Statements in order.
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

/// The arguments of a call as written.
struct JinjaArgumentList: Sendable {
  var positional: [any JinjaExpression] = []
  var keywords: [(name: String, value: any JinjaExpression)] = []
  /// `*values`.
  var spread: (any JinjaExpression)?
  /// `**values`.
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
      guard case .dictionary(let table) = try keywordSpread.evaluate(run) else {
        throw .value("'**'", found: "something else", expected: "a dictionary")
      }
      for (key, value) in zip(table.keys, table.values) {
        guard case .text(let name) = key else {
          throw .value("'**'", found: "\(key.kind) as a key", expected: "strings")
        }
        arguments.keywords.append((name.string, value))
      }
    }
    return arguments
  }
}

/// What an assignment assigns to.
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
  /// The variables `caller`, `varargs` and `kwargs`, of those that the body uses.
  let specials: Specials
  let depth: Int

  struct Specials: Sendable {
    var caller: Int?
    var varargs: Int?
    var kwargs: Int?
  }

  init(name: String, parameters: [Parameter], body: JinjaBlock, specials: Specials) {
    self.name = name
    self.parameters = parameters
    self.body = body
    self.specials = specials
    depth = 1 + max(body.depth, parameters.compactMap(\.fallback?.depth).max() ?? 0)
  }
}
