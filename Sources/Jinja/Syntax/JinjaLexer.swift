/// The lexer, which splits a template into tokens.
///
/// White space is stripped with the settings of `transformers`: a line break directly after a statement or a comment
/// (`trim_blocks`), the indentation of a line that begins with one (`lstrip_blocks`), and all white space next to a `-`
/// in the delimiter of a tag; a `+` keeps it.
struct JinjaLexer {
  let source: [UInt8]
  private(set) var position = 0
  private var mode = Mode.text
  /// The start delimiter of a tag, or raw text, to return after the current token.
  private var pending: JinjaToken?
  /// True if the next text starts at the beginning of a line.
  private var isAtLineStart = true
  /// The stack of expected closing brackets in a tag, which must be empty at its end.
  var brackets: [UInt8] = []

  private enum Mode { case text, output, statement }

  /// The maximum size of a template in bytes.
  static let maximumBytes = 1 << 20

  init(_ text: String) throws(JinjaFault) {
    guard text.utf8.count <= Self.maximumBytes else {
      throw JinjaFault(.limit(.sourceBytes, maximum: Self.maximumBytes), at: 0)
    }
    source = Self.normalised(Array(text.utf8))
  }

  /// The source with line breaks normalised to line feeds and without one at the end.
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

  /// Returns the next token.
  mutating func next() throws(JinjaFault) -> JinjaToken {
    if let token = pending {
      pending = nil
      return token
    }
    return mode == .text ? try text() : try tagToken()
  }

  func byte(at index: Int) -> UInt8 { index < source.count ? source[index] : 0 }

  func starts(_ index: Int, _ text: String) -> Bool {
    index <= source.count && source[index...].starts(with: text.utf8)
  }

  mutating func move(to position: Int) { self.position = position }

  /// The position after an end delimiter and the white space that it strips, nil if there is no delimiter.
  private func end(_ mark: String, at index: Int, trims: Bool) -> Int? {
    if starts(index, "-" + mark) {
      var end = index + 1 + mark.utf8.count
      while let length = JinjaWhitespace.length(in: source, at: end) { end += length }
      return end
    }
    if trims, starts(index, "+" + mark) { return index + 1 + mark.utf8.count }
    guard starts(index, mark) else { return nil }
    let end = index + mark.utf8.count
    return trims && byte(at: end) == UInt8(ascii: "\n") ? end + 1 : end
  }
}

/// The lexing of text outside of tags.
extension JinjaLexer {
  /// Returns the text before the next tag, without comments, or else the start delimiter of the tag.
  private mutating func text() throws(JinjaFault) -> JinjaToken {
    while true {
      let start = position
      guard let tag = startOfTag(from: start) else {
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

  private func startOfTag(from start: Int) -> Int? {
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

  /// The end of the text before a tag, after stripping white space.
  private func trimmed(_ start: Int, before tag: Int) -> Int {
    var end = tag
    switch byte(at: tag + 2) {
    case UInt8(ascii: "-"):
      while let length = JinjaWhitespace.length(in: source, before: end), end - length >= start { end -= length }
      return end
    case UInt8(ascii: "+"): return tag
    default:
      guard source[tag + 1] != UInt8(ascii: "{") else { return tag }
      while end > start, source[end - 1] != UInt8(ascii: "\n") {
        guard let length = JinjaWhitespace.length(in: source, before: end), end - length >= start else { return tag }
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

  /// The range of the text between `{% raw %}` and `{% endraw %}`, nil for other statements.
  private mutating func rawText(from tag: Int) throws(JinjaFault) -> Range<Int>? {
    guard let begin = word("raw", at: position) else { return nil }
    var start = begin
    if starts(start, "-%}") {
      start += 3
      while let length = JinjaWhitespace.length(in: source, at: start) { start += length }
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

  /// The end of white space, a word and more white space; nil if they do not match.
  private func word(_ word: String, at index: Int) -> Int? {
    var index = index
    while let length = JinjaWhitespace.length(in: source, at: index) { index += length }
    guard starts(index, word) else { return nil }
    index += word.utf8.count
    while let length = JinjaWhitespace.length(in: source, at: index) { index += length }
    return index
  }

  private mutating func leaveTag(at end: Int) {
    position = end
    isAtLineStart = source[end - 1] == UInt8(ascii: "\n")
    mode = .text
  }
}

/// The lexing inside of tags.
extension JinjaLexer {
  private mutating func tagToken() throws(JinjaFault) -> JinjaToken {
    while let length = JinjaWhitespace.length(in: source, at: position) { position += length }
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
