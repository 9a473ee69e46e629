/// Rules without the names that an object already contains.
struct UsedUp {
  fileprivate struct NameKey: Hashable {
    var rule: Int32
    var name: PropertyName
  }

  fileprivate var rules: [NameKey: Int32] = [:]
  /// The approximate memory in use, in bytes.
  fileprivate(set) var byteCount = 0
}

extension PushdownAutomaton {
  /// Returns the rule in which an undeclared name is used up.
  mutating func rule(_ rule: Int32, using name: PropertyName) -> Int32 {
    let key = UsedUp.NameKey(rule: rule, name: name)
    if let known = used.rules[key] { return known }
    let derived = grammar.objects[Int(rule)].rule.using(name)
    used.byteCount += derived.names.count * 120 + 400
    let number = append(derived)
    used.rules[key] = number
    return number
  }
}
