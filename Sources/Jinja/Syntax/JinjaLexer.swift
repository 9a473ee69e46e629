/// Cuts a template into tokens.
///
/// White space is dropped as the model libraries have it dropped: a line break right after a statement or a comment
/// (`trim_blocks`), the indentation of a line that begins with one (`lstrip_blocks`), all white space on the side of a
/// `-` inside a tag's brackets; a `+` there keeps it.
struct JinjaLexer {
  let source: [UInt8]
  private(set) var position = 0
  private var mode = Mode.text
  /// The tag's first bracket, after the text before it was given.
  private var pending: JinjaToken?
  /// Whether the text that comes next begins a line.
  private var isAtLineStart = true
  /// The closing brackets that are due inside a tag, before which the tag cannot end.
  var brackets: [UInt8] = []

  private enum Mode { case text, output, statement }

  /// How large a template may be.
  static let maximumBytes = 1 << 20

  init(_ text: String) throws(JinjaFault) {
    guard text.utf8.count <= Self.maximumBytes else {
      throw JinjaFault(.limit(.sourceBytes, maximum: Self.maximumBytes), at: 0)
    }
    source = Self.normalised(Array(text.utf8))
  }

  /// A source with single line breaks and none at its end.
  private static func normalised(_ text: [UInt8]) -> [UInt8] {
    var source = text
    if text.contains(UInt8(ascii: "\r")) {
      source = []
      var isAfterReturn = false
      for byte in text {
        if byte == UInt8(ascii: "\r") {
          source.append(UInt8(ascii: "\n"))
        } else if byte != UInt8(ascii: "\n") || !isAfterReturn {
          source.append(byte)
        }
        isAfterReturn = byte == UInt8(ascii: "\r")
      }
    }
    if source.last == UInt8(ascii: "\n") { source.removeLast() }
    return source
  }

  /// The next token.
  mutating func next() throws(JinjaFault) -> JinjaToken {
    if let token = pending {
      pending = nil
      return token
    }
    return mode == .text ? try text() : try inTag()
  }

  func byte(at index: Int) -> UInt8 { index < source.count ? source[index] : 0 }

  func starts(_ index: Int, _ text: String) -> Bool {
    index <= source.count && source[index...].starts(with: text.utf8)
  }

  mutating func move(to position: Int) { self.position = position }

  /// Whether all white space is to be dropped after a tag that ends here, and how many bytes the end takes.
  private func end(_ mark: String, at index: Int, trims: Bool) -> Int? {
    if starts(index, "-" + mark) {
      var end = index + 1 + mark.utf8.count
      while let length = JinjaSpace.length(in: source, at: end) { end += length }
      return end
    }
    if trims, starts(index, "+" + mark) { return index + 1 + mark.utf8.count }
    guard starts(index, mark) else { return nil }
    let end = index + mark.utf8.count
    return trims && byte(at: end) == UInt8(ascii: "\n") ? end + 1 : end
  }
}

/// Outside of tags.
extension JinjaLexer {
  /// The text before the next tag, without comments, or the tag's first bracket.
  private mutating func text() throws(JinjaFault) -> JinjaToken {
    while true {
      let start = position
      guard let tag = beginOfTag(from: start) else {
        position = source.count
        return start < source.count ? token(text: start..<source.count) : JinjaToken(kind: .end, offset: start)
      }
      let kind = source[tag + 1]
      let text = start..<trimmed(start, before: tag)
      position = tag + 2
      if byte(at: position) == UInt8(ascii: "-") || byte(at: position) == UInt8(ascii: "+") { position += 1 }
      isAtLineStart = false
      switch kind {
      case UInt8(ascii: "#"): try skipComment(from: tag)
      case UInt8(ascii: "%"):
        if let raw = try rawText(from: tag) {
          if text.isEmpty { if raw.isEmpty { continue } else { return token(text: raw) } }
          if !raw.isEmpty { pending = token(text: raw) }
          return token(text: text)
        }
        mode = .statement
        pending = JinjaToken(kind: .statementBegin, offset: tag)
      default:
        mode = .output
        pending = JinjaToken(kind: .outputBegin, offset: tag)
      }
      if !text.isEmpty { return token(text: text) }
      if let token = pending {
        pending = nil
        return token
      }
    }
  }

