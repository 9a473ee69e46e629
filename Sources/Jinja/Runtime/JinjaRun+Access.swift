/// The access to members, elements and slices.
extension JinjaRun {
  /// Evaluates `value.name`; methods take precedence over members.
  func member(_ name: String, of value: JinjaRuntimeValue) throws(JinjaFault) -> JinjaRuntimeValue {
    if let method = JinjaMethods.method(name, of: value) {
      return .function(JinjaFunction(.method(name, method, of: value)))
    }
    switch value {
    case .dictionary(let dict), .namespace(let dict):
      if let value = try dict.value(of: name) { return value }
    case .loop(let loop):
      if let value = loop.member(name) { return value }
    case .undefined(let missing):
      throw JinjaFault(.undefined("\(missing.message), so it has no member '\(name)'"))
    case .function(let function):
      if name == "name", case .macro(let macro, _) = function.kind { return .string(macro.name) }
    default: break
    }
    return .missing(name, of: value.kind)
  }

  /// Evaluates `value[index]`; members take precedence over methods.
  func element(_ index: JinjaRuntimeValue, of value: JinjaRuntimeValue) throws(JinjaFault) -> JinjaRuntimeValue {
    switch (value, index) {
    case (.undefined(let missing), _):
      throw JinjaFault(.undefined("\(missing.message), so it has no elements"))
    case (.dictionary(let dict), .text(let name)):
      if let value = try dict.value(of: name.string) { return value }
    case (.dictionary(let dict), _):
      // An unhashable index is not a key of the dictionary.
      if let key = try? JinjaKey(index, budget), let value = dict.value(of: key) { return value }
      return .missing(describe(index), of: value.kind)
    case (.sequence(let sequence), .integer), (.sequence(let sequence), .boolean):
      guard sequence.kind == .list || sequence.kind == .tuple || sequence.kind == .range else { break }
      let position = try index.integer(for: "an index")
      let count = sequence.elements.count
      let start = position < 0 ? position + count : position
      if start >= 0, start < count { return sequence.elements[start] }
      return .missing("\(position)", of: value.kind)
    case (.text(let text), .integer), (.text(let text), .boolean):
      let position = try index.integer(for: "an index")
      if let range = try scalarRange(position, of: text) { return .text(try budget.slice(text, range)) }
      return .missing("\(position)", of: value.kind)
    default: break
    }
    guard case .text(let name) = index else { return .missing(describe(index), of: value.kind) }
    return try member(name.string, of: value)
  }

  private func describe(_ index: JinjaRuntimeValue) -> String {
    switch index {
    case .integer(let value): "\(value)"
    case .text(let text): text.string
    default: index.kind
    }
  }

  /// The byte range of the code point at an index; negative indices count from the end.
  private func scalarRange(_ position: Int, of text: JinjaText) throws(JinjaFault) -> Range<Int>? {
    let position = try position < 0 ? position + budget.length(of: text) : position
    guard position >= 0 else { return nil }
    let start = try budget.offset(of: position, in: text)
    guard start < text.byteCount else { return nil }
    let index = text.string.utf8.index(text.string.startIndex, offsetBy: start)
    return start..<start + UTF8.width(text.string.unicodeScalars[index])
  }

  /// The elements for iterating over a value.
  func elements(of value: JinjaRuntimeValue) throws(JinjaFault) -> [JinjaRuntimeValue] {
    switch value {
    case .undefined: return []
    case .sequence(let sequence):
      try budget.spend(sequence.elements.count >> 3)
      return sequence.takeElements()
    case .dictionary(let dict): return dict.keys
    case .text(let text): return try scalars(of: text).map { .text($0) }
    default: throw .value("a loop", found: value.kind, expected: "a list, a dictionary or a string")
    }
  }

