/// Numbers and strings.
extension JSONReader {
  mutating func number() throws(GuideError) -> String {
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    if current == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if current == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if current | 0x20 == UInt8(ascii: "e") {
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits() throws(GuideError) {
    guard (0x30...0x39).contains(current) else { throw error("expected a value or a digit") }
    while (0x30...0x39).contains(current) { position += 1 }
  }

  mutating func string() throws(GuideError) -> String {
    position += 1
    let start = position
    while current >= 0x20, current != UInt8(ascii: "\""), current != UInt8(ascii: "\\") { position += 1 }
    if current == UInt8(ascii: "\"") {
      position += 1
      return try text(bytes[start..<position - 1])
    }
    var content = Array(bytes[start..<position])
    while current != UInt8(ascii: "\"") {
      guard position < bytes.count else { throw error("the string has no end") }
      guard current >= 0x20 else { throw error("a control character in a string") }
      if current == UInt8(ascii: "\\") {
        try escape(&content)
      } else {
        content.append(current)
        position += 1
      }
    }
    position += 1
    return try text(content[...])
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(GuideError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw error("the string is not UTF-8") }
    return text
  }

  private mutating func escape(_ content: inout [UInt8]) throws(GuideError) {
    position += 1
    let kind = current
    position += 1
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(kind)
    case UInt8(ascii: "b"): content.append(8)
    case UInt8(ascii: "f"): content.append(12)
    case UInt8(ascii: "n"): content.append(10)
    case UInt8(ascii: "r"): content.append(13)
    case UInt8(ascii: "t"): content.append(9)
    case UInt8(ascii: "u"):
      var code = try codeUnit()
      if code & 0xFC00 == 0xD800, current == UInt8(ascii: "\\"), position + 1 < bytes.count,
        bytes[position + 1] == UInt8(ascii: "u")
      {
        position += 2
        let low = try codeUnit()
        guard low & 0xFC00 == 0xDC00 else { throw error("half of a surrogate pair") }
        code = 0x1_0000 + (code & 0x3FF) << 10 + low & 0x3FF
      }
      guard let scalar = Unicode.Scalar(code) else { throw error("half of a surrogate pair") }
      content.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
    default: throw error("an unknown escape")
    }
  }

  private mutating func codeUnit() throws(GuideError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(current)).hexDigitValue, current < 0x80 else {
        throw error("expected four hexadecimal digits")
      }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    return code
  }
}
