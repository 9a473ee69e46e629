/// A printer of values with the output of Python's `str` and `repr`.
struct JinjaPrinter {
  private var text = ""
  /// True if all printed strings are trusted.
  private var isTrusted = true
  private var depth = 0
  private let budget: JinjaBudget

  init(_ budget: JinjaBudget) { self.budget = budget }

  /// The `repr` of a value.
  static func text(of value: JinjaRuntimeValue, _ budget: JinjaBudget) throws(JinjaFault) -> JinjaText {
    var printer = JinjaPrinter(budget)
    try printer.represent(value)
    return try budget.text(printer.text, isTrusted: printer.isTrusted)
  }

  private mutating func represent(_ value: JinjaRuntimeValue) throws(JinjaFault) {
    try budget.spend()
    try budget.check(bytes: text.utf8.count, times: 1)
    switch value {
    case .undefined: text += "Undefined"
    case .none: text += "None"
    case .boolean(let value): text += value ? "True" : "False"
    case .integer(let value): text += String(value)
    case .double(let value): text += JinjaFloat.description(of: value)
    case .number(let number): text += number.text
    case .text(let string):
      try budget.spend(bytes: string.byteCount * 4)
      isTrusted = isTrusted && string.isTrusted && string.runs.isEmpty
      text += try Self.quoted(string.string, budget)
    case .sequence(let sequence): try represent(sequence)
    case .dictionary(let dict): try represent(dict)
    case .namespace(let dict):
      text += "<Namespace "
      try represent(dict)
      text += ">"
    case .loop(let loop): text += "<LoopContext \(loop.index + 1)/\(loop.count)>"
    case .function(let function): text += function.description
    }
  }

  private mutating func enter() throws(JinjaFault) {
    depth += 1
    guard depth <= budget.limits.nesting else {
      throw JinjaFault(.limit(.nesting, maximum: budget.limits.nesting))
    }
  }

  private mutating func represent(_ sequence: JinjaSequence) throws(JinjaFault) {
    try enter()
    defer { depth -= 1 }
    let brackets: (String, String)
    switch sequence.kind {
    case .list: brackets = ("[", "]")
    case .tuple: brackets = ("(", sequence.elements.count == 1 ? ",)" : ")")
    case .keys: brackets = ("dict_keys([", "])")
    case .values: brackets = ("dict_values([", "])")
    case .items: brackets = ("dict_items([", "])")
    case .range:
      text += sequence.rangeDescription
      return
    case .generator:
      text += "<generator object>"
      return
    }
    text += brackets.0
    for (index, element) in sequence.elements.enumerated() {
      if index > 0 { text += ", " }
      try represent(element)
    }
    text += brackets.1
  }

  private mutating func represent(_ dict: JinjaDict) throws(JinjaFault) {
    try enter()
    defer { depth -= 1 }
    text += "{"
    for (index, (key, value)) in zip(dict.keys, dict.values).enumerated() {
      if index > 0 { text += ", " }
      try represent(key)
      text += ": "
      try represent(value)
    }
    text += "}"
  }

  /// A quoted string with escapes for unprintable code points.
  private static func quoted(_ string: String, _ budget: JinjaBudget) throws(JinjaFault) -> String {
    let scalars = string.unicodeScalars
    let hasApostrophe = string.utf8.contains(UInt8(ascii: "'"))
    let quote: Unicode.Scalar = hasApostrophe && !string.utf8.contains(UInt8(ascii: "\"")) ? "\"" : "'"
    var text = String.UnicodeScalarView()
    text.append(quote)
    for (index, scalar) in scalars.enumerated() {
      try budget.checkTime(iteration: index)
      switch scalar {
      case quote, "\\": text.append(contentsOf: ["\\", scalar])
      case "\n": text.append(contentsOf: "\\n".unicodeScalars)
      case "\r": text.append(contentsOf: "\\r".unicodeScalars)
      case "\t": text.append(contentsOf: "\\t".unicodeScalars)
      case " "..."~": text.append(scalar)
      default:
        if isPrintable(scalar) {
          text.append(scalar)
        } else {
          let (mark, digits) = scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x1_0000 ? ("u", 4) : ("U", 8)
          let code = String(scalar.value, radix: 16)
          text.append(
            contentsOf: ("\\" + mark + String(repeating: "0", count: digits - code.utf8.count) + code).unicodeScalars)
        }
      }
    }
    text.append(quote)
    return String(text)
  }

  /// Returns true if Python's `str.isprintable` holds for a code point.
  static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    case .spaceSeparator: scalar == " "
    default: true
    }
  }
}

extension JinjaRun {
  /// The printed form of a value, as Python's `str`.
  func text(of value: JinjaRuntimeValue) throws(JinjaFault) -> JinjaText {
    switch value {
    case .undefined: .empty
    case .none: JinjaText(trusted: "None")
    case .boolean(let value): JinjaText(trusted: value ? "True" : "False")
    case .integer(let value): JinjaText(trusted: String(value))
    case .text(let text): text
    default: try JinjaPrinter.text(of: value, budget)
    }
  }
}
