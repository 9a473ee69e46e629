/// The comparison operators, as in Python.
extension JinjaRun {
  func compare(
    _ comparison: JinjaComparison.Operator, _ left: JinjaRuntimeValue, _ right: JinjaRuntimeValue
  ) throws(JinjaFault) -> Bool {
    switch comparison {
    case .equal: try equal(left, right)
    case .unequal: !(try equal(left, right))
    case .less: try precedes(left, right)
    case .greater: try precedes(right, left)
    case .lessOrEqual: try precedesOrEquals(left, right)
    case .greaterOrEqual: try precedesOrEquals(right, left)
    case .isIn: try contains(right, left)
    case .isNotIn: !(try contains(right, left))
    }
  }

  func equal(_ left: JinjaRuntimeValue, _ right: JinjaRuntimeValue) throws(JinjaFault) -> Bool {
    switch (left, right) {
    case (.none, .none), (.undefined, .undefined): return true
    case (.text(let left), .text(let right)):
      return try budget.equal(left.string, right.string)
    case (.number(let left), .number(let right)):
      try budget.spend((left.text.utf8.count + right.text.utf8.count) * 16)
      return left == right
    case (.sequence(let left), .sequence(let right)): return try equal(left, right)
    case (.dictionary(let left), .dictionary(let right)): return try equal(left, right)
    case (.namespace(let left), .namespace(let right)): return left === right
    case (.loop(let left), .loop(let right)): return left === right
    case (.function(let left), .function(let right)): return left === right
    default: break
    }
    guard let left = left.number, let right = right.number else { return false }
    if case .integer(let left) = left, case .integer(let right) = right { return left == right }
    return left.double == right.double
  }

  private func equal(_ left: JinjaSequence, _ right: JinjaSequence) throws(JinjaFault) -> Bool {
    if left === right { return true }
    guard left.kind == right.kind, left.kind != .generator, left.elements.count == right.elements.count else {
      return false
    }
    return try nested { () throws(JinjaFault) in
      for (left, right) in zip(left.elements, right.elements) {
        try budget.spend()
        guard try equal(left, right) else { return false }
      }
      return true
    }
  }

  private func equal(_ left: JinjaDict, _ right: JinjaDict) throws(JinjaFault) -> Bool {
    if left === right { return true }
    guard left.count == right.count else { return false }
    return try nested { () throws(JinjaFault) in
      for (key, value) in zip(left.keys, left.values) {
        try budget.spend()
        guard let other = try right.value(of: key), try equal(value, other) else { return false }
      }
      return true
    }
  }

  /// Runs a comparison of nested values with a depth limit, since mutable lists may contain themselves.
  private func nested(_ body: () throws(JinjaFault) -> Bool) throws(JinjaFault) -> Bool {
    comparisonDepth += 1
    guard comparisonDepth <= budget.limits.nesting else {
      throw JinjaFault(.limit(.nesting, maximum: budget.limits.nesting))
    }
    let result = try body()
    comparisonDepth -= 1
    return result
  }

  /// Returns true if one value is less than another.
  func precedes(_ left: JinjaRuntimeValue, _ right: JinjaRuntimeValue) throws(JinjaFault) -> Bool {
    try budget.spend()
    switch (left, right) {
    case (.text(let left), .text(let right)):
      try budget.spend(bytes: min(left.byteCount, right.byteCount))
      return CodePoints.precedes(left.string, right.string)
    case (.sequence(let first), .sequence(let second)) where first.kind == second.kind:
      guard first.kind == .list || first.kind == .tuple else { break }
      return try nested { () throws(JinjaFault) in
        for (left, right) in zip(first.elements, second.elements) where !(try equal(left, right)) {
          return try precedes(left, right)
        }
        return first.elements.count < second.elements.count
      }
    case (.undefined(let missing), _), (_, .undefined(let missing)):
      throw JinjaFault(.undefined("\(missing.message), for a comparison"))
    default: break
    }
    guard let first = left.number, let second = right.number else {
      throw .value("a comparison", found: "\(left.kind) and \(right.kind)", expected: "comparable values")
    }
    if case .integer(let left) = first, case .integer(let right) = second { return left < right }
    return first.double < second.double
  }

  private func precedesOrEquals(_ left: JinjaRuntimeValue, _ right: JinjaRuntimeValue) throws(JinjaFault) -> Bool {
    if let left = left.number, let right = right.number {
      if case .integer(let left) = left, case .integer(let right) = right { return left <= right }
      return left.double <= right.double
    }
    return !(try precedes(right, left))
  }

  /// Returns true if a container contains a value: a substring, a key, or an element.
  func contains(_ container: JinjaRuntimeValue, _ value: JinjaRuntimeValue) throws(JinjaFault) -> Bool {
    switch container {
    case .undefined: return false
    case .text(let text):
      guard case .text(let part) = value else {
        throw .value("'in' a string", found: value.kind, expected: "a string")
      }
      try budget.spend(bytes: text.byteCount * 4)
      return try JinjaSearch.first(part.bytes, in: text.bytes, from: 0, budget) != nil
    case .dictionary(let dict):
      if case .text(let name) = value {
        if case nil = try dict.value(of: name.string) { return false }
        return true
      }
      // Undefined values are not used as keys here, although Python allows it.
      if value.isUndefined { return false }
      if case nil = try dict.value(of: value) { return false }
      return true
    case .sequence(let sequence):
      for element in sequence.takeElements() {
        try budget.spend()
        if try equal(element, value) { return true }
      }
      return false
    default: throw .value("'in'", found: container.kind, expected: "a list, a dictionary or a string")
    }
  }
}

/// A substring search over bytes.
enum JinjaSearch {
  /// The index of the first occurrence of `part`; callers spend steps for each occurrence.
  static func first(
    _ part: [UInt8], in whole: [UInt8], from start: Int, _ budget: JinjaBudget
  ) throws(JinjaFault) -> Int? {
    guard let head = part.first else { return start <= whole.count ? start : nil }
    var index = start
    let last = whole.count - part.count
    while index <= last {
      try budget.checkTime(iteration: index)
      if whole[index] == head, try matches(part, in: whole, at: index, budget) { return index }
      index += 1
    }
    return nil
  }

  /// The index of the last occurrence of `part` that ends before `end`.
  static func last(
    _ part: [UInt8], in whole: [UInt8], before end: Int, _ budget: JinjaBudget
  ) throws(JinjaFault) -> Int? {
    var index = end - part.count
    while index >= 0 {
      try budget.checkTime(iteration: index)
      if try matches(part, in: whole, at: index, budget) { return index }
      index -= 1
    }
    return nil
  }

  private static func matches(
    _ part: [UInt8], in whole: [UInt8], at index: Int, _ budget: JinjaBudget
  ) throws(JinjaFault) -> Bool {
    var same = 0
    while same < part.count, whole[index + same] == part[same] { same += 1 }
    // Partial matches may add up to quadratic time.
    try budget.spend(bytes: same)
    return same == part.count
  }
}
