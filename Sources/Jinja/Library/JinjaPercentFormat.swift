/// The `%` operator of Python's strings: `'%-5s|%02d' % (name, number)`.
struct JinjaPercentFormat {
  private let format: JinjaText
  private let bytes: [UInt8]
  private let run: JinjaRun
  /// The positional values.
  private var values: [JinjaRuntimeValue]
  private let dict: JinjaDict?
  private var next = 0
  private var position = 0
  private var builder = JinjaTextBuilder()

  /// The flags, width and precision between `%` and the letter.
  private struct Specification {
    var isLeft = false
    var isZeroFilled = false
    var hasSign = false
    var hasSpace = false
    var isAlternate = false
    var width = 0
    var precision: Int?
  }

  private init(_ format: JinjaText, _ given: JinjaRuntimeValue, _ run: JinjaRun) {
    self.format = format
    self.run = run
    bytes = format.bytes
    values = [given]
    var dict: JinjaDict?
    if case .sequence(let sequence) = given, sequence.kind == .tuple { values = sequence.elements }
    if case .dictionary(let named) = given { dict = named }
    self.dict = dict
  }

  static func format(
    _ format: JinjaText, _ given: JinjaRuntimeValue, _ run: JinjaRun
  ) throws(JinjaFault) -> JinjaText {
    var formatter = JinjaPercentFormat(format, given, run)
    return try formatter.text()
  }

  private mutating func text() throws(JinjaFault) -> JinjaText {
    try run.budget.spend(bytes.count)
    var start = 0
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "%") else {
        position += 1
        continue
      }
      builder.append(format, start..<position)
      position += 1
      try conversion()
      start = position
    }
    builder.append(format, start..<bytes.count)
    guard dict != nil || next >= values.count else {
      throw .value("'%'", found: "\(values.count) values", expected: "\(next)")
    }
    return try run.budget.text(builder)
  }

  private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func nextValue() throws(JinjaFault) -> JinjaRuntimeValue {
    guard next < values.count else { throw .value("'%'", found: "\(values.count) values", expected: "more") }
    next += 1
    return values[next - 1]
  }

  private mutating func conversion() throws(JinjaFault) {
    try run.budget.spend()
    var named: JinjaRuntimeValue?
    if current == UInt8(ascii: "(") {
      guard let dict, let end = bytes[position...].firstIndex(of: UInt8(ascii: ")")) else {
        throw .value("'%'", found: "a name", expected: "a dictionary with it")
      }
      let name = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
      guard let value = try dict.value(of: name) else {
        throw .value("'%'", found: "no member '\(name)'", expected: "one")
      }
      named = value
      position = end + 1
    }
    let specification = try specification()
    let letter = current
    position += 1
    if letter == UInt8(ascii: "%") { return builder.append("%", isTrusted: true) }
    let value: JinjaRuntimeValue
    if let named { value = named } else { value = try nextValue() }
    try run.append(try convert(value, letter, specification), to: &builder)
  }

  private mutating func specification() throws(JinjaFault) -> Specification {
    var result = Specification()
    flags: while true {
      switch current {
      case UInt8(ascii: "-"): result.isLeft = true
      case UInt8(ascii: "0"): result.isZeroFilled = true
      case UInt8(ascii: "+"): result.hasSign = true
      case UInt8(ascii: " "): result.hasSpace = true
      case UInt8(ascii: "#"): result.isAlternate = true
      default: break flags
      }
      position += 1
    }
    result.width = try number() ?? 0
    if result.width < 0 { (result.isLeft, result.width) = (true, -result.width) }
    if current == UInt8(ascii: ".") {
      position += 1
      result.precision = max(try number() ?? 0, 0)
    }
    while "hlL".utf8.contains(current) { position += 1 }
    return result
  }

  private mutating func number() throws(JinjaFault) -> Int? {
    if current == UInt8(ascii: "*") {
      position += 1
      return max(try nextValue().integer(for: "'%'"), -Int.max)
    }
    var number: Int?
    while current.isDigit {
      number = min((number ?? 0) * 10 + Int(current - UInt8(ascii: "0")), 1 << 40)
      position += 1
    }
    return number
  }

  private func convert(
    _ value: JinjaRuntimeValue, _ letter: UInt8, _ specification: Specification
  ) throws(JinjaFault) -> JinjaText {
    var text: JinjaText
    switch letter {
    case UInt8(ascii: "s"), UInt8(ascii: "r"), UInt8(ascii: "a"):
      text = letter == UInt8(ascii: "s") ? try run.text(of: value) : try JinjaPrinter.text(of: value, run.budget)
      if let precision = specification.precision {
        text = try run.slice(.text(text), JinjaSliceBounds(stop: precision)).text(for: "'%'")
      }
    case UInt8(ascii: "c"):
      if case .integer(let code) = value {
        guard let scalar = UInt32(exactly: code).flatMap({ Unicode.Scalar($0) }) else {
          throw .value("'%c'", found: "\(code)", expected: "a code point")
        }
        text = JinjaText(trusted: String(scalar))
      } else {
        text = try value.text(for: "'%c'")
        guard try run.budget.length(of: text) == 1 else {
          throw .value("'%c'", found: "a longer string", expected: "one character")
        }
      }
    default:
      guard let digits = try digits(of: value, letter, specification) else {
        throw .value("'%'", found: "'\(Character(Unicode.Scalar(letter)))'", expected: "a conversion specifier")
      }
      return try filled(digits, specification)
    }
    return try JinjaMethods.pad(run, text, to: specification.width, with: nil, specification.isLeft ? .end : .start)
  }

  /// The sign and the digits of a number.
  private func digits(
    of value: JinjaRuntimeValue, _ letter: UInt8, _ specification: Specification
  ) throws(JinjaFault) -> (sign: String, digits: String)? {
    guard let number = value.number else {
      guard "diuxXofFeEgG".utf8.contains(letter) else { return nil }
      throw .value("'%'", found: value.kind, expected: "a number")
    }
    var style = JinjaNumberFormat(letter: letter, precision: specification.precision)
    style.isAlternate = specification.isAlternate
    if let precision = specification.precision { try run.budget.spend(digits: precision) }
    guard let (isNegative, digits) = try style.digits(of: number) else { return nil }
    return (isNegative ? "-" : specification.hasSign ? "+" : specification.hasSpace ? " " : "", digits)
  }

  private func filled(
    _ number: (sign: String, digits: String), _ specification: Specification
  ) throws(JinjaFault) -> JinjaText {
    let width = specification.width
    if specification.isZeroFilled, !specification.isLeft {
      let digits = try JinjaMethods.pad(
        run, JinjaText(trusted: number.digits), to: width - number.sign.utf8.count, with: JinjaText(trusted: "0"),
        .start)
      return try run.join([JinjaText(trusted: number.sign), digits])
    }
    return try JinjaMethods.pad(
      run, JinjaText(trusted: number.sign + number.digits), to: width, with: nil, specification.isLeft ? .end : .start)
  }
}
