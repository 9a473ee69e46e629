import SwiftletJSON

/// A JSON serialiser with the output of Python's `json.dumps`.
struct JinjaJSONPrinter {
  /// The settings of `tojson`.
  struct Options {
    var escapesNonASCII = false
    /// The indentation per level; nil for output on one line.
    var indent: String?
    var itemSeparator: String
    var keySeparator = ": "
    var sortsKeys = false
  }

  private let options: Options
  private let run: JinjaRun
  private var text = ""
  /// True if all printed strings are trusted.
  private var isTrusted = true
  private var depth = 0

  private init(_ options: Options, _ run: JinjaRun) {
    self.options = options
    self.run = run
  }

  static func text(
    of value: JinjaRuntimeValue, _ options: Options, _ run: JinjaRun
  ) throws(JinjaFault) -> JinjaText {
    var printer = JinjaJSONPrinter(options, run)
    try printer.write(value)
    return try run.budget.text(printer.text, isTrusted: printer.isTrusted)
  }

  private mutating func write(_ value: JinjaRuntimeValue) throws(JinjaFault) {
    try run.budget.spend()
    try run.budget.check(bytes: text.utf8.count, times: 1)
    switch value {
    case .text(let string): try write(string)
    case .sequence(let sequence) where sequence.kind == .list || sequence.kind == .tuple:
      try write(brackets: ("[", "]"), count: sequence.elements.count) { (printer, index) throws(JinjaFault) in
        try printer.write(sequence.elements[index])
      }
    case .dictionary(let dict): try write(dict)
    default:
      guard let text = Self.plain(value) else {
        throw .value("tojson", found: value.kind, expected: "a JSON-serialisable value")
      }
      self.text += text
    }
  }

  /// The JSON text of a number, a boolean or none, nil for other values.
  private static func plain(_ value: JinjaRuntimeValue) -> String? {
    switch value {
    case .none: "null"
    // `null` is not a keyword in Jinja2, but it is in other engines.
    case .undefined(let missing) where missing.owner == nil && missing.name == "null": "null"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let number): number.text
    case .double(let value):
      value.isNaN
        ? "NaN" : value.isInfinite ? (value < 0 ? "-Infinity" : "Infinity") : JinjaFloat.description(of: value)
    default: nil
    }
  }

  private mutating func write(
    brackets: (String, String), count: Int,
    element: (inout JinjaJSONPrinter, Int) throws(JinjaFault) -> Void
  ) throws(JinjaFault) {
    depth += 1
    guard depth <= run.budget.limits.nesting else {
      throw JinjaFault(.limit(.nesting, maximum: run.budget.limits.nesting))
    }
    text += brackets.0
    for index in 0..<count {
      if index > 0 { text += options.itemSeparator }
      try breakLine()
      try element(&self, index)
    }
    depth -= 1
    if count > 0 { try breakLine() }
    text += brackets.1
  }

  private mutating func breakLine() throws(JinjaFault) {
    guard let indent = options.indent else { return }
    // An indentation may be as long as any string, and is repeated at every level.
    try run.budget.check(bytes: text.utf8.count + indent.utf8.count * depth, times: 1)
    try run.budget.spend(bytes: indent.utf8.count * depth)
    text += "\n"
    for _ in 0..<depth { text += indent }
  }

  private mutating func write(_ dict: JinjaDict) throws(JinjaFault) {
    var order = Array(dict.keys.indices)
    if options.sortsKeys {
      order = try run.sorted(order) { (left, right) throws(JinjaFault) in
        try run.precedes(dict.keys[left], dict.keys[right])
      }
    }
    try write(brackets: ("{", "}"), count: order.count) { (printer, index) throws(JinjaFault) in
      let key = dict.keys[order[index]]
      if case .text(let name) = key {
        try printer.write(name)
      } else if let name = Self.plain(key) {
        printer.text += "\"" + name + "\""
      } else {
        throw .value("tojson", found: "\(key.kind) as a key", expected: "a string or a number")
      }
      printer.text += printer.options.keySeparator
      try printer.write(dict.values[order[index]])
    }
  }

  private mutating func write(_ string: JinjaText) throws(JinjaFault) {
    try run.budget.spend(bytes: string.byteCount * 4)
    isTrusted = isTrusted && string.isTrusted && string.runs.isEmpty
    guard string.byteCount > Self.partBytes else {
      text += JSONString.quoted(string.string, escapingNonASCII: options.escapesNonASCII)
      return
    }
    // Long strings are escaped in parts, since time and size are checked between them.
    let scalars = string.string.unicodeScalars
    text += "\""
    var start = scalars.startIndex
    while start < scalars.endIndex {
      let end = scalars.index(start, offsetBy: Self.partBytes, limitedBy: scalars.endIndex) ?? scalars.endIndex
      let part = JSONString.quoted(String(string.string[start..<end]), escapingNonASCII: options.escapesNonASCII)
      text += Substring(part.utf8.dropFirst().dropLast())
      try run.budget.check(bytes: text.utf8.count, times: 1)
      try run.budget.checkTime()
      start = end
    }
    text += "\""
  }

  /// The length of the parts of long strings.
  private static let partBytes = 1 << 14
}
