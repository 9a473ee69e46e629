/// The filters that sort, group and split lists.
extension JinjaFilters {
  static let sort: Filter = { (run, value, arguments) throws(JinjaFault) in
    let bound = try arguments.bound("sort", ["reverse", "case_sensitive", "attribute"])
    let ignoresCase = !(bound[1]?.isTrue ?? false)
    var paths = [try JinjaAttributePath(bound[2], run.budget, ignoresCase: ignoresCase)]
    if case .text(let names)? = bound[2] {
      try run.budget.spend(names.byteCount * 4)
      paths = []
      for name in names.string.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
        let name = JinjaRuntimeValue.string(String(Substring(name)))
        paths.append(try JinjaAttributePath(name, run.budget, ignoresCase: ignoresCase))
      }
    }
    let elements = try run.elements(of: value)
    var keys: [[JinjaRuntimeValue]] = []
    for element in elements {
      var key: [JinjaRuntimeValue] = []
      for path in paths { key.append(try path.value(in: element, run)) }
      keys.append(key)
    }
    let isReversed = bound[0]?.isTrue ?? false
    let order = try run.sorted(Array(elements.indices)) { (left, right) throws(JinjaFault) in
      let (first, second) = isReversed ? (keys[right], keys[left]) : (keys[left], keys[right])
      for (left, right) in zip(first, second) {
        if try run.isSame(left, right) { continue }
        return try run.precedes(left, right)
      }
      return false
    }
    return .sequence(try JinjaSequence(order.map { elements[$0] }, .list, run.budget))
  }

  static let dictSort: Filter = { (run, value, arguments) throws(JinjaFault) in
    let bound = try arguments.bound("dictsort", ["case_sensitive", "by", "reverse"])
    let by = try bound[1]?.text(for: "dictsort").string ?? "key"
    guard by == "key" || by == "value" else {
      throw .value("dictsort", found: "by='\(by)'", expected: "key or value")
    }
    guard case .dictionary(let dict) = value else {
      throw .value("dictsort", found: value.kind, expected: "a dictionary")
    }
    let path = try JinjaAttributePath(nil, run.budget, ignoresCase: !(bound[0]?.isTrue ?? false))
    var keys: [JinjaRuntimeValue] = []
    for key in by == "key" ? dict.keys : dict.values { keys.append(try path.value(in: key, run)) }
    let isReversed = bound[2]?.isTrue ?? false
    let order = try run.sorted(Array(keys.indices)) { (left, right) throws(JinjaFault) in
      let (first, second) = isReversed ? (keys[right], keys[left]) : (keys[left], keys[right])
      if try run.isSame(first, second) { return false }
      return try run.precedes(first, second)
    }
    var pairs: [JinjaRuntimeValue] = []
    for index in order {
      pairs.append(.sequence(try JinjaSequence([dict.keys[index], dict.values[index]], .tuple, run.budget)))
    }
    return .sequence(try JinjaSequence(pairs, .list, run.budget))
  }

  static let unique: Filter = { (run, value, arguments) throws(JinjaFault) in
    let bound = try arguments.bound("unique", ["case_sensitive", "attribute"])
    let path = try JinjaAttributePath(bound[1], run.budget, ignoresCase: !(bound[0]?.isTrue ?? false))
    var seen: Set<JinjaKey> = []
    var kept: [JinjaRuntimeValue] = []
    for element in try run.elements(of: value)
    where seen.insert(try JinjaKey(try path.value(in: element, run), run.budget)).inserted {
      kept.append(element)
    }
    return .sequence(try JinjaSequence(kept, .generator, run.budget))
  }

  static let reverse: Filter = { (run, value, arguments) throws(JinjaFault) in
    try arguments.none("reverse")
    if case .text = value { return try run.slice(value, JinjaSliceBounds(step: -1)) }
    return .sequence(try JinjaSequence(try run.elements(of: value).reversed(), .generator, run.budget))
  }

  static let minimum: Filter = { (run, value, arguments) throws(JinjaFault) in
    try extreme("min", run, value, arguments) { (left, right) throws(JinjaFault) in try run.precedes(left, right) }
  }

  static let maximum: Filter = { (run, value, arguments) throws(JinjaFault) in
    try extreme("max", run, value, arguments) { (left, right) throws(JinjaFault) in try run.precedes(right, left) }
  }

  private static func extreme(
    _ name: String, _ run: JinjaRun, _ value: JinjaRuntimeValue, _ arguments: JinjaArguments,
    isBetter: (JinjaRuntimeValue, JinjaRuntimeValue) throws(JinjaFault) -> Bool
  ) throws(JinjaFault) -> JinjaRuntimeValue {
    let bound = try arguments.bound(name, ["case_sensitive", "attribute"])
    let path = try JinjaAttributePath(bound[1], run.budget, ignoresCase: !(bound[0]?.isTrue ?? false))
    var best: (key: JinjaRuntimeValue, element: JinjaRuntimeValue)?
    for element in try run.elements(of: value) {
      let key = try path.value(in: element, run)
      if let current = best, try !isBetter(key, current.key) { continue }
      best = (key, element)
    }
    return best?.element ?? .missing("the \(name) of an empty list")
  }

  static let group: Filter = { (run, value, arguments) throws(JinjaFault) in
    let bound = try arguments.bound("groupby", ["attribute", "default", "case_sensitive"], required: 1)
    let isSensitive = bound[2]?.isTrue ?? false
    let path = try JinjaAttributePath(bound[0], run.budget, fallback: bound[1].given, ignoresCase: !isSensitive)
    let plain = try JinjaAttributePath(bound[0], run.budget, fallback: bound[1].given)
    let elements = try run.elements(of: value)
    var keys: [JinjaRuntimeValue] = []
    for element in elements { keys.append(try path.value(in: element, run)) }
    let order = try run.sorted(Array(elements.indices)) { (left, right) throws(JinjaFault) in
      try run.precedes(keys[left], keys[right])
    }
    var groups: [[Int]] = []
    for index in order {
      if let last = groups.last?.last, try run.equal(keys[last], keys[index]) {
        groups[groups.count - 1].append(index)
      } else {
        groups.append([index])
      }
    }
    var pairs: [JinjaRuntimeValue] = []
    for group in groups {
      let members = try JinjaSequence(group.map { elements[$0] }, .list, run.budget)
      pairs.append(
        .sequence(
          try JinjaSequence([try plain.value(in: elements[group[0]], run), .sequence(members)], .tuple, run.budget)))
    }
    return .sequence(try JinjaSequence(pairs, .list, run.budget))
  }

  static let batch: Filter = { (run, value, arguments) throws(JinjaFault) in
    let bound = try arguments.bound("batch", ["linecount", "fill_with"], required: 1)
    let size = try bound[0]?.integer(for: "batch") ?? 1
    guard size > 0 else { throw .value("batch", found: "\(size)", expected: "a positive number") }
    let elements = try run.elements(of: value)
    var batches: [JinjaRuntimeValue] = []
    for start in stride(from: 0, to: elements.count, by: size) {
      var batch = Array(elements[start..<min(elements.count, start + min(size, elements.count))])
      if let filler = bound[1].given, batch.count < size {
        guard size <= run.budget.limits.elements else {
          throw JinjaFault(.limit(.elements, maximum: run.budget.limits.elements))
        }
        batch += Array(repeating: filler, count: size - batch.count)
      }
      batches.append(.sequence(try JinjaSequence(batch, .list, run.budget)))
    }
    return .sequence(try JinjaSequence(batches, .generator, run.budget))
  }

  static let slices: Filter = { (run, value, arguments) throws(JinjaFault) in
    let bound = try arguments.bound("slice", ["slices", "fill_with"], required: 1)
    let count = try bound[0]?.integer(for: "slice") ?? 1
    guard count > 0, count <= run.budget.limits.elements else {
      throw .value("slice", found: "\(count)", expected: "1 to \(run.budget.limits.elements)")
    }
    let elements = try run.elements(of: value)
    var slices: [JinjaRuntimeValue] = []
    var start = 0
    for index in 0..<count {
      let hasExtra = index < elements.count % count
      let end = start + elements.count / count + (hasExtra ? 1 : 0)
      var slice = Array(elements[start..<end])
      if let filler = bound[1].given, !hasExtra { slice.append(filler) }
      slices.append(.sequence(try JinjaSequence(slice, .list, run.budget)))
      start = end
    }
    return .sequence(try JinjaSequence(slices, .generator, run.budget))
  }
}

extension JinjaRun {
  /// Returns true if two sort keys are equal; values without an order can be sorted if all are equal.
  func isSame(_ left: JinjaRuntimeValue, _ right: JinjaRuntimeValue) throws(JinjaFault) -> Bool {
    switch (left, right) {
    case (.none, .none), (.undefined, .undefined): true
    default: try equal(left, right)
    }
  }

  /// The elements in ascending order, by a stable merge sort.
  func sorted(
    _ elements: [Int], by precedes: (Int, Int) throws(JinjaFault) -> Bool
  ) throws(JinjaFault) -> [Int] {
    var source = elements
    var width = 1
    while width < source.count {
      var merged: [Int] = []
      merged.reserveCapacity(source.count)
      for start in stride(from: 0, to: source.count, by: 2 * width) {
        let middle = min(start + width, source.count)
        let end = min(middle + width, source.count)
        var (left, right) = (start, middle)
        while left < middle, right < end {
          try budget.spend()
          if try precedes(source[right], source[left]) {
            merged.append(source[right])
            right += 1
          } else {
            merged.append(source[left])
            left += 1
          }
        }
        merged += source[left..<middle]
        merged += source[right..<end]
      }
      source = merged
      width *= 2
    }
    return source
  }
}
