/// A value during rendering.
///
/// Lists and dictionaries have reference semantics, as in Python.
enum JinjaRuntimeValue {
  /// A missing variable or member, which can be printed and tested but hardly used otherwise.
  case undefined(Missing)
  case none
  case boolean(Bool)
  case integer(Int)
  case double(Double)
  case number(JinjaExactNumber)
  case text(JinjaText)
  case sequence(JinjaSequence)
  case dictionary(JinjaDict)
  case namespace(JinjaDict)
  case loop(JinjaLoop)
  case function(JinjaFunction)

  /// A missing variable or member, for errors.
  struct Missing {
    var name: String
    /// The value without the member; nil for a variable.
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

  /// The type of the value, for errors.
  var kind: String {
    switch self {
    case .undefined(let missing): "an undefined value (\(missing.message))"
    case .none: "none"
    case .boolean: "a boolean"
    case .integer: "an integer"
    case .double: "a floating-point number"
    case .number(let number): number.isInteger ? "an integer" : "a floating-point number"
    case .text: "a string"
    case .sequence(let sequence): sequence.kind.name
    case .dictionary: "a dictionary"
    case .namespace: "a namespace"
    case .loop: "a loop"
    case .function: "a function"
    }
  }

  /// True if the value is truthy.
  var isTrue: Bool {
    switch self {
    case .undefined, .none: false
    case .boolean(let value): value
    case .integer(let value): value != 0
    case .double(let value): value != 0
    case .number: true
    case .text(let text): !text.isEmpty
    case .sequence(let sequence): sequence.kind == .generator || !sequence.elements.isEmpty
    case .dictionary(let dict): dict.count > 0
    case .namespace, .function: true
    case .loop(let loop): loop.count > 0
    }
  }

  /// The nesting depth of the value.
  var nesting: Int {
    switch self {
    case .sequence(let sequence): sequence.nesting
    case .dictionary(let dict), .namespace(let dict): dict.nesting
    default: 0
    }
  }
}

/// A sequence of values.
final class JinjaSequence {
  /// The type in Python.
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
  /// True if the run empties the sequence at the end, to break reference cycles.
  var isRegistered = false
  /// The printed form of a range.
  var rangeDescription = ""

  init(_ elements: [JinjaRuntimeValue], _ kind: Kind = .list, _ budget: JinjaBudget) throws(JinjaFault) {
    nesting = 1
    bytes = try budget.allocate(elements: elements.count)
    self.kind = kind
    self.elements = elements
    self.budget = budget
    for element in elements { try deepen(for: element) }
  }

  deinit { budget.free(bytes) }

  /// Updates and checks the nesting depth for a new element.
  private func deepen(for element: JinjaRuntimeValue) throws(JinjaFault) {
    nesting = max(nesting, element.nesting + 1)
    guard nesting <= budget.limits.nesting else {
      throw JinjaFault(.limit(.nesting, maximum: budget.limits.nesting))
    }
  }

  /// Returns the elements; a generator is empty afterwards.
  func takeElements() -> [JinjaRuntimeValue] {
    guard kind == .generator else { return elements }
    defer { elements = [] }
    return elements
  }

  /// Removes and returns the next element of a generator; returns the first element of other sequences.
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
    bytes += try budget.allocate(elements: 1)
    elements.insert(element, at: index)
  }

  func remove(at index: Int) throws(JinjaFault) -> JinjaRuntimeValue {
    try budget.spend(elements.count >> 4)
    return elements.remove(at: index)
  }

  func reorder(_ elements: [JinjaRuntimeValue]) { self.elements = elements }
  func removeAll() { elements = [] }
}
