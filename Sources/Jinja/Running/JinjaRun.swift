/// One run of a template: its variables, its output, and what it has used.
final class JinjaRun {
  let budget: JinjaBudget
  let now: () -> JinjaDate
  /// The variables that can be seen.
  var scope: JinjaScope
  /// What is being done, in bytes of the source, for errors.
  var offset = 0

  /// How deep the values are that are being compared.
  var comparisonDepth = 0

  private var output = JinjaTextBuilder()
  /// How many bytes of memory the output took from the budget.
  private var outputBytes = 0
  /// How deep the statements that run nest.
  private var depth = 0
  /// What may hold references to itself, to be emptied at the end.
  private var scopes: [JinjaScope] = []
  private var sequences: [JinjaSequence] = []
  private var tables: [JinjaTable] = []

  init(variables count: Int, limits: JinjaLimits, now: @escaping () -> JinjaDate) {
    budget = JinjaBudget(limits)
    scope = JinjaScope(variables: count)
    self.now = now
  }

  /// Notes what is being done, and that it costs a step.
  func step(at offset: Int) throws(JinjaFault) {
    self.offset = offset
    try budget.spend()
  }

  /// Lets go of all values.
  func finish() {
    for scope in scopes { scope.removeAll() }
    for sequence in sequences { sequence.removeAll() }
    for table in tables { table.removeAll() }
  }
}

/// What may become part of itself.
extension JinjaRun {
  /// A rough size, so that what is kept to the end is limited.
  private static let keptBytes = 256

  func keep(_ sequence: JinjaSequence) throws(JinjaFault) {
    guard !sequence.isRegistered else { return }
    try budget.take(Self.keptBytes)
    sequence.isRegistered = true
    sequences.append(sequence)
  }

  func keep(_ table: JinjaTable) throws(JinjaFault) {
    guard !table.isRegistered else { return }
    try budget.take(Self.keptBytes)
    table.isRegistered = true
    tables.append(table)
  }

  /// A macro with the variables that it can see.
  func closure(of macro: JinjaMacro) throws(JinjaFault) -> JinjaFunction {
    if !scope.isRegistered {
      try budget.take(Self.keptBytes)
      scope.isRegistered = true
      scopes.append(scope)
    }
    return JinjaFunction(.macro(macro, scope))
  }
}

/// Output.
extension JinjaRun {
  func write(_ text: JinjaText) throws(JinjaFault) {
    try budget.spend(bytes: text.byteCount)
    let bytes = text.byteCount + (text.runs.count + 1) * MemoryLayout<JinjaText.Run>.stride
    try budget.take(bytes)
    outputBytes += bytes
    output.append(text)
    guard output.string.utf8.count <= budget.limits.outputBytes else {
      throw JinjaFault(.limit(.outputBytes, maximum: budget.limits.outputBytes))
    }
  }

  /// The output so far, cut into runs.
  var written: JinjaTextBuilder { output }

  /// What a block writes, in a scope of its own.
  func capture(_ body: JinjaBlock) throws(JinjaFault) -> (JinjaText, JinjaFlow) {
    let (outerOutput, outerBytes, outerScope) = (output, outputBytes, scope)
    output = JinjaTextBuilder()
    outputBytes = 0
    scope = JinjaScope(outerScope)
    let flow = try body.execute(self)
    budget.free(outputBytes)
    let text = try budget.text(output)
    (output, outputBytes, scope) = (outerOutput, outerBytes, outerScope)
    return (text, flow)
  }

  /// What a macro writes.
  func call(
    _ macro: JinjaMacro, in closure: JinjaScope, _ arguments: JinjaArguments
  ) throws(JinjaFault) -> JinjaText {
    depth += macro.depth
    guard depth <= budget.limits.depth else {
      throw JinjaFault(.limit(.depth, maximum: budget.limits.depth))
    }
    let outer = scope
    scope = JinjaScope(closure)
    try bind(arguments, to: macro)
    let (text, _) = try capture(macro.body)
    scope = outer
    depth -= macro.depth
    return text
  }

  private func bind(_ arguments: JinjaArguments, to macro: JinjaMacro) throws(JinjaFault) {
    var arguments = arguments
    var given: [JinjaRuntimeValue?] = []
    for (index, parameter) in macro.parameters.enumerated() {
      if index < arguments.positional.count {
        given.append(arguments.positional[index])
      } else {
        given.append(arguments.takeKeyword(parameter.name))
      }
    }
    if let variable = macro.specials.caller {
      scope.set(variable, to: arguments.takeKeyword("caller") ?? .missing("caller"))
    }
    if let variable = macro.specials.kwargs {
      let table = JinjaTable(budget)
      for (name, value) in arguments.keywords { try table.set(.string(name), to: value) }
      scope.set(variable, to: .dictionary(table))
    } else if let extra = arguments.keywords.first {
      throw .value("the macro '\(macro.name)'", found: "an argument '\(extra.name)'", expected: macro.signature)
    }
    let rest = Array(arguments.positional.dropFirst(macro.parameters.count))
    if let variable = macro.specials.varargs {
      scope.set(variable, to: .sequence(try JinjaSequence(rest, .tuple, budget)))
    } else if !rest.isEmpty {
      throw .value(
        "the macro '\(macro.name)'", found: "\(arguments.positional.count) arguments", expected: macro.signature)
    }
    // Defaults see the parameters before them.
    for (parameter, value) in zip(macro.parameters, given) {
      if let value {
        scope.set(parameter.variable, to: value)
      } else if let fallback = parameter.fallback {
        scope.set(parameter.variable, to: try fallback.evaluate(self))
      } else {
        scope.set(parameter.variable, to: .missing(parameter.name))
      }
    }
  }

  func assign(_ value: JinjaRuntimeValue, to target: JinjaTarget) throws(JinjaFault) {
    switch target {
    case .name(let variable): scope.set(variable, to: value)
    case .members(let targets):
      let elements = try elements(of: value)
      guard elements.count == targets.count else {
        throw .value("an assignment", found: "\(elements.count) values", expected: "\(targets.count)")
      }
      for (element, target) in zip(elements, targets) { try assign(element, to: target) }
    case .member(let variable, let name, let member, let offset):
      self.offset = offset
      guard case .namespace(let table)? = scope.value(of: variable) else {
        let found = scope.value(of: variable) ?? .missing(name)
        throw .value("an assignment to a member", found: found.kind, expected: "a namespace")
      }
      try table.set(.string(member), to: value)
    }
  }
}

extension JinjaMacro {
  /// What it takes, for errors.
  fileprivate var signature: String {
    parameters.isEmpty ? "no arguments" : "at most " + parameters.map { "'\($0.name)'" }.joined(separator: ", ")
  }
}
