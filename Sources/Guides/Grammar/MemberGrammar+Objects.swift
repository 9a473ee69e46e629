// Objects as a graph of the places between their members: from each place a member leads to the next one, or, where it
// may be missing, nothing does.

extension MemberGrammar {
  /// A member that a schema declares.
  private struct Member {
    var name: PropertyName
    var value: Conjunction
    var isRequired: Bool
    /// Which members have to be there if this one is.
    var needs: [Int] = []
    /// True if it needs other members or they need it, so that a place has to remember it.
    var isLinked = false
    /// The schemas of a value that is the one which the object has to have, if the member can have it.
    var witness: Conjunction?
  }

  /// A place between members.
  private struct Place: Hashable {
    /// The next member.
    var index: Int
    /// The number of members so far, up to where it makes no difference.
    var count: Int
    /// Which of the linked members have come.
    var present: Set<Int> = []
    /// True while a value is still to come that one of the members has to have.
    var needsWitness: Bool
  }

  /// A way from one place to the next.
  private struct Step {
    var place: Place
    /// The schemas of the member that comes in between, `nil` if none does.
    var value: Conjunction?
  }

  /// The node of an object.
  mutating func node(of object: ObjectConstraint, depth: Int) throws(GuideError) -> Int {
    guard object.witnesses.count <= 1 else {
      throw .unsupported(pointer: "", reason: "negations of several rules for properties at once")
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
      var known: [Place: Int] = [:]
      content = try node(
        at: Place(index: 0, count: 0, needsWitness: !object.witnesses.isEmpty), members, object, end, depth: depth,
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
      if let witness = object.witnesses.first, try witness.names.contains(name) {
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

  /// The node of a place; those that follow are made on the way.
  ///
  /// Later places are made first, from a stack of its own: an object may have more members than a thread's stack has
  /// room for.
  private mutating func node(
    at start: Place, _ members: [Member], _ object: ObjectConstraint, _ end: Int, depth: Int,
    _ known: inout [Place: Int]
  ) throws(GuideError) -> Int {
    known[start] = builder.node([])
    var open = [start]
    var order: [Place] = []
    while let place = open.popLast() {
      order.append(place)
      try addState()
      for next in Self.following(place, members, object) where known[next.place] == nil {
        known[next.place] = builder.node([])
        open.append(next.place)
      }
    }
    // Places with a higher index first, so that what a place takes over from the next one is there.
    for place in order.sorted(by: { $0.index > $1.index }) {
      guard let node = known[place] else { continue }
      var starts: [Grammar.Start] = []
      for next in Self.following(place, members, object) {
        guard let target = known[next.place] else { continue }
        if let value = next.value {
          let parts = try parts(of: members[place.index].name, value, isFirst: place.count == 0, depth: depth)
          starts.append(builder.sequence(parts + [target]))
        } else {
          starts += builder.grammar.nodes[target].starts
        }
      }
      let isEnough = place.count >= min(object.minimum, Self.countLimit(object)) && !place.needsWitness
      if place.index == members.count, isEnough { starts.append(builder.sequence([end])) }
      builder.setStarts(node, starts)
      guard starts.count <= 4096 else {
        throw .tooComplex(pointer: "", reason: "more than 4,096 members that may come next")
      }
    }
    return known[start] ?? end
  }

  /// From how many members on it does not matter how many there are.
  private static func countLimit(_ object: ObjectConstraint) -> Int {
    object.maximum == .max ? max(1, object.minimum) : max(object.maximum, object.minimum)
  }

  /// The ways on from a place.
  private static func following(_ place: Place, _ members: [Member], _ object: ObjectConstraint) -> [Step] {
    guard place.index < members.count else { return [] }
    let member = members[place.index]
    var steps: [Step] = []
    let isDemanded = member.isRequired || place.present.contains { members[$0].needs.contains(place.index) }
    let lacksNeeded = member.needs.contains { $0 < place.index && !place.present.contains($0) }
    var next = place
    next.index += 1
    if !lacksNeeded, place.count < object.maximum {
      var taken = next
      taken.count = min(place.count + 1, countLimit(object))
      if member.isLinked { taken.present.insert(place.index) }
      steps.append(Step(place: taken, value: member.value))
      if place.needsWitness, let witness = member.witness {
        taken.needsWitness = false
        steps.append(Step(place: taken, value: witness))
      }
    }
    if !isDemanded { steps.append(Step(place: next)) }
    return steps
  }

  /// The parts of a member, with what divides it from the one before.
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

  /// Members of an object that declares none.
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
    // Two members of one name would be one, so where more than one may not come, there is one.
    let goesOn = object.maximum > 1 ? [builder.sequence(further + [rest])] : []
    builder.setStarts(rest, goesOn + [builder.sequence([end])])
    return builder.node([builder.sequence(first + [rest])] + (object.minimum == 0 ? [builder.sequence([end])] : []))
  }
}

// MARK: - Arrays

extension MemberGrammar {
  /// The node of an array whose elements are in the syntax of members.
  mutating func node(of array: ArrayConstraint, depth: Int) throws(GuideError) -> Int {
    guard array.counts.isEmpty, !array.isUnique || array.maximum <= 1 else {
      throw .unsupported(pointer: "", reason: "contains and uniqueItems, in a syntax that is not JSON")
    }
    var maximum = array.maximum
    if normalizer.isNever(array.items) { maximum = min(maximum, array.prefix.count) }
    // From here on all elements are alike.
    let last = max(array.minimum, array.prefix.count, maximum == .max ? 0 : maximum)
    let end = try literal("]")
    var next = builder.node([])
    if maximum == .max {
      let (element, _) = try value(array.items, of: nil, depth: depth)
      builder.setStarts(
        next,
        [builder.sequence([end]), builder.sequence([try literal(last == 0 ? "" : ","), element, next])])
      if last == 0 {
        let rest = builder.node([])
        builder.setStarts(rest, [builder.sequence([end]), builder.sequence([try literal(","), element, rest])])
        builder.setStarts(next, [builder.sequence([end]), builder.sequence([element, rest])])
      }
    } else {
      builder.setStarts(next, [builder.sequence([end])])
    }
    for index in (0..<last).reversed() {
      try addState()
      let (element, _) = try value(array.element(index), of: nil, depth: depth)
      var starts: [Grammar.Start] = []
      if index < maximum {
        starts.append(builder.sequence((index == 0 ? [] : [try literal(",")]) + [element, next]))
      }
      if index >= array.minimum { starts.append(builder.sequence([end])) }
      next = builder.node(starts)
    }
    return builder.node([builder.sequence([try literal("["), next])])
  }
}
