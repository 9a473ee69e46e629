/// An ordered dictionary with reference semantics, as Python's `dict`.
final class JinjaDict {
  private(set) var keys: [JinjaRuntimeValue] = []
  private(set) var values: [JinjaRuntimeValue] = []
  private(set) var nesting = 1
  /// The index of each key; empty while there are few.
  private var positions: [JinjaKey: Int] = [:]
  private var bytes = 0
  private let budget: JinjaBudget
  /// True if the run empties the dictionary at the end, to break reference cycles.
  var isRegistered = false

  /// The maximum number of keys for linear search.
  private static let scanned = 8

  init(_ budget: JinjaBudget) { self.budget = budget }

  deinit { budget.free(bytes) }

  var count: Int { keys.count }

  /// The value of a string key.
  func value(of name: String) throws(JinjaFault) -> JinjaRuntimeValue? {
    try budget.spend(bytes: name.utf8.count)
    guard positions.isEmpty else { return positions[.text(CodePoints(name))].map { values[$0] } }
    for (position, key) in keys.enumerated() {
      if case .text(let text) = key, CodePoints.equal(text.string, name) { return values[position] }
    }
    return nil
  }

  /// The value of any key.
  func value(of key: JinjaRuntimeValue) throws(JinjaFault) -> JinjaRuntimeValue? {
    if case .text(let text) = key { return try value(of: text.string) }
    return try position(of: key).map { values[$0] }
  }

  /// The value of a key in hashable form.
  func value(of key: JinjaKey) -> JinjaRuntimeValue? {
    (try? position(of: key)).flatMap(\.self).map { values[$0] }
  }

  private func position(of key: JinjaRuntimeValue) throws(JinjaFault) -> Int? {
    try position(of: try JinjaKey(key, budget))
  }

  private func position(of wanted: JinjaKey) throws(JinjaFault) -> Int? {
    guard positions.isEmpty else { return positions[wanted] }
    for (position, key) in keys.enumerated() where try JinjaKey(key, budget) == wanted { return position }
    return nil
  }

  func set(_ key: JinjaRuntimeValue, to value: JinjaRuntimeValue) throws(JinjaFault) {
    nesting = max(nesting, max(key.nesting, value.nesting) + 1)
    guard nesting <= budget.limits.nesting else {
      throw JinjaFault(.limit(.nesting, maximum: budget.limits.nesting))
    }
    if let position = try position(of: key) {
      values[position] = value
      return
    }
    guard count < budget.limits.elements else {
      throw JinjaFault(.limit(.elements, maximum: budget.limits.elements))
    }
    bytes += try budget.allocate(elements: 2)
    keys.append(key)
    values.append(value)
    if count > Self.scanned {
      if positions.isEmpty { try index() } else { positions[try JinjaKey(key, budget)] = count - 1 }
    }
  }

  func remove(_ key: JinjaRuntimeValue) throws(JinjaFault) -> JinjaRuntimeValue? {
    guard let position = try position(of: key) else { return nil }
    try budget.spend(count)
    keys.remove(at: position)
    defer { values.remove(at: position) }
    try index()
    return values[position]
  }

  func removeAll() {
    keys = []
    values = []
    positions = [:]
  }

  private func index() throws(JinjaFault) {
    positions = [:]
    guard count > Self.scanned else { return }
    for (position, key) in keys.enumerated() { positions[try JinjaKey(key, budget)] = position }
  }
}

/// The hashable form of a key; as in Python, `1`, `1.0` and `true` are the same key.
enum JinjaKey: Hashable {
  case none
  case integer(Int)
  case double(Double)
  case text(CodePoints)
  case tuple([JinjaKey])
  case object(ObjectIdentifier)

  init(_ value: JinjaRuntimeValue, _ budget: JinjaBudget) throws(JinjaFault) {
    // Tuples with shared elements are larger as keys than in memory.
    try budget.spend()
    switch value {
    case .none: self = .none
    case .boolean(let value): self = .integer(value ? 1 : 0)
    case .integer(let value): self = .integer(value)
    case .number(let number): self = .double(number.double)
    case .double(let value): self = Int(exactly: value).map { .integer($0) } ?? .double(value)
    case .text(let text):
      // The key is hashed and compared as a whole.
      try budget.spend(bytes: text.byteCount)
      self = .text(CodePoints(text.string))
    case .sequence(let sequence) where sequence.kind == .tuple:
      // The extra steps limit the memory of the key.
      try budget.spend(sequence.elements.count * 16)
      var keys: [JinjaKey] = []
      for element in sequence.elements { keys.append(try JinjaKey(element, budget)) }
      self = .tuple(keys)
    case .function(let function): self = .object(ObjectIdentifier(function))
    case .undefined, .sequence, .dictionary, .namespace, .loop:
      throw .value("a key", found: value.kind, expected: "an immutable value")
    }
  }
}
