#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#endif

/// The arithmetic operators as in Python, except that integers have 64 bits.
extension JinjaRun {
  func arithmetic(
    _ symbol: JinjaToken.Symbol, _ left: JinjaRuntimeValue, _ right: JinjaRuntimeValue
  ) throws(JinjaFault) -> JinjaRuntimeValue {
    switch (symbol, left, right) {
    case (_, .undefined(let missing), _): throw JinjaFault(.undefined("\(missing.message), for '\(symbol.rawValue)'"))
    case (.plus, .text(let left), .text(let right)): return .text(try add(left, right))
    case (.plus, .sequence(let first), .sequence(let second))
    where first.kind == second.kind && (first.kind == .list || first.kind == .tuple):
      return .sequence(try JinjaSequence(first.elements + second.elements, first.kind, budget))
    case (.percent, .text(let format), _):
      return .text(try JinjaPercentFormat.format(format, right, self))
    case (.star, .text(let text), .integer(let count)), (.star, .integer(let count), .text(let text)):
      return .text(try repeated(text, count))
    case (.star, .text(let text), .boolean(let flag)), (.star, .boolean(let flag), .text(let text)):
      return .text(flag ? text : .empty)
    case (.star, .sequence(let sequence), .integer(let count)), (.star, .integer(let count), .sequence(let sequence)):
      guard sequence.kind == .list || sequence.kind == .tuple else { break }
      return .sequence(try repeated(sequence, count))
    case (_, _, .undefined(let missing)): throw JinjaFault(.undefined("\(missing.message), for '\(symbol.rawValue)'"))
    default: break
    }
    if symbol == .plus, let text = try numberedText(left, right) { return .text(text) }
    if let left = left.number, let right = right.number {
      if case .integer(let left) = left, case .integer(let right) = right { return try integers(symbol, left, right) }
      return .double(try doubles(symbol, left.double, right.double))
    }
    throw .value("'\(symbol.rawValue)'", found: "\(left.kind) and \(right.kind)", expected: "compatible operands")
  }

  /// Concatenates two strings; if one is markup, the other is escaped for HTML.
  private func add(_ left: JinjaText, _ right: JinjaText) throws(JinjaFault) -> JinjaText {
    guard left.isMarkup || right.isMarkup else { return try join([left, right]) }
    return try join([try escaped(left), try escaped(right)], isMarkup: true)
  }

  /// Concatenates a string and a number, which Python rejects but other engines allow.
  private func numberedText(
    _ left: JinjaRuntimeValue, _ right: JinjaRuntimeValue
  ) throws(JinjaFault) -> JinjaText? {
    switch (left, right) {
    case (.text, .integer), (.text, .double), (.text, .number), (.integer, .text), (.double, .text), (.number, .text):
      try add(try text(of: left), try text(of: right))
    default: nil
    }
  }

  /// Concatenates strings.
  func join(_ texts: [JinjaText], isMarkup: Bool = false) throws(JinjaFault) -> JinjaText {
    // The size is checked before anything is copied.
    var bytes = 0
    for text in texts { bytes += text.byteCount + text.runs.count * MemoryLayout<JinjaText.Run>.stride }
    try budget.check(bytes: bytes, times: 1)
    var builder = JinjaTextBuilder()
    for text in texts {
      try budget.spend(text.runs.count >> 4)
      builder.append(text)
    }
    return try budget.text(builder, isMarkup: isMarkup)
  }

  /// Appends a string to a builder, whose size is checked.
  func append(_ text: JinjaText, to builder: inout JinjaTextBuilder) throws(JinjaFault) {
    try budget.spend(bytes: text.byteCount)
    try budget.spend(text.runs.count >> 4)
    try budget.check(bytes: builder.byteCount + text.byteCount, times: 1)
    builder.append(text)
  }

  private func repeated(_ text: JinjaText, _ count: Int) throws(JinjaFault) -> JinjaText {
    guard count > 0, !text.isEmpty else { return .empty }
    if text.runs.isEmpty {
      return try budget.text(try budget.repeating(text.string, count), isTrusted: text.isTrusted)
    }
    try budget.check(bytes: text.byteCount, times: count)
    try budget.check(bytes: text.runs.count * MemoryLayout<JinjaText.Run>.stride, times: count)
    var builder = JinjaTextBuilder()
    for _ in 0..<count {
      try budget.spend(text.runs.count >> 4)
      builder.append(text)
    }
    return try budget.text(builder)
  }

