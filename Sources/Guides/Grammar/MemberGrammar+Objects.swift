// Objects as a graph of states between their members, with a transition for each member and an empty transition where
// the member is optional.

extension MemberGrammar {
  /// A declared member.
  private struct Member {
    var name: PropertyName
    var value: Conjunction
    var isRequired: Bool
    /// The members that are required if this one is present.
    var needs: [Int] = []
    /// True if the member requires others or is required by them, so that states record its presence.
    var isLinked = false
    /// The schemas of the member's value if it is to satisfy the object's existential constraint.
    var witness: Conjunction?
  }

  /// A state between members.
  private struct State: Hashable {
    /// The next member.
    var index: Int
    /// The number of members so far, saturated at the limit.
    var count: Int
    /// The linked members that are present.
    var present: Set<Int> = []
    /// True while the existential constraint is unsatisfied.
    var needsWitness: Bool
  }

  /// A transition.
  private struct Transition {
    var state: State
    /// The schemas of the member that is consumed, `nil` for an empty transition.
    var value: Conjunction?
  }

  /// Compiles an object.
  mutating func node(of object: ObjectConstraint, depth: Int) throws(GuideError) -> Int {
    guard object.witnesses.count <= 1 else {
      throw .unsupported(
        pointer: "", reason: "negations of several rules for properties at once, in a syntax that is not JSON")
    }
    let members = try members(of: object)
    let possible = members.filter { !normalizer.isNever($0.value) }.count
    let end = builder.node([builder.sequence([try literal(syntax.closing)])])
    let content: Int
    if members.isEmpty, object.maximum > 0, object.witnesses.isEmpty {
      content = try undeclared(object, end, depth: depth)
    } else if possible < object.minimum {
      throw .unsupported(
        pointer: "", reason: "minProperties beyond the declared properties, in a syntax that is not JSON")
    } else {
      var known: [State: Int] = [:]
      content = try node(
        at: State(index: 0, count: 0, needsWitness: !object.witnesses.isEmpty), members, object, end, depth: depth,
        &known)
    }
    return syntax.opening.isEmpty
      ? content : builder.node([builder.sequence([try literal(syntax.opening), content])])
  }

  private func members(of object: ObjectConstraint) throws(GuideError) -> [Member] {
    let names = object.knownNames
    let required = Set(object.required)
    var members: [Member] = []
    for (name, value) in zip(names, try object.values(of: names, builder, normalizer)) {
      var member = Member(name: name, value: value, isRequired: required.contains(name))
      if let witness = object.witnesses.first, try !object.witnesses(of: name, builder, normalizer).isEmpty {
        member.witness = value.merged(witness.value)
      }
      members.append(member)
    }
    for implication in object.implications {
      guard let premise = names.firstIndex(of: implication.name) else { continue }
      let needed = implication.required.compactMap(names.firstIndex).filter { $0 != premise }
      members[premise].needs += needed
      for index in needed + [premise] { members[index].isLinked = true }
    }
    return members
  }

  /// Compiles a state and all states reachable from it.
  ///
  /// The traversal uses an explicit stack, as recursion over the members of a large object could overflow the thread's
  /// stack.
  private mutating func node(
    at start: State, _ members: [Member], _ object: ObjectConstraint, _ end: Int, depth: Int,
    _ known: inout [State: Int]
  ) throws(GuideError) -> Int {
    known[start] = builder.node([])
    var open = [start]
    var order: [State] = []
    while let state = open.popLast() {
      order.append(state)
      try addState()
      for next in Self.following(state, members, object) where known[next.state] == nil {
        known[next.state] = builder.node([])
        open.append(next.state)
      }
    }
    // States with a higher index first, so that the alternatives along empty transitions are complete.
    for state in order.sorted(by: { $0.index > $1.index }) {
      guard let node = known[state] else { continue }
      var alternatives: [Grammar.Alternative] = []
      for next in Self.following(state, members, object) {
        guard let target = known[next.state] else { continue }
        if let value = next.value {
          let parts = try parts(of: members[state.index].name, value, isFirst: state.count == 0, depth: depth)
          alternatives.append(builder.sequence(parts + [target]))
        } else {
          alternatives += builder.grammar.nodes[target].alternatives
        }
      }
      let isEnough = state.count >= min(object.minimum, Self.countLimit(object)) && !state.needsWitness
      if state.index == members.count, isEnough { alternatives.append(builder.sequence([end])) }
      builder.setAlternatives(node, alternatives)
      guard alternatives.count <= 4096 else {
        throw .tooComplex(pointer: "", reason: "more than 4,096 members that may come next")
      }
    }
    return known[start] ?? end
  }

  /// Returns the number of members at which the count saturates.
  private static func countLimit(_ object: ObjectConstraint) -> Int {
    object.maximum == .max ? max(1, object.minimum) : max(object.maximum, object.minimum)
  }