  private func token(text: Range<Int>) -> JinjaToken {
    JinjaToken(kind: .text(String(decoding: source[text], as: UTF8.self)), offset: text.lowerBound)
  }

  private func beginOfTag(from start: Int) -> Int? {
    var index = start
    while index + 1 < source.count {
      if source[index] == UInt8(ascii: "{") {
        let kind = source[index + 1]
        if kind == UInt8(ascii: "{") || kind == UInt8(ascii: "%") || kind == UInt8(ascii: "#") { return index }
      }
      index += 1
    }
    return nil
  }

  /// Where the text before a tag ends.
  private func trimmed(_ start: Int, before tag: Int) -> Int {
    var end = tag
    switch byte(at: tag + 2) {
    case UInt8(ascii: "-"):
      while let length = JinjaSpace.length(in: source, before: end), end - length >= start { end -= length }
      return end
    case UInt8(ascii: "+"): return tag
    default:
      guard source[tag + 1] != UInt8(ascii: "{") else { return tag }
      while end > start, source[end - 1] != UInt8(ascii: "\n") {
        guard let length = JinjaSpace.length(in: source, before: end), end - length >= start else { return tag }
        end -= length
      }
      return end > start || isAtLineStart ? end : tag
    }
  }

  private mutating func skipComment(from tag: Int) throws(JinjaFault) {
    while position < source.count {
      if let end = end("#}", at: position, trims: true) { return leaveTag(at: end) }
      position += 1
    }
    throw JinjaFault(.syntax(found: "the end of the template", expected: "'#}'"), at: tag)
  }

  /// What stands between `{% raw %}` and `{% endraw %}`, if that is the statement here.
  private mutating func rawText(from tag: Int) throws(JinjaFault) -> Range<Int>? {
    guard let begin = word("raw", at: position) else { return nil }
    var start = begin
    if starts(start, "-%}") {
      start += 3
      while let length = JinjaSpace.length(in: source, at: start) { start += length }
    } else if starts(start, "%}") {
      start += 2
    } else {
      return nil
    }
    isAtLineStart = start > 0 && source[start - 1] == UInt8(ascii: "\n")
    var index = start
    while index < source.count {
      if starts(index, "{%") {
        let sign = byte(at: index + 2)
        let inner = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") ? index + 3 : index + 2
        if let close = word("endraw", at: inner), let end = end("%}", at: close, trims: true) {
          let text = start..<trimmed(start, before: index)
          leaveTag(at: end)
          return text
        }
      }
      index += 1
    }
    throw JinjaFault(.syntax(found: "the end of the template", expected: "'{% endraw %}'"), at: tag)
  }

  /// Where white space, a word and more white space end, if they stand here.
  private func word(_ word: String, at index: Int) -> Int? {
    var index = index
    while let length = JinjaSpace.length(in: source, at: index) { index += length }
    guard starts(index, word) else { return nil }
    index += word.utf8.count
    while let length = JinjaSpace.length(in: source, at: index) { index += length }
    return index
  }

  private mutating func leaveTag(at end: Int) {
    position = end
    isAtLineStart = source[end - 1] == UInt8(ascii: "\n")
    mode = .text
  }
}

/// Inside tags.
extension JinjaLexer {
  private mutating func inTag() throws(JinjaFault) -> JinjaToken {
    while let length = JinjaSpace.length(in: source, at: position) { position += length }
    let start = position
    guard start < source.count else { return JinjaToken(kind: .end, offset: start) }
    if brackets.isEmpty {
      let isOutput = mode == .output
      if let end = end(isOutput ? "}}" : "%}", at: start, trims: !isOutput) {
        leaveTag(at: end)
        return JinjaToken(kind: isOutput ? .outputEnd : .statementEnd, offset: start)
      }
    }
    return JinjaToken(kind: try expressionToken(), offset: start)
  }
}