  /// The code points of a string, each as a string.
  func scalars(of text: JinjaText) throws(JinjaFault) -> [JinjaText] {
    guard text.byteCount / 4 <= budget.limits.elements else {
      throw JinjaFault(.limit(.elements, maximum: budget.limits.elements))
    }
    var texts: [JinjaText] = []
    var offset = 0
    for scalar in text.string.unicodeScalars {
      try budget.checkTime(iteration: texts.count)
      texts.append(JinjaText(String(scalar), isTrusted: text.isTrusted(at: offset)))
      offset += UTF8.width(scalar)
    }
    guard texts.count <= budget.limits.elements else {
      throw JinjaFault(.limit(.elements, maximum: budget.limits.elements))
    }
    try budget.spend(texts.count)
    return texts
  }

  func slice(_ value: JinjaRuntimeValue, _ bounds: JinjaSliceBounds) throws(JinjaFault) -> JinjaRuntimeValue {
    guard bounds.step != 0 else { throw .value("a slice", found: "a step of 0", expected: "a non-zero step") }
    switch value {
    case .undefined(let missing): throw JinjaFault(.undefined("\(missing.message), so it has no slices"))
    case .sequence(let sequence):
      let elements = sequence.kind == .generator ? sequence.takeElements() : sequence.elements
      let indices = bounds.indices(count: elements.count)
      let kind: JinjaSequence.Kind = sequence.kind == .tuple ? .tuple : .list
      try budget.spend(indices.count)
      return .sequence(try JinjaSequence(indices.map { elements[$0] }, kind, budget))
    case .text(let text): return .text(try slice(text, bounds))
    default: return .missing("a slice", of: value.kind)
    }
  }

  private func slice(_ text: JinjaText, _ bounds: JinjaSliceBounds) throws(JinjaFault) -> JinjaText {
    let length = try budget.length(of: text)
    let (first, end, step) = bounds.resolved(count: length)
    if step == 1 {
      guard first < end else { return .empty }
      if length == text.byteCount { return try budget.slice(text, first..<end) }
      let range = try budget.offset(of: first, in: text)..<budget.offset(of: end, in: text)
      return try budget.slice(text, range)
    }
    try budget.spend(text.byteCount)
    let all = Array(text.string.unicodeScalars)
    var offsets: [Int] = []
    if !text.runs.isEmpty {
      var end = 0
      for scalar in all {
        offsets.append(end)
        end += UTF8.width(scalar)
      }
    }
    var builder = JinjaTextBuilder()
    for (iteration, index) in bounds.indices(count: length).enumerated() {
      try budget.checkTime(iteration: iteration)
      builder.append(all[index], isTrusted: offsets.isEmpty ? text.isTrusted : text.isTrusted(at: offsets[index]))
    }
    return try budget.text(builder)
  }
}

/// The bounds of a slice.
struct JinjaSliceBounds {
  var start: Int?
  var stop: Int?
  var step: Int?

  /// The indices of the slice in a sequence of `count` elements, as in Python.
  func indices(count: Int) -> StrideTo<Int> {
    let (first, end, step) = resolved(count: count)
    return stride(from: first, to: end, by: step)
  }

  /// The first index, the end, which is not included, and the step.
  func resolved(count: Int) -> (first: Int, end: Int, step: Int) {
    // Larger steps select only the first element; clamping avoids overflow.
    let step = min(max(step ?? 1, -count - 1), count + 1)
    func clamp(_ bound: Int, _ low: Int, _ high: Int) -> Int {
      min(max(bound < 0 ? bound.addingReportingOverflow(count).partialValue : bound, low), high)
    }
    if step > 0 {
      let first = start.map { clamp($0, 0, count) } ?? 0
      let end = stop.map { clamp($0, 0, count) } ?? count
      return (first, max(first, end), step)
    }
    let first = start.map { clamp($0, -1, count - 1) } ?? count - 1
    let end = stop.map { clamp($0, -1, count - 1) } ?? -1
    return (first, min(first, end), step)
  }
}

extension StrideTo<Int> {
  fileprivate var count: Int { reduce(0) { count, _ in count + 1 } }
}
