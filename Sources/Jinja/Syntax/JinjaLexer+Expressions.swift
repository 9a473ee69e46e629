/// The lexing of names, literals and operators.
extension JinjaLexer {
  /// The token that begins at the current position, which is not white space.
  mutating func expressionToken() throws(JinjaFault) -> JinjaToken.Kind {
    switch byte(at: position) {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "'"), UInt8(ascii: "\""): return try string()
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 0x80...0xFF:
      return .name(name())
    default: return .symbol(try symbol())
    }
  }

  private mutating func name() -> String {
    let start = position
    var end = start
    while end < source.count, source[end] >= 0x80 || source[end] == UInt8(ascii: "_") || source[end].isLetterOrDigit {
      end += 1
    }
    move(to: end)
    return String(decoding: source[start..<end], as: UTF8.self)
  }

  private mutating func symbol() throws(JinjaFault) -> JinjaToken.Symbol {
    for length in [2, 1] where position + length <= source.count {
      let text = String(decoding: source[position..<position + length], as: UTF8.self)
      guard let symbol = JinjaToken.Symbol(rawValue: text) else { continue }
      switch symbol {
      case .leftBracket: brackets.append(UInt8(ascii: "]"))
      case .leftParenthesis: brackets.append(UInt8(ascii: ")"))
      case .leftBrace: brackets.append(UInt8(ascii: "}"))
      case .rightBracket, .rightParenthesis, .rightBrace:
        guard brackets.last == source[position] else {
          let closing = brackets.last.map { "'\(Character(Unicode.Scalar($0)))'" }
          throw JinjaFault(.syntax(found: "'\(text)'", expected: closing ?? "no closing bracket"), at: position)
        }
        brackets.removeLast()
      default: break
      }
      move(to: position + length)
      return symbol
    }
    let found = String(decoding: source[position...].prefix(1), as: UTF8.self)
    throw JinjaFault(.syntax(found: "'\(found)'", expected: "an expression or the tag's end"), at: position)
  }
}

/// The lexing of numbers.
extension JinjaLexer {
  private mutating func number() throws(JinjaFault) -> JinjaToken.Kind {
    let start = position
    let prefixes: [(String, Int)] = [("0x", 16), ("0X", 16), ("0o", 8), ("0O", 8), ("0b", 2), ("0B", 2)]
    for (prefix, radix) in prefixes where starts(start, prefix) {
      let end = digits(from: start + 2) { Character(Unicode.Scalar($0)).hexDigitValue.map { $0 < radix } ?? false }
      return .integer(try integer(start + 2, end, radix: radix))
    }
    var end = digits(from: start)
    // `list.0.1` is two subscripts, not a fraction.
    if start == 0 || source[start - 1] != UInt8(ascii: ".") {
      let whole = end
      if byte(at: end) == UInt8(ascii: "."), byte(at: end + 1).isDigit { end = digits(from: end + 1) }
      if byte(at: end) | 0x20 == UInt8(ascii: "e") {
        let sign = byte(at: end + 1)
        let first = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") ? end + 2 : end + 1
        if byte(at: first).isDigit { end = digits(from: first) }
      }
      if end > whole {
        move(to: end)
        return .double(Double(plain(start, end)) ?? 0)
      }
    }
    return .integer(try integer(start, end, radix: 10))
  }

  private func digits(from start: Int, where isDigit: (UInt8) -> Bool = \.isDigit) -> Int {
    var end = start
    while isDigit(byte(at: end)) || byte(at: end) == UInt8(ascii: "_") && isDigit(byte(at: end + 1)) { end += 1 }
    return end
  }

  private func plain(_ start: Int, _ end: Int) -> String {
    String(decoding: source[start..<end].filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
  }

  private mutating func integer(_ start: Int, _ end: Int, radix: Int) throws(JinjaFault) -> Int {
    guard let value = Int(plain(start, end), radix: radix) else {
      throw JinjaFault(.syntax(found: "a number that does not fit in 64 bits", expected: "a smaller one"), at: position)
    }
    move(to: end)
    return value
  }
}

/// The lexing of strings.
extension JinjaLexer {
  private mutating func string() throws(JinjaFault) -> JinjaToken.Kind {
    let start = position
    let quote = source[start]
    var content: [UInt8] = []
    var index = start + 1
    while index < source.count, source[index] != quote {
      if source[index] == UInt8(ascii: "\\") {
        index = escape(at: index + 1, into: &content)
      } else {
        content.append(source[index])
        index += 1
      }
    }
    guard index < source.count else {
      throw JinjaFault(.syntax(found: "the end of the template", expected: "the string's end"), at: start)
    }
    move(to: index + 1)
    return .string(String(decoding: content, as: UTF8.self))
  }

  /// Appends the value of an escape sequence, as Python does; unknown ones are kept verbatim.
  ///
  /// - Returns: The end of the escape sequence.
  private func escape(at index: Int, into content: inout [UInt8]) -> Int {
    let kind = byte(at: index)
    switch kind {
    case UInt8(ascii: "\n"): break
    case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""): content.append(kind)
    case UInt8(ascii: "a"): content.append(7)
    case UInt8(ascii: "b"): content.append(8)
    case UInt8(ascii: "f"): content.append(12)
    case UInt8(ascii: "n"): content.append(10)
    case UInt8(ascii: "r"): content.append(13)
    case UInt8(ascii: "t"): content.append(9)
    case UInt8(ascii: "v"): content.append(11)
    case UInt8(ascii: "x"), UInt8(ascii: "u"), UInt8(ascii: "U"):
      let count = kind == UInt8(ascii: "x") ? 2 : kind == UInt8(ascii: "u") ? 4 : 8
      if let end = code(from: index + 1, digits: count, radix: 16, into: &content) { return end }
      content += [UInt8(ascii: "\\"), kind]
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      var count = 1
      while count < 3, (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte(at: index + count)) { count += 1 }
      if let end = code(from: index, digits: count, radix: 8, into: &content) { return end }
    default:
      content.append(UInt8(ascii: "\\"))
      return index
    }
    return index + 1
  }

  private func code(from start: Int, digits: Int, radix: Int, into content: inout [UInt8]) -> Int? {
    guard start + digits <= source.count, source[start..<start + digits].allSatisfy({ $0.isLetterOrDigit }),
      let code = UInt32(String(decoding: source[start..<start + digits], as: UTF8.self), radix: radix)
    else { return nil }
    // Swift strings cannot contain a lone surrogate.
    content += String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8
    return start + digits
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  var isLetterOrDigit: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
