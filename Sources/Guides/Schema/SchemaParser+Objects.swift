import SwiftletJSON

/// Keywords for objects.
extension SchemaParser {
  mutating func parseObject(_ schema: JSONValue) throws(GuideError) {
    try parseProperties(schema)
    if let value = schema["required"], value.bool == nil {
      var constraint = ObjectConstraint()
      constraint.required = try strings("required", value)
      if !constraint.required.isEmpty { add("required", .object(constraint)) }
    }
    if let value = schema["minProperties"] {
      var constraint = ObjectConstraint()
      constraint.minimum = try count("minProperties", value)
      if constraint.minimum > 0 { add("minProperties", .object(constraint)) }
    }
    if let value = schema["maxProperties"] {
      var constraint = ObjectConstraint()
      constraint.maximum = try count("maxProperties", value)
      add("maxProperties", .object(constraint))
    }
    if let value = schema["propertyNames"], isAvailable(since: .draft6) {
      var constraint = ObjectConstraint()
      constraint.names = [Int32(try child(["propertyNames"], value) + 1)]
      add("propertyNames", .object(constraint))
    }
    try parseDependencies(schema)
    if let value = schema["unevaluatedProperties"], isAvailable(since: .draft2019) {
      add("unevaluatedProperties", .unevaluatedProperties(try child(["unevaluatedProperties"], value)))
    }
  }

  private mutating func parseProperties(_ schema: JSONValue) throws(GuideError) {
    // `x-order` preserves the order where encoders, such as Apple's, do not keep that of JSON objects.
    if let order = schema["x-order"]?.elements {
      var constraint = ObjectConstraint()
      constraint.order.append(new: order.compactMap { $0.string.map { Array($0.utf8) } })
      let declared = Set((schema["properties"]?.members ?? []).map { Array($0.name.utf8) })
      constraint.order.removeAll { !declared.contains($0) }
      add("x-order", .object(constraint))
    }
    var names: [PropertyName] = []
    var patterns: [String] = []
    for keyword in ["properties", "patternProperties"] {
      guard let value = schema[keyword] else { continue }
      guard let members = value.distinctMembers else { throw invalid(keyword, "expected an object of schemas") }
      for member in members {
        var constraint = ObjectConstraint()
        let inner = try child([keyword, member.name], member.value)
        if keyword == "properties" {
          names.append(Array(member.name.utf8))
          constraint.order = [Array(member.name.utf8)]
          constraint.rules = [.init(names: .name(Array(member.name.utf8)), value: [Int32(inner + 1)])]
        } else {
          do { try charge(for: .search(member.name)) } catch {
            add(keyword, .unsupported("\(member.name.debugDescription): \(error.reason)"))
            continue
          }
          patterns.append(member.name)
          constraint.rules = [.init(names: .pattern(member.name), value: [Int32(inner + 1)])]
        }
        constraint.evaluated = options.tracksEvaluation ? [constraint.rules[0].names] : []
        add(keyword, .object(constraint))
      }
    }
    if let value = schema["additionalProperties"] {
      var constraint = ObjectConstraint()
      let others = ObjectConstraint.Names.others(than: names, patterns: patterns)
      constraint.rules = [.init(names: others, value: [Int32(try child(["additionalProperties"], value) + 1)])]
      constraint.evaluated = options.tracksEvaluation ? [.every] : []
      add("additionalProperties", .object(constraint))
    }
  }

  private mutating func parseDependencies(_ schema: JSONValue) throws(GuideError) {
    let older = "dependencies"
    for keyword in ["dependentRequired", "dependentSchemas", older] {
      guard let value = schema[keyword], keyword == older || isAvailable(since: .draft2019) else { continue }
      guard let members = value.members else { throw invalid(keyword, "expected an object") }
      for member in members {
        let name = Array(member.name.utf8)
        switch member.value {
        case .array where keyword != "dependentSchemas":
          var constraint = ObjectConstraint()
          constraint.implications = [.init(name: name, required: try strings(keyword, member.value))]
          add(keyword, .object(constraint))
        case .string(let required) where keyword == older:
          var constraint = ObjectConstraint()
          constraint.implications = [.init(name: name, required: [Array(required.utf8)])]
          add(keyword, .object(constraint))
        default: add(keyword, .dependent(name, try child([keyword, member.name], member.value)))
        }
      }
    }
  }
}
