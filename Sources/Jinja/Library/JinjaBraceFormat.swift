/// Python's `str.format`: `'{} and {name:>5}'.format(…)`.
enum JinjaBraceFormat {
  static func format(
    _ format: JinjaText, _ arguments: JinjaArguments, _ run: JinjaRun
  ) throws(JinjaFault) -> JinjaText {
    try run.budget.spend(format.byteCount)
    let bytes = format.bytes
    var builder = JinjaTextBuilder()
    var (start, index, automatic) = (0, 0, 0)
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") else {
        index += 1
        continue
      }
      try run.budget.spend()
      builder.append(format, start..<index)
      if index + 1 < bytes.count, bytes[index + 1] == byte {
        start = index + 1
        index += 2
        continue
      }
      guard byte == UInt8(ascii: "{"), let end = bytes[index...].firstIndex(of: UInt8(ascii: "}")) else {
        throw .value("format", found: "an unmatched brace", expected: "its counterpart")
      }
      let field = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
      try run.append(try self.field(field, arguments, &automatic, run), to: &builder)
      index = end + 1
      start = index
    }
    builder.append(format, start..<bytes.count)
    return try run.budget.text(builder)
  }

  /// Formats a replacement field: `name.member[key]!r:specification`.
  private static func field(
    _ field: String, _ arguments: JinjaArguments, _ automatic: inout Int, _ run: JinjaRun
  ) throws(JinjaFault) -> JinjaText {
    // Splitting it into characters takes long.
    try run.budget.spend(field.utf8.count * 16)
    let halves = field.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let conversion = halves[0].split(separator: "!", maxSplits: 1, omittingEmptySubsequences: false)
    let path = conversion[0].split(omittingEmptySubsequences: false) { $0 == "." || $0 == "[" }
    let name = String(path.first ?? "")
    var value: JinjaRuntimeValue?
    if name.isEmpty || Int(name) != nil {
      let index = Int(name) ?? automatic
      automatic += name.isEmpty ? 1 : 0
      value = arguments.positional.indices.contains(index) ? arguments.positional[index] : nil
    } else {
      value = arguments.keywords.first { CodePoints.equal($0.name, name) }?.value
    }
    guard var value else { throw .value("format", found: "no value for '\(field)'", expected: "one") }
    for part in path.dropFirst() {
      let key = String(part.last == "]" ? part.dropLast() : part)
      value = try run.element(Int(key).map { .integer($0) } ?? .string(key), of: value)
    }
    if conversion.count > 1, conversion[1] != "s" { value = .text(try JinjaPrinter.text(of: value, run.budget)) }
    let specification = halves.count > 1 ? String(halves[1]) : ""
    return try apply(specification, to: value, run)
  }

  /// Formats a value by `[[fill]align][sign][#][0][width][,][.precision][type]`.
  private static func apply(
    _ specification: String, to value: JinjaRuntimeValue, _ run: JinjaRun
  ) throws(JinjaFault) -> JinjaText {
    guard !specification.isEmpty else { return try run.text(of: value) }
    var rest = Array(specification.unicodeScalars)[...]
    let aligns: [Unicode.Scalar] = ["<", ">", "^", "="]
    var (fill, align): (Unicode.Scalar, Unicode.Scalar?) = (" ", nil)
    if rest.count > 1, aligns.contains(rest[rest.startIndex + 1]) {
      (fill, align) = (rest[rest.startIndex], rest[rest.startIndex + 1])
      rest = rest.dropFirst(2)
    } else if let first = rest.first, aligns.contains(first) {
      align = first
      rest = rest.dropFirst()
    }
    func skip(_ scalar: Unicode.Scalar) -> Bool {
      guard rest.first == scalar else { return false }
      rest = rest.dropFirst()
      return true
    }
    func number() -> Int? {
      var number: Int?
      while let digit = rest.first.flatMap({ $0.isASCII ? Int(String($0)) : nil }) {
        number = min((number ?? 0) * 10 + digit, 1 << 40)
        rest = rest.dropFirst()
      }
      return number
    }
    let hasSign = skip("+")
    _ = skip("-")
    let isAlternate = skip("#")
    if skip("0"), align == nil { (fill, align) = ("0", "=") }
    let width = number() ?? 0
    let isGrouped = skip(",")
    let precision = skip(".") ? number() ?? 0 : nil
    let letter = rest.popFirst()
    guard rest.isEmpty else { throw .value("format", found: "':\(specification)'", expected: "a specification") }
    let filler = JinjaText(trusted: String(fill))
    guard case .text(var text) = value else {
      guard let number = value.number, !(letter == nil && precision == nil && value.isBoolean) else {
        return try JinjaMethods.pad(run, try run.text(of: value), to: width, with: filler, side(align, .end))
      }
      if let precision { try run.budget.spend(digits: precision) }
      var (sign, digits) = try plain(number, letter, precision, isAlternate)
      if isGrouped { digits = grouped(digits) }
      if hasSign, sign.isEmpty { sign = "+" }
      if align == "=" {
        let body = try JinjaMethods.pad(
          run, JinjaText(trusted: digits), to: width - sign.utf8.count, with: filler, .start)
        return try run.join([JinjaText(trusted: sign), body])
      }
      return try JinjaMethods.pad(run, JinjaText(trusted: sign + digits), to: width, with: filler, side(align, .start))
    }
    guard letter == nil || letter == "s" else {
      throw .value("format", found: "a string for ':\(specification)'", expected: "a number")
    }
    if let precision { text = try run.slice(.text(text), JinjaSliceBounds(stop: precision)).text(for: "format") }
    return try JinjaMethods.pad(run, text, to: width, with: filler, side(align, .end))
  }

  /// The side to pad on.
  private static func side(_ align: Unicode.Scalar?, _ usual: JinjaMethods.Side) -> JinjaMethods.Side {
    switch align {
    case "<": .end
    case ">", "=": .start
    case "^": .both
    default: usual
    }
  }

  private static func plain(
    _ number: JinjaNumber, _ letter: Unicode.Scalar?, _ precision: Int?, _ isAlternate: Bool
  ) throws(JinjaFault) -> (sign: String, digits: String) {
    if letter == "%" {
      let style = JinjaNumberFormat(letter: UInt8(ascii: "f"), precision: precision)
      let result = try style.digits(of: .double(number.double * 100))
      return (result?.isNegative == true ? "-" : "", (result?.digits ?? "") + "%")
    }
    var code = letter.map { UInt8(truncatingIfNeeded: $0.value) } ?? UInt8(ascii: "d")
    if case .double(let value) = number, letter == nil {
      guard precision != nil else {
        return (value.sign == .minus ? "-" : "", JinjaFloat.description(of: value.magnitude))
      }
      code = UInt8(ascii: "g")
    }
    var style = JinjaNumberFormat(letter: code, precision: precision)
    style.isAlternate = isAlternate
    guard let (isNegative, digits) = try style.digits(of: number) else {
      throw .value("format", found: "a number", expected: "a string")
    }
    return (isNegative ? "-" : "", digits)
  }

  /// The digits with thousands separators.
  private static func grouped(_ digits: String) -> String {
    let whole = digits.utf8.prefix { $0.isDigit }.count
    var text: [UInt8] = []
    for (index, digit) in digits.utf8.enumerated() {
      if index > 0, index < whole, (whole - index) % 3 == 0 { text.append(UInt8(ascii: ",")) }
      text.append(digit)
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension JinjaRuntimeValue {
  fileprivate var isBoolean: Bool { if case .boolean = self { true } else { false } }
}
