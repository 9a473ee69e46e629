/// `{% for target in values if condition %}…{% else %}…{% endfor %}`.
final class JinjaForStatement: JinjaStatement {
  let target: JinjaTarget
  let values: any JinjaExpression
  let condition: (any JinjaExpression)?
  let body: JinjaBlock
  let otherwise: JinjaBlock
  /// The variable `loop`, if the body uses it.
  let loop: Int?
  let depth: Int

  init(
    _ target: JinjaTarget, in values: any JinjaExpression, if condition: (any JinjaExpression)?, body: JinjaBlock,
    else otherwise: JinjaBlock, loop: Int?
  ) {
    self.target = target
    self.values = values
    self.condition = condition
    self.body = body
    self.otherwise = otherwise
    self.loop = loop
    depth = 1 + max(values.depth, condition?.depth ?? 0, body.depth, otherwise.depth)
  }

  func execute(_ run: JinjaRun) throws(JinjaFault) -> JinjaFlow {
    let value = try values.evaluate(run)
    try run.step(at: values.offset)
    let elements = try selected(try run.elements(of: value), run)
    guard !elements.isEmpty else { return try otherwise.execute(run) }
    let state = JinjaLoop(elements)
    let outer = run.scope
    for index in elements.indices {
      try run.step(at: values.offset)
      state.index = index
      // Assignments do not carry over to the next iteration.
      run.scope = JinjaScope(outer)
      try run.assign(elements[index], to: target)
      if let loop { run.scope.set(loop, to: .loop(state)) }
      if try body.execute(run) == .breakLoop { break }
    }
    run.scope = outer
    return .next
  }

  /// The elements for which the condition holds.
  private func selected(
    _ elements: [JinjaRuntimeValue], _ run: JinjaRun
  ) throws(JinjaFault) -> [JinjaRuntimeValue] {
    guard let condition else { return elements }
    var selected: [JinjaRuntimeValue] = []
    let outer = run.scope
    for element in elements {
      run.scope = JinjaScope(outer)
      try run.assign(element, to: target)
      let isSelected = try condition.evaluate(run).isTrue
      try run.step(at: condition.offset)
      if isSelected { selected.append(element) }
    }
    run.scope = outer
    return selected
  }
}

/// The state of a loop, available in its body as `loop`.
final class JinjaLoop {
  let elements: [JinjaRuntimeValue]
  /// The index of the iteration.
  var index = 0
  /// The arguments of the last call to `loop.changed`.
  var last: [JinjaRuntimeValue]?

  init(_ elements: [JinjaRuntimeValue]) { self.elements = elements }

  var count: Int { elements.count }

  /// The member with the given name, nil if there is none.
  func member(_ name: String) -> JinjaRuntimeValue? {
    switch name {
    case "index": .integer(index + 1)
    case "index0": .integer(index)
    case "first": .boolean(index == 0)
    case "last": .boolean(index == count - 1)
    case "length": .integer(count)
    case "revindex": .integer(count - index)
    case "revindex0": .integer(count - index - 1)
    case "previtem": index > 0 ? elements[index - 1] : .missing("the item before the first")
    case "nextitem": index + 1 < count ? elements[index + 1] : .missing("the item after the last")
    // Only recursive loops are deeper, which are not supported.
    case "depth": .integer(1)
    case "depth0": .integer(0)
    default: nil
    }
  }
}
