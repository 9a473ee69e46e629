/// The filters with numeric results.
extension JinjaFilters {
  static let abs: Filter = { (_, value, arguments) throws(JinjaFault) in
    try arguments.none("abs")
    switch value.number {
    case .integer(let value) where value != .min: return .integer(Swift.abs(value))
    case .double(let value): return .double(Swift.abs(value))
    default: throw .value("abs", found: value.kind, expected: "a number")
    }
  }

  static let int: Filter = { (run, value, arguments) throws(JinjaFault) in
    let bound = try arguments.bound("int", ["default", "base"])
    let fallback = bound[0] ?? .integer(0)
    switch value {
    case .text(let text):
      try run.budget.spend(bytes: text.byteCount)
      let base = try bound[1]?.integer(for: "int") ?? 10
      guard base == 0 || (2...36).contains(base) else { return fallback }
      let number = JinjaNumberParser.integer(text.string, base: base)
      return number.map { .integer($0) } ?? JinjaNumberParser.double(text.string).flatMap(truncated) ?? fallback
    case .double(let value): return truncated(value) ?? fallback
    case .number(let number): return number.isInteger ? value : truncated(number.double) ?? fallback
    default: return value.number?.value ?? fallback
    }
  }

  private static func truncated(_ value: Double) -> JinjaRuntimeValue? {
    Int(exactly: value.rounded(.towardZero)).map { .integer($0) }
  }

  static let float: Filter = { (run, value, arguments) throws(JinjaFault) in
    let fallback = try arguments.bound("float", ["default"])[0] ?? .double(0)
    if case .text(let text) = value {
      try run.budget.spend(bytes: text.byteCount)
      return JinjaNumberParser.double(text.string).map { .double($0) } ?? fallback
    }
    return value.number.map { .double($0.double) } ?? fallback
  }

  static let round: Filter = { (run, value, arguments) throws(JinjaFault) in
    let bound = try arguments.bound("round", ["precision", "method"])
    let precision = try bound[0]?.integer(for: "round") ?? 0
    let method = try bound[1]?.text(for: "round").string ?? "common"
    guard let number = value.number else { throw .value("round", found: value.kind, expected: "a number") }
    switch (method, number) {
    case ("common", .integer(let value)) where precision >= 0: return .integer(value)
    case ("common", .integer(let value)):
      return Int(exactly: JinjaFloat.rounded(Double(value), digits: precision)).map { .integer($0) } ?? .integer(0)
    case ("common", .double(let value)): return .double(JinjaFloat.rounded(value, digits: precision))
    case ("ceil", _), ("floor", _):
      let scaled = try run.arithmetic(
        .star, .double(number.double), try run.arithmetic(.doubleStar, .double(10), .integer(precision)))
      guard case .double(let scaled) = scaled else { return value }
      let whole = JinjaRuntimeValue.double(scaled.rounded(method == "ceil" ? .up : .down))
      return try run.arithmetic(.slash, whole, try run.arithmetic(.doubleStar, .double(10), .integer(precision)))
    default: throw .value("round", found: "the method '\(method)'", expected: "common, ceil or floor")
    }
  }

  static let sum: Filter = { (run, value, arguments) throws(JinjaFault) in
    let bound = try arguments.bound("sum", ["attribute", "start"])
    let path = try JinjaAttributePath(bound[0], run.budget)
    var total = bound[1] ?? .integer(0)
    for element in try run.elements(of: value) {
      try run.budget.spend()
      let next = try path.value(in: element, run)
      if case .text = next, total.number != nil { throw .value("sum", found: next.kind, expected: "a number") }
      total = try run.arithmetic(.plus, total, next)
    }
    return total
  }

  static let formatFileSize: Filter = { (run, value, arguments) throws(JinjaFault) in
    let isBinary = try arguments.bound("filesizeformat", ["binary"])[0]?.isTrue ?? false
    if case .text(let text) = value { try run.budget.spend(bytes: text.byteCount) }
    let read: Double? =
      if case .text(let text) = value { JinjaNumberParser.double(text.string) } else { value.number?.double }
    guard let bytes = read, bytes.isFinite else {
      throw .value("filesizeformat", found: value.kind, expected: "a number")
    }
    let base: Double = isBinary ? 1024 : 1000
    if bytes == 1 { return .string("1 Byte") }
    if bytes < base { return .string("\(JinjaFloat.fixed(bytes.rounded(.towardZero), digits: 0)) Bytes") }
    var unit = base
    let prefixes = ["k", "M", "G", "T", "P", "E", "Z", "Y"]
    for (index, prefix) in prefixes.enumerated() {
      unit *= base
      if bytes < unit || index == prefixes.count - 1 {
        let name = isBinary ? prefix.uppercased() + "iB" : prefix + "B"
        return .string(JinjaFloat.fixed(base * bytes / unit, digits: 1) + " " + name)
      }
    }
    return .none
  }
}

/// A parser of numbers in strings, as Python's `int` and `float`.
enum JinjaNumberParser {
  /// The maximum length of a number, since its characters are looked at one by one; Python's `int` takes 4300 digits.
  private static let maximumLength = 1 << 13

  static func integer(_ text: String, base: Int) -> Int? {
    guard text.utf8.count <= maximumLength else { return nil }
    var digits = trimmed(text)[...]
    let isNegative = digits.first == "-"
    if isNegative || digits.first == "+" { digits = digits.dropFirst() }
    var radix = base
    let prefixes: [(Int, Character)] = [(16, "x"), (8, "o"), (2, "b")]
    for (value, mark) in prefixes where base == 0 || base == value {
      if digits.count > 2, digits.first == "0", digits.dropFirst().first?.lowercased() == String(mark) {
        (digits, radix) = (digits.dropFirst(2), value)
        break
      }
    }
    guard let plain = withoutUnderscores(digits), plain.first?.isASCII == true, plain.first != "-", plain.first != "+"
    else { return nil }
    return Int((isNegative ? "-" : "") + plain, radix: radix == 0 ? 10 : radix)
  }

  static func double(_ text: String) -> Double? {
    guard text.utf8.count <= maximumLength, let plain = withoutUnderscores(trimmed(text)[...]) else { return nil }
    switch plain.lowercased() {
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    case "nan", "+nan", "-nan": return .nan
    case let text:
      guard text.utf8.allSatisfy({ $0.isDigit || "+-.e".utf8.contains($0) }) else { return nil }
      // Python allows a decimal point without digits on one side.
      let padded = text.hasPrefix(".") ? "0" + text : text
      return Double(padded) ?? Double(padded.replacing(".e", with: ".0e")) ?? Double(padded + "0")
    }
  }

  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars.drop(while: JinjaWhitespace.contains)
    guard let last = scalars.lastIndex(where: { !JinjaWhitespace.contains($0) }) else { return "" }
    return String(scalars[...last])
  }

  /// The text without underscores, nil if one is not between digits.
  private static func withoutUnderscores(_ text: Substring) -> String? {
    guard text.contains("_") else { return text.isEmpty ? nil : String(text) }
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    return parts.joined()
  }
}
