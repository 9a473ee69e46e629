/// The state of one rendering: variables, output and resource usage.
final class JinjaRun {
  let budget: JinjaBudget
  let now: () -> JinjaDate
  /// The current scope.
  var scope: JinjaScope
  /// The byte offset in the source of the current operation, for errors.
  var offset = 0

  /// The nesting depth of the values in the current comparison.
  var comparisonDepth = 0

  private var output = JinjaTextBuilder()
  /// The accounted memory of the output in bytes.
  private var outputBytes = 0
  /// The nesting depth of the running macros.
  private var depth = 0
  /// The objects that may be part of reference cycles, which are emptied at the end.
  private var scopes: [JinjaScope] = []
  private var sequences: [JinjaSequence] = []
  private var dicts: [JinjaDict] = []

  init(variables count: Int, limits: JinjaLimits, now: @escaping () -> JinjaDate) {
    budget = JinjaBudget(limits)
    scope = JinjaScope(variables: count)
    self.now = now
  }

  /// Sets the current offset and spends one step.
  func step(at offset: Int) throws(JinjaFault) {
    self.offset = offset
    try budget.spend()
  }

  /// Breaks reference cycles so that all values are released.
  func finish() {
    for scope in scopes { scope.removeAll() }
    for sequence in sequences { sequence.removeAll() }
    for dict in dicts { dict.removeAll() }
  }
}

/// The registration of objects that may be part of reference cycles.
extension JinjaRun {
  /// The approximate size of a registered object, which lives to the end of the run.
  private static let registeredObjectBytes = 256

  func register(_ sequence: JinjaSequence) throws(JinjaFault) {
    guard !sequence.isRegistered else { return }
    try budget.allocate(Self.registeredObjectBytes)
    sequence.isRegistered = true
    sequences.append(sequence)
  }

  func register(_ dict: JinjaDict) throws(JinjaFault) {
    guard !dict.isRegistered else { return }
    try budget.allocate(Self.registeredObjectBytes)
    dict.isRegistered = true
    dicts.append(dict)
  }

  /// A macro with the current scope as its closure.
  func closure(of macro: JinjaMacro) throws(JinjaFault) -> JinjaFunction {
    if !scope.isRegistered {
      try budget.allocate(Self.registeredObjectBytes)
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
    try budget.allocate(bytes)
    outputBytes += bytes
    output.append(text)
    guard output.string.utf8.count <= budget.limits.outputBytes else {
      throw JinjaFault(.limit(.outputBytes, maximum: budget.limits.outputBytes))
    }
  }

  /// The output so far, with its runs.
  var renderedOutput: JinjaTextBuilder { output }

  /// Executes a block in a scope of its own and returns its output.
  func capture(_ body: JinjaBlock) throws(JinjaFault) -> (JinjaText, JinjaFlow) {
    try budget.spend()
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

  /// Returns a text as filters change it, one after the other.
  func filtered(_ text: JinjaText, _ filters: [JinjaFilterCall]) throws(JinjaFault) -> JinjaRuntimeValue {
    var value = JinjaRuntimeValue.text(text)
    for filter in filters { value = try filter.apply(self, to: value) }
    return value
  }

  /// Calls a macro and returns its output.
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
      // The arguments are searched for each parameter, and the variables of a scope for each that is set.
      try budget.spend(1 + arguments.keywords.count >> 3)
      if index < arguments.positional.count {
        given.append(arguments.positional[index])
      } else {
        given.append(arguments.removeKeyword(parameter.name))
      }
    }
    if let variable = macro.implicitVariables.caller {
      scope.set(variable, to: arguments.removeKeyword("caller") ?? .missing("caller"))
    }
    if let variable = macro.implicitVariables.kwargs {
      let dict = JinjaDict(budget)
      for (name, value) in arguments.keywords { try dict.set(.string(name), to: value) }
      scope.set(variable, to: .dictionary(dict))
    } else if let extra = arguments.keywords.first {
      throw .value("the macro '\(macro.name)'", found: "an argument '\(extra.name)'", expected: macro.signature)
    }
    let rest = Array(arguments.positional.dropFirst(macro.parameters.count))
    if let variable = macro.implicitVariables.varargs {
      scope.set(variable, to: .sequence(try JinjaSequence(rest, .tuple, budget)))
    } else if !rest.isEmpty {
      throw .value(
        "the macro '\(macro.name)'", found: "\(arguments.positional.count) arguments", expected: macro.signature)
    }
    // Default values may refer to preceding parameters.
    for (parameter, value) in zip(macro.parameters, given) {
      try budget.spend()
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
      for (element, target) in zip(elements, targets) {
        try budget.spend()
        try assign(element, to: target)
      }
    case .member(let variable, let name, let member, let offset):
      self.offset = offset
      guard case .namespace(let dict)? = scope.value(of: variable) else {
        let found = scope.value(of: variable) ?? .missing(name)
        throw .value("an assignment to a member", found: found.kind, expected: "a namespace")
      }
      try dict.set(.string(member), to: value)
    }
  }
}

extension JinjaMacro {
  /// The parameters, for errors.
  fileprivate var signature: String {
    parameters.isEmpty ? "no arguments" : "at most " + parameters.map { "'\($0.name)'" }.joined(separator: ", ")
  }
}
