import SwiftletJSON

/// Keywords for numbers and strings.
extension SchemaParser {
  mutating func parseNumber(_ schema: JSONValue) throws(GuideError) {
    for (keyword, isLower) in [("minimum", true), ("maximum", false)] {
      let exclusive = isLower ? "exclusiveMinimum" : "exclusiveMaximum"
      if let value = schema[keyword] {
        // In draft 4 the exclusive keyword is a Boolean modifier of the bound.
        try addBound(keyword, value, isLower: isLower, isExclusive: schema[exclusive]?.bool == true)
      }
      if let value = schema[exclusive], value.bool == nil, !(document.declaresDraft && draft == .draft4) {
        try addBound(exclusive, value, isLower: isLower, isExclusive: true)
      }
    }
    if let value = schema["multipleOf"] {
      let factor = try decimal("multipleOf", value)
      guard !factor.isNegative, !factor.isZero else { throw invalid("multipleOf", "expected a number above 0") }
      var constraint = NumberConstraint()
      constraint.factors = [factor]
      add("multipleOf", .number(constraint))
    }
  }

  private func decimal(_ keyword: String, _ value: JSONValue) throws(GuideError) -> Decimal {
    guard case .number(let text) = value else { throw invalid(keyword, "expected a number") }
    guard let decimal = Decimal(text) else {
      throw .tooComplex(pointer: document.pointer(id, keyword), reason: "a number beyond 10^400")
    }
    return decimal
  }

  private mutating func addBound(
    _ keyword: String, _ value: JSONValue, isLower: Bool, isExclusive: Bool
  ) throws(GuideError) {
    let bound = NumberConstraint.Bound(value: try decimal(keyword, value), isExclusive: isExclusive)
    var constraint = NumberConstraint()
    if isLower { constraint.lower = bound } else { constraint.upper = bound }
    add(keyword, .number(constraint))
  }

  mutating func parseString(_ schema: JSONValue) throws(GuideError) {
    if let value = schema["minLength"] {
      var constraint = StringConstraint()
      constraint.minimum = try count("minLength", value)
      add("minLength", .string(constraint))
    }
    if let value = schema["maxLength"] {
      var constraint = StringConstraint()
      constraint.maximum = try count("maxLength", value)
      add("maxLength", .string(constraint))
    }
    if let value = schema["pattern"] {
      guard let source = value.string else { throw invalid("pattern", "expected a string") }
      addPattern("pattern", .search(source))
    }
    if let value = schema["format"], options.assertsFormats {
      guard let name = value.string else { throw invalid("format", "expected a string") }
      if let source = StringFormat.source(name) {
        var constraint = StringConstraint()
        constraint.parts = [.whole(source)]
        if name == "hostname" { constraint.maximum = 253 }
        add("format", .string(constraint))
      } else if StringFormat.unsupported.contains(name) {
        add("format", .unsupported("the format \(name.debugDescription)"))
      } else {
        notes.append("\(document.pointer(id, "format")): the unknown format \(name.debugDescription) is ignored")
      }
    }
  }

  /// Creates a pattern and charges its work to the document's budget.
  func charge(for part: StringConstraint.Part) throws(GuideError) {
    switch part {
    case .search(let source):
      try document.patterns.charge(for: "s" + source) { () throws(GuideError) in try part.pattern }
    case .whole(let source):
      try document.patterns.charge(for: "w" + source) { () throws(GuideError) in try part.pattern }
    case .literals: break
    }
  }

  private mutating func addPattern(_ keyword: String, _ part: StringConstraint.Part) {
    var constraint = StringConstraint()
    constraint.parts = [part]
    do {
      try charge(for: part)
      add(keyword, .string(constraint))
    } catch {
      add(keyword, .unsupported(error.reason))
    }
  }
}

extension GuideError {
  /// The reason without the location.
  var reason: String {
    switch self {
    case .malformedJSON(_, let reason), .invalidSchema(_, let reason), .unsupported(_, let reason),
      .tooComplex(_, let reason), .invalidPattern(_, _, let reason):
      reason
    default: description
    }
  }
}

extension StringConstraint.Part {
  /// The automaton of the set.
  var pattern: Pattern {
    get throws(GuideError) {
      switch self {
      case .search(let source): try Pattern(searching: source)
      case .whole(let source): try Pattern(matching: source)
      case .literals(let texts): Pattern(automaton: try TextAutomaton(literals: texts))
      }
    }
  }
}