  private func repeated(_ sequence: JinjaSequence, _ count: Int) throws(JinjaFault) -> JinjaSequence {
    let (total, overflow) = sequence.elements.count.multipliedReportingOverflow(by: max(count, 0))
    guard !overflow, total <= budget.limits.elements else {
      throw JinjaFault(.limit(.elements, maximum: budget.limits.elements))
    }
    var elements: [JinjaRuntimeValue] = []
    if total > 0 { for _ in 0..<count { elements += sequence.elements } }
    return try JinjaSequence(elements, sequence.kind, budget)
  }

  private func integers(_ symbol: JinjaToken.Symbol, _ left: Int, _ right: Int) throws(JinjaFault) -> JinjaRuntimeValue
  {
    let result: (partialValue: Int, overflow: Bool)
    switch symbol {
    case .plus: result = left.addingReportingOverflow(right)
    case .minus: result = left.subtractingReportingOverflow(right)
    case .star: result = left.multipliedReportingOverflow(by: right)
    case .slash: return .double(try doubles(symbol, Double(left), Double(right)))
    case .doubleSlash, .percent:
      guard right != 0 else {
        throw .value("'\(symbol.rawValue)'", found: "a division by 0", expected: "a non-zero divisor")
      }
      guard right != -1 else { return try integers(.star, symbol == .percent ? 0 : left, -1) }
      let (quotient, remainder) = left.quotientAndRemainder(dividingBy: right)
      // Python rounds quotients towards negative infinity.
      let isRoundedUp = remainder != 0 && (remainder < 0) != (right < 0)
      return .integer(
        symbol == .percent ? (isRoundedUp ? remainder + right : remainder) : isRoundedUp ? quotient - 1 : quotient)
    default:
      guard right >= 0 else { return .double(try doubles(symbol, Double(left), Double(right))) }
      result = Self.power(left, right)
    }
    guard !result.overflow else {
      throw .value("'\(symbol.rawValue)'", found: "a result of more than 64 bits", expected: "a smaller one")
    }
    return .integer(result.partialValue)
  }

  private static func power(_ base: Int, _ exponent: Int) -> (partialValue: Int, overflow: Bool) {
    // With more than 64 factors, only the bases -1, 0 and 1 do not overflow.
    guard exponent <= 64 || base.magnitude > 1 else {
      return (base == 0 ? 0 : base == 1 || exponent % 2 == 0 ? 1 : -1, false)
    }
    var value = 1
    for _ in 0..<min(exponent, 65) {
      let (product, overflow) = value.multipliedReportingOverflow(by: base)
      guard !overflow else { return (0, true) }
      value = product
    }
    return (value, false)
  }

  private func doubles(_ symbol: JinjaToken.Symbol, _ left: Double, _ right: Double) throws(JinjaFault) -> Double {
    switch symbol {
    case .plus: return left + right
    case .minus: return left - right
    case .star: return left * right
    case .slash, .doubleSlash, .percent:
      guard right != 0 else {
        throw .value("'\(symbol.rawValue)'", found: "a division by 0", expected: "a non-zero divisor")
      }
      if symbol == .slash { return left / right }
      var remainder = left.truncatingRemainder(dividingBy: right)
      if remainder != 0, (remainder < 0) != (right < 0) { remainder += right }
      return symbol == .percent ? remainder : ((left - remainder) / right).rounded()
    default: return pow(left, right)
    }
  }
}

/// An integer or floating-point number.
enum JinjaNumber {
  case integer(Int)
  case double(Double)

  var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    }
  }

  var value: JinjaRuntimeValue {
    switch self {
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    }
  }
}

extension JinjaRuntimeValue {
  /// The value as a number, nil if it is not numeric; booleans are 0 and 1.
  var number: JinjaNumber? {
    switch self {
    case .boolean(let value): .integer(value ? 1 : 0)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .number(let number): .double(number.double)
    default: nil
    }
  }
}
