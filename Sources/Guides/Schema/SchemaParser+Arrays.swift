import SwiftletJSON

/// Keywords for arrays.
extension SchemaParser {
  mutating func parseArray(_ schema: JSONValue) throws(GuideError) {
    try parseItems(schema)
    if let value = schema["minItems"] {
      var constraint = ArrayConstraint()
      constraint.minimum = try count("minItems", value)
      add("minItems", .array(constraint))
    }
    if let value = schema["maxItems"] {
      var constraint = ArrayConstraint()
      constraint.maximum = try count("maxItems", value)
      add("maxItems", .array(constraint))
    }
    if schema["uniqueItems"]?.bool == true {
      var constraint = ArrayConstraint()
      constraint.isUnique = true
      add("uniqueItems", .array(constraint))
    }
    if let value = schema["contains"], isAvailable(since: .draft6) {
      let condition = Int32(try child(["contains"], value) + 1)
      var counted = ArrayConstraint.Count(condition: [condition], minimum: 1, maximum: nil)
      if isAvailable(since: .draft2019) {
        if let value = schema["minContains"] { counted.minimum = try count("minContains", value) }
        if let value = schema["maxContains"] { counted.maximum = try count("maxContains", value) }
      }
      if counted.minimum > 0 || counted.maximum != nil || options.tracksEvaluation {
        var constraint = ArrayConstraint()
        constraint.counts = [counted]
        add("contains", .array(constraint))
      }
    }
    if let value = schema["unevaluatedItems"], isAvailable(since: .draft2019) {
      let inner = try child(["unevaluatedItems"], value)
      add("unevaluatedItems", .unevaluatedItems(inner))
    }
  }

  private mutating func parseItems(_ schema: JSONValue) throws(GuideError) {
    var prefix: [Conjunction] = []
    var keyword = "prefixItems"
    var rest = schema["items"]
    var restKeyword = "items"
    if let value = schema["prefixItems"], isAvailable(since: .draft2020) {
      prefix = try children("prefixItems", value).map { [Int32($0 + 1)] }
    } else if case .array(let elements)? = rest {
      guard !document.declaresDraft || draft <= .draft2019 else {
        throw invalid("items", "expected a schema, an object or a boolean")
      }
      keyword = "items"
      for (index, element) in elements.enumerated() {
        prefix.append([Int32(try child(["items", String(index)], element) + 1)])
      }
      rest = schema["additionalItems"]
      restKeyword = "additionalItems"
    }
    for (index, element) in prefix.enumerated() {
      var constraint = ArrayConstraint()
      constraint.prefix = [Conjunction](repeating: [], count: index) + [element]
      constraint.evaluated = index + 1
      add(keyword, .array(constraint))
    }
    if let rest {
      var constraint = ArrayConstraint()
      constraint.prefix = [Conjunction](repeating: [], count: prefix.count)
      constraint.items = [Int32(try child([restKeyword], rest) + 1)]
      constraint.evaluated = .max
      add(restKeyword, .array(constraint))
    }
  }
}
