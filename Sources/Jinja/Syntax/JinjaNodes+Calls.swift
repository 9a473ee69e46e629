/// A call: `callee(arguments)`.
final class JinjaCall: JinjaExpression {
  let offset: Int
  let callee: any JinjaExpression
  let arguments: JinjaArgumentList
  let depth: Int

  init(_ callee: any JinjaExpression, _ arguments: JinjaArgumentList, offset: Int) {
    self.callee = callee
    self.arguments = arguments
    self.offset = offset
    depth = 1 + max(callee.depth, arguments.depth)
  }

  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue {
    try evaluate(run, caller: nil)
  }

  /// Evaluates the call, optionally with the body of a call block as the argument `caller`.
  func evaluate(_ run: JinjaRun, caller: JinjaFunction?) throws(JinjaFault) -> JinjaRuntimeValue {
    // Methods are called directly, without creating a bound method.
    if caller == nil, let member = callee as? JinjaMember {
      let base = try member.base.evaluate(run)
      run.offset = member.offset
      if let method = JinjaMethods.method(member.name, of: base) {
        let arguments = try arguments.evaluate(run)
        try run.step(at: offset)
        return try method(run, base, arguments)
      }
      let function = try run.member(member.name, of: base)
      return try call(function, try arguments.evaluate(run), run)
    }
    let function = try callee.evaluate(run)
    var arguments = try arguments.evaluate(run)
    if let caller { arguments.keywords.append(("caller", .function(caller))) }
    return try call(function, arguments, run)
  }

  private func call(
    _ function: JinjaRuntimeValue, _ arguments: JinjaArguments, _ run: JinjaRun
  ) throws(JinjaFault) -> JinjaRuntimeValue {
    try run.step(at: offset)
    switch function {
    case .function(let function): return try function.call(run, arguments)
    case .undefined(let missing): throw JinjaFault(.undefined("\(missing.message), so it cannot be called"))
    default: throw .value("a call", found: function.kind, expected: "a function")
    }
  }
}

/// A filter: `value | filter(arguments)`.
final class JinjaFilterCall: JinjaExpression {
  let offset: Int
  /// The operand; nil for the filter of a block.
  let operand: (any JinjaExpression)?
  let name: String
  let filter: JinjaFilters.Filter?
  let arguments: JinjaArgumentList
  let depth: Int

  init(_ operand: (any JinjaExpression)?, _ name: String, _ arguments: JinjaArgumentList, offset: Int) {
    self.operand = operand
    self.name = name
    self.arguments = arguments
    self.offset = offset
    filter = JinjaFilters.named(name)
    depth = 1 + max(operand?.depth ?? 0, arguments.depth)
  }

  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue {
    try apply(run, to: try operand?.evaluate(run) ?? .none)
  }

  func apply(_ run: JinjaRun, to value: JinjaRuntimeValue) throws(JinjaFault) -> JinjaRuntimeValue {
    let arguments = try arguments.evaluate(run)
    try run.step(at: offset)
    guard let filter else { throw JinjaFault(.unknown(kind: "filter", name: name)) }
    return try filter(run, value, arguments)
  }
}

/// A test: `value is test(arguments)`.
final class JinjaTestCall: JinjaExpression {
  let offset: Int
  let operand: any JinjaExpression
  let name: String
  let test: JinjaTests.Test?
  let arguments: JinjaArgumentList
  let isNegated: Bool
  let depth: Int

  init(
    _ operand: any JinjaExpression, _ name: String, _ arguments: JinjaArgumentList, isNegated: Bool, offset: Int
  ) {
    self.operand = operand
    self.name = name
    self.arguments = arguments
    self.isNegated = isNegated
    self.offset = offset
    test = JinjaTests.named(name)
    depth = 1 + max(operand.depth, arguments.depth)
  }

  func evaluate(_ run: JinjaRun) throws(JinjaFault) -> JinjaRuntimeValue {
    let value = try operand.evaluate(run)
    let arguments = try arguments.evaluate(run)
    try run.step(at: offset)
    guard let test else { throw JinjaFault(.unknown(kind: "test", name: name)) }
    return .boolean(try test(run, value, arguments) != isNegated)
  }
}
