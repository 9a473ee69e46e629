/// Text between tags.
final class JinjaTextStatement: JinjaStatement {
  let text: String
  let depth = 1

  init(_ text: String) { self.text = text }

  func execute(_ run: JinjaRun) throws(JinjaFault) -> JinjaFlow {
    try run.write(JinjaText(trusted: text))
    return .next
  }
}

/// `{{ expression }}`.
final class JinjaOutputStatement: JinjaStatement {
  let expression: any JinjaExpression
  let depth: Int

  init(_ expression: any JinjaExpression) {
    self.expression = expression
    depth = expression.depth + 1
  }

  func execute(_ run: JinjaRun) throws(JinjaFault) -> JinjaFlow {
    let value = try expression.evaluate(run)
    try run.step(at: expression.offset)
    try run.write(try run.text(of: value))
    return .next
  }
}

/// `{% set target = expression %}`.
final class JinjaSetStatement: JinjaStatement {
  let target: JinjaTarget
  let expression: any JinjaExpression
  let depth: Int

  init(_ target: JinjaTarget, _ expression: any JinjaExpression) {
    self.target = target
    self.expression = expression
    depth = expression.depth + 1
  }

  func execute(_ run: JinjaRun) throws(JinjaFault) -> JinjaFlow {
    let value = try expression.evaluate(run)
    try run.step(at: expression.offset)
    try run.assign(value, to: target)
    return .next
  }
}

/// `{% set target | filters %}…{% endset %}`.
final class JinjaSetBlockStatement: JinjaStatement {
  let target: JinjaTarget
  let filters: [JinjaFilterCall]
  let body: JinjaBlock
  let depth: Int

  init(_ target: JinjaTarget, filters: [JinjaFilterCall], body: JinjaBlock) {
    self.target = target
    self.filters = filters
    self.body = body
    depth = 1 + max(body.depth, filters.map(\.depth).max() ?? 0)
  }

  func execute(_ run: JinjaRun) throws(JinjaFault) -> JinjaFlow {
    let (text, flow) = try run.capture(body)
    guard flow == .next else { return flow }
    try run.assign(try run.filtered(text, filters), to: target)
    return .next
  }
}

/// `{% filter name %}…{% endfilter %}`.
final class JinjaFilterStatement: JinjaStatement {
  let filters: [JinjaFilterCall]
  let body: JinjaBlock
  let depth: Int

  init(_ filters: [JinjaFilterCall], body: JinjaBlock) {
    self.filters = filters
    self.body = body
    depth = 1 + max(body.depth, filters.map(\.depth).max() ?? 0)
  }

  func execute(_ run: JinjaRun) throws(JinjaFault) -> JinjaFlow {
    let (text, flow) = try run.capture(body)
    guard flow == .next else { return flow }
    try run.write(try run.text(of: try run.filtered(text, filters)))
    return .next
  }
}

/// `{% if … %}…{% elif … %}…{% else %}…{% endif %}`.
final class JinjaIfStatement: JinjaStatement {
  let branches: [(condition: any JinjaExpression, body: JinjaBlock)]
  let otherwise: JinjaBlock
  let depth: Int

  init(_ branches: [(condition: any JinjaExpression, body: JinjaBlock)], else otherwise: JinjaBlock) {
    self.branches = branches
    self.otherwise = otherwise
    depth = 1 + max(otherwise.depth, branches.map { max($0.condition.depth, $0.body.depth) }.max() ?? 0)
  }

  func execute(_ run: JinjaRun) throws(JinjaFault) -> JinjaFlow {
    for branch in branches {
      let condition = try branch.condition.evaluate(run)
      try run.step(at: branch.condition.offset)
      if condition.isTrue { return try branch.body.execute(run) }
    }
    return try otherwise.execute(run)
  }
}

/// `{% break %}` and `{% continue %}`.
final class JinjaLoopControlStatement: JinjaStatement {
  let flow: JinjaFlow
  let depth = 1

  init(_ flow: JinjaFlow) { self.flow = flow }

  func execute(_ run: JinjaRun) -> JinjaFlow { flow }
}

/// A body with a scope of its own: `{% with name = value %}…{% endwith %}`.
///
/// It also represents `{% generation %}…{% endgeneration %}`, which marks assistant messages and has no variables.
final class JinjaScopeStatement: JinjaStatement {
  let variables: [(target: JinjaTarget, value: any JinjaExpression)]
  let body: JinjaBlock
  let depth: Int

  init(_ variables: [(target: JinjaTarget, value: any JinjaExpression)], body: JinjaBlock) {
    self.variables = variables
    self.body = body
    depth = 1 + max(body.depth, variables.map(\.value.depth).max() ?? 0)
  }

  func execute(_ run: JinjaRun) throws(JinjaFault) -> JinjaFlow {
    var values: [JinjaRuntimeValue] = []
    try run.budget.spend()
    for variable in variables { values.append(try variable.value.evaluate(run)) }
    let outer = run.scope
    run.scope = JinjaScope(outer)
    for (variable, value) in zip(variables, values) {
      try run.budget.spend()
      try run.assign(value, to: variable.target)
    }
    let flow = try body.execute(run)
    run.scope = outer
    return flow
  }
}

/// `{% macro name(parameters) %}…{% endmacro %}`.
final class JinjaMacroStatement: JinjaStatement {
  let macro: JinjaMacro
  let variable: Int
  let depth: Int

  init(_ macro: JinjaMacro, variable: Int) {
    self.macro = macro
    self.variable = variable
    depth = macro.depth + 1
  }

  func execute(_ run: JinjaRun) throws(JinjaFault) -> JinjaFlow {
    try run.budget.spend()
    run.scope.set(variable, to: .function(try run.closure(of: macro)))
    return .next
  }
}

/// `{% call(parameters) macro(arguments) %}…{% endcall %}`.
final class JinjaCallStatement: JinjaStatement {
  let call: JinjaCall
  let caller: JinjaMacro
  let depth: Int

  init(_ call: JinjaCall, caller: JinjaMacro) {
    self.call = call
    self.caller = caller
    depth = 1 + max(call.depth, caller.depth)
  }

  func execute(_ run: JinjaRun) throws(JinjaFault) -> JinjaFlow {
    let value = try call.evaluate(run, caller: try run.closure(of: caller))
    try run.write(try run.text(of: value))
    return .next
  }
}