  /// Returns the transitions from a state.
  private static func following(_ state: State, _ members: [Member], _ object: ObjectConstraint) -> [Transition] {
    guard state.index < members.count else { return [] }
    let member = members[state.index]
    var transitions: [Transition] = []
    let isDemanded = member.isRequired || state.present.contains { members[$0].needs.contains(state.index) }
    let lacksNeeded = member.needs.contains { $0 < state.index && !state.present.contains($0) }
    var next = state
    next.index += 1
    if !lacksNeeded, state.count < object.maximum {
      var taken = next
      taken.count = min(state.count + 1, countLimit(object))
      if member.isLinked { taken.present.insert(state.index) }
      transitions.append(Transition(state: taken, value: member.value))
      if state.needsWitness, let witness = member.witness {
        taken.needsWitness = false
        transitions.append(Transition(state: taken, value: witness))
      }
    }
    if !isDemanded { transitions.append(Transition(state: next)) }
    return transitions
  }

  /// Compiles a member, with the separator from the preceding one.
  private mutating func parts(
    of name: PropertyName, _ value: Conjunction, isFirst: Bool, depth: Int
  ) throws(GuideError) -> [Int] {
    guard !normalizer.isNever(value) else { return [builder.node([])] }
    let (content, isString) = try self.value(value, of: depth == 0 ? name : nil, depth: depth)
    let key =
      (isFirst ? "" : syntax.separator) + syntax.beforeName + String(decoding: name, as: UTF8.self)
      + (isString ? syntax.afterName : syntax.afterNameOfOther)
    return [try literal(key), content] + (syntax.afterValue.isEmpty ? [] : [try literal(syntax.afterValue)])
  }

  /// Compiles the members of an object that declares none.
  private mutating func undeclared(_ object: ObjectConstraint, _ end: Int, depth: Int) throws(GuideError) -> Int {
    var value: Conjunction = []
    for rule in object.rules {
      guard case .others(_, let patterns) = rule.names, patterns.isEmpty else {
        throw .unsupported(pointer: "", reason: "patterns of names, in a syntax that is not JSON")
      }
      value = value.merged(rule.value)
    }
    if normalizer.isNever(value) { return object.minimum > 0 ? builder.node([]) : end }
    guard object.minimum <= 1 else {
      throw .unsupported(pointer: "", reason: "minProperties of undeclared properties, in a syntax that is not JSON")
    }
    var names = try Pattern(matching: "[A-Za-z_][A-Za-z0-9_]{0,63}").expanded()
    if let allowed = try object.nameAutomaton(builder, normalizer) { names = try names.intersection(allowed) }
    let name = builder.node([builder.lexeme(try Lexeme(names, isQuoted: false, allowsEveryEscape: false))])
    let (content, isString) = try self.value(value, of: nil, depth: depth)
    let after = isString ? syntax.afterName : syntax.afterNameOfOther
    let parts = [name, try literal(after), content, try literal(syntax.afterValue)]
    let rest = builder.node([])
    let first = [try literal(syntax.beforeName)] + parts
    let further = [try literal(syntax.separator + syntax.beforeName)] + parts
    // Repeated names would count once, so `maximum` can only be enforced for at most one member.
    let continuation = object.maximum > 1 ? [builder.sequence(further + [rest])] : []
    builder.setAlternatives(rest, continuation + [builder.sequence([end])])
    return builder.node([builder.sequence(first + [rest])] + (object.minimum == 0 ? [builder.sequence([end])] : []))
  }
}

// MARK: - Arrays

extension MemberGrammar {
  /// Compiles an array whose elements are in the member syntax.
  mutating func node(of array: ArrayConstraint, depth: Int) throws(GuideError) -> Int {
    guard array.counts.isEmpty, !array.isUnique || array.maximum <= 1 else {
      throw .unsupported(pointer: "", reason: "contains and uniqueItems, in a syntax that is not JSON")
    }
    var maximum = array.maximum
    if normalizer.isNever(array.items) { maximum = min(maximum, array.prefix.count) }
    // All elements from `last` on have the same schema.
    let last = max(array.minimum, array.prefix.count, maximum == .max ? 0 : maximum)
    let end = try literal("]")
    var next = builder.node([])
    if maximum == .max {
      let (element, _) = try value(array.items, of: nil, depth: depth)
      builder.setAlternatives(
        next,
        [builder.sequence([end]), builder.sequence([try literal(last == 0 ? "" : ","), element, next])])
      if last == 0 {
        let rest = builder.node([])
        builder.setAlternatives(rest, [builder.sequence([end]), builder.sequence([try literal(","), element, rest])])
        builder.setAlternatives(next, [builder.sequence([end]), builder.sequence([element, rest])])
      }
    } else {
      builder.setAlternatives(next, [builder.sequence([end])])
    }
    for index in (0..<last).reversed() {
      try addState()
      let (element, _) = try value(array.element(index), of: nil, depth: depth)
      var alternatives: [Grammar.Alternative] = []
      if index < maximum {
        alternatives.append(builder.sequence((index == 0 ? [] : [try literal(",")]) + [element, next]))
      }
      if index >= array.minimum { alternatives.append(builder.sequence([end])) }
      next = builder.node(alternatives)
    }
    return builder.node([builder.sequence([try literal("["), next])])
  }
}
