/// The filters that select or map elements.
extension JinjaFilters {
  static let map: Filter = { (run, value, arguments) throws(JinjaFault) in
    var arguments = arguments
    // False values count as empty, even those that are not iterable.
    let elements = value.isTrue ? try run.elements(of: value) : []
    var mapped: [JinjaRuntimeValue] = []
    if arguments.positional.isEmpty {
      guard let attribute = arguments.removeKeyword("attribute") else {
        throw .value("map", found: "no argument", expected: "a filter's name or an attribute")
      }
      let path = try JinjaAttributePath(attribute, run.budget, fallback: arguments.removeKeyword("default").given)
      try arguments.none("map")
      for element in elements { mapped.append(try path.value(in: element, run)) }
    } else {
      let name = try arguments.positional.removeFirst().text(for: "map").string
      guard let filter = named(name) else { throw JinjaFault(.unknown(kind: "filter", name: name)) }
      for element in elements {
        try run.budget.spend()
        mapped.append(try filter(run, element, arguments))
      }
    }
    return .sequence(try JinjaSequence(mapped, .generator, run.budget))
  }

  static let select: Filter = { (run, value, arguments) throws(JinjaFault) in
    try filterElements(run, value, arguments, byMember: false, keeps: true)
  }

  static let reject: Filter = { (run, value, arguments) throws(JinjaFault) in
    try filterElements(run, value, arguments, byMember: false, keeps: false)
  }

  static let selectMember: Filter = { (run, value, arguments) throws(JinjaFault) in
    try filterElements(run, value, arguments, byMember: true, keeps: true)
  }

  static let rejectMember: Filter = { (run, value, arguments) throws(JinjaFault) in
    try filterElements(run, value, arguments, byMember: true, keeps: false)
  }

  private static func filterElements(
    _ run: JinjaRun, _ value: JinjaRuntimeValue, _ arguments: JinjaArguments, byMember: Bool, keeps: Bool
  ) throws(JinjaFault) -> JinjaRuntimeValue {
    var arguments = arguments
    var path: JinjaAttributePath?
    if byMember {
      guard !arguments.positional.isEmpty else {
        throw .value("selectattr or rejectattr", found: "no argument", expected: "a member's name")
      }
      path = try JinjaAttributePath(arguments.positional.removeFirst(), run.budget)
    }
    var test: JinjaTests.Test = { (_, value, _) throws(JinjaFault) in value.isTrue }
    if !arguments.positional.isEmpty {
      let name = try arguments.positional.removeFirst().text(for: "the name of a test").string
      guard let named = JinjaTests.named(name) else { throw JinjaFault(.unknown(kind: "test", name: name)) }
      test = named
    }
    var selected: [JinjaRuntimeValue] = []
    for element in value.isTrue ? try run.elements(of: value) : [] {
      try run.budget.spend()
      let tested = try path?.value(in: element, run) ?? element
      if try test(run, tested, arguments) == keeps { selected.append(element) }
    }
    return .sequence(try JinjaSequence(selected, .generator, run.budget))
  }

  static let first: Filter = { (run, value, arguments) throws(JinjaFault) in
    try arguments.none("first")
    if case .sequence(let sequence) = value {
      return try sequence.takeFirst() ?? .missing("the first element of an empty list")
    }
    if case .text = value { return try run.element(.integer(0), of: value) }
    return try run.elements(of: value).first ?? .missing("the first element of an empty list")
  }

  static let last: Filter = { (run, value, arguments) throws(JinjaFault) in
    try arguments.none("last")
    if case .text = value { return try run.element(.integer(-1), of: value) }
    return try run.elements(of: value).last ?? .missing("the last element of an empty list")
  }

  static let member: Filter = { (run, value, arguments) throws(JinjaFault) in
    let name = try arguments.bound("attr", ["name"], required: 1)[0]?.text(for: "attr") ?? .empty
    // Unlike the dot operator, this filter does not look up keys.
    if case .dictionary = value, JinjaMethods.method(name.string, of: value) == nil {
      return .missing(name.string, of: value.kind)
    }
    return try run.member(name.string, of: value)
  }

  static let fallback: Filter = { (_, value, arguments) throws(JinjaFault) in
    let bound = try arguments.bound("default", ["default_value", "boolean"])
    let isMissing = value.isUndefined || (bound[1]?.isTrue ?? false) && !value.isTrue
    return isMissing ? bound[0] ?? .text(.empty) : value
  }
}
