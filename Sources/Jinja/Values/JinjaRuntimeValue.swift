/// A value of a running template.
///
/// Lists and dictionaries are shared, as in Python: what one name changes, the other names of the value see.
enum JinjaRuntimeValue {
  /// What a name or a member that does not exist gives; printing and testing it is fine, most else is not.
  case undefined(Missing)
  case none
  case boolean(Bool)
  case integer(Int)
  case double(Double)
  case text(JinjaText)
  case sequence(JinjaSequence)
  case dictionary(JinjaTable)
  case namespace(JinjaTable)
  case loop(JinjaLoop)
  case function(JinjaFunction)

  /// What does not exist, for errors.
  struct Missing {
    var name: String
    /// What has no such member; nil for a variable.
    var owner: String?

    var message: String {
      if let owner { "\(owner) has no member '\(name)'" } else { "'\(name)' is undefined" }
    }
  }

  static func string(_ string: String, isTrusted: Bool = true) -> JinjaRuntimeValue {
    .text(JinjaText(string, isTrusted: isTrusted))
  }

  static func missing(_ name: String, of owner: String? = nil) -> JinjaRuntimeValue {
    .undefined(Missing(name: name, owner: owner))
  }

  var isUndefined: Bool { if case .undefined = self { true } else { false } }
  var isNone: Bool { if case .none = self { true } else { false } }

  /// What kind of value it is, for errors.
  var kind: String {
    switch self {
    case .undefined(let missing): "an undefined value (\(missing.message))"
    case .none: "none"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .double: "a floating-point number"
    case .text: "a string"
    case .sequence(let sequence): sequence.kind.name
    case .dictionary: "a dictionary"
    case .namespace: "a namespace"
    case .loop: "a loop"
    case .function: "a function"
    }
  }

  /// Whether a condition on the value holds.
  var isTrue: Bool {
    switch self {
    case .undefined, .none: false
    case .boolean(let value): value
    case .integer(let value): value != 0
    case .double(let value): value != 0
    case .text(let text): !text.isEmpty
    case .sequence(let sequence): sequence.kind == .generator || !sequence.elements.isEmpty
    case .dictionary(let table): table.count > 0
    case .namespace, .function: true
    case .loop(let loop): loop.count > 0
    }
  }

  /// How deep values nest in it.
  var nesting: Int {
    switch self {
    case .sequence(let sequence): sequence.nesting
    case .dictionary(let table), .namespace(let table): table.nesting
    default: 0
    }
  }
}

/// Values in order.
final class JinjaSequence {
  /// What Python calls it.
  enum Kind {
    case list, tuple, range, generator, keys, values, items

    var name: String {
      switch self {
      case .list: "a list"
      case .tuple: "a tuple"
      case .range: "a range"
      case .generator: "a generator"
      case .keys, .values, .items: "a view of a dictionary"
      }
    }
  }

  let kind: Kind
  private(set) var elements: [JinjaRuntimeValue]
  private(set) var nesting: Int
  private var bytes: Int
  private let budget: JinjaBudget
  /// Whether it is known to the run, which empties it at the end so that no cycle of references stays.
  var isRegistered = false
  /// What printing a range gives.
  var rangeDescription = ""

  init(_ elements: [JinjaRuntimeValue], _ kind: Kind = .list, _ budget: JinjaBudget) throws(JinjaFault) {
    nesting = 1
    bytes = try budget.take(elements: elements.count)
    self.kind = kind
    self.elements = elements
    self.budget = budget
    for element in elements { try deepen(for: element) }
  }

  deinit { budget.free(bytes) }

  /// Checks the depth with one more value in it.
  private func deepen(for element: JinjaRuntimeValue) throws(JinjaFault) {
    nesting = max(nesting, element.nesting + 1)
    guard nesting <= budget.limits.nesting else {
      throw JinjaFault(.limit(.nesting, maximum: budget.limits.nesting))
    }
  }

  /// The values, which a generator gives only once.
  func take() -> [JinjaRuntimeValue] {
    guard kind == .generator else { return elements }
    defer { elements = [] }
    return elements
  }

  /// The next value of a generator, the first of others.
  func takeFirst() throws(JinjaFault) -> JinjaRuntimeValue? {
    guard kind == .generator, !elements.isEmpty else { return elements.first }
    try budget.spend(elements.count >> 4)
    return elements.removeFirst()
  }

  func insert(_ element: JinjaRuntimeValue, at index: Int) throws(JinjaFault) {
    guard elements.count < budget.limits.elements else {
      throw JinjaFault(.limit(.elements, maximum: budget.limits.elements))
    }
    try deepen(for: element)
    try budget.spend((elements.count - index) >> 4)
    bytes += try budget.take(elements: 1)
    elements.insert(element, at: index)
  }

  func remove(at index: Int) throws(JinjaFault) -> JinjaRuntimeValue {
    try budget.spend(elements.count >> 4)
    return elements.remove(at: index)
  }

  func reorder(_ elements: [JinjaRuntimeValue]) { self.elements = elements }
  func removeAll() { elements = [] }
}
