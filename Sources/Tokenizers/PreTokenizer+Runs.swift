/// The scanners for numbers and punctuation; each gap between matches is a piece.
extension PreTokenizer {
  /// Returns the end of `\p{N}{1,maximum}`, or of the gap before the next match.
  func numbersEnd(_ text: Span<UInt8>, from start: Int, limit: Int, maximum: Int) -> Int {
    let first = classifier.character(text, at: start, limit: limit)
    if first.class.contains(.number) { return numberEnd(text, from: first.end, limit: limit, atMost: maximum - 1) }
    return classifier.end(text, of: [.letter, .whitespace, .other], from: first.end, limit: limit)
  }

  /// Returns the end of `[0-9][0-9][0-9]`, or of the gap before the next match.
  func digitTripleEnd(_ text: Span<UInt8>, from start: Int, limit: Int) -> Int {
    var digits = 0
    for position in start..<limit {
      digits = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[position]) ? digits + 1 : 0
      guard digits == 3 else { continue }
      return position - 2 == start ? position + 1 : position - 2
    }
    return limit
  }

  /// Returns the end of `[\p{P}$+<=>^~|]+`, optionally including the backtick, or of the gap before the next match.
  func punctuationEnd(_ text: Span<UInt8>, from start: Int, limit: Int, includingBacktick: Bool) -> Int {
    var inside: Bool?
    var position = start
    while position < limit {
      let character = classifier.character(text, at: position, limit: limit)
      var isMember = !character.class.isDisjoint(with: [.punctuation, .asciiPunctuation])
      if !includingBacktick, text[position] == UInt8(ascii: "`") { isMember = false }
      if inside ?? isMember != isMember { break }
      inside = isMember
      position = character.end
    }
    return position
  }

  /// Returns the end of one `[\r\n]`, or of the gap before the next match.
  func newlineEnd(_ text: Span<UInt8>, from start: Int, limit: Int) -> Int {
    let newlines = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    if newlines.contains(text[start]) { return start + 1 }
    var position = start + 1
    while position < limit, !newlines.contains(text[position]) { position += 1 }
    return position
  }

  /// Returns the end of `[^\n]+|[\n]+`.
  func lineEnd(_ text: Span<UInt8>, from start: Int, limit: Int) -> Int {
    let isNewline = text[start] == UInt8(ascii: "\n")
    var position = start + 1
    while position < limit, (text[position] == UInt8(ascii: "\n")) == isNewline { position += 1 }
    return position
  }

  /// Returns the end of `\s{512}(?!\S)|\s{256}(?!\S)|…|\s` in a run of whitespace.
  ///
  /// That is the largest power of two of characters up to 512, if the run does not end in a line break.
  func spacePowerEnd(_ text: Span<UInt8>, from start: Int, limit: Int) -> Int {
    var last = limit - 1
    while last > start, text[last] & 0xC0 == 0x80 { last -= 1 }
    let ending = classifier.character(text, at: last, limit: limit).class
    guard ending.contains(.whitespace), !ending.contains(.newline),
      classifier.character(text, at: start, limit: limit).class.contains(.whitespace)
    else { return limit }
    var position = start
    var end = start
    var power = 1
    for count in 1...512 where position < limit {
      position = classifier.character(text, at: position, limit: limit).end
      if count == power { (end, power) = (position, power * 2) }
    }
    return end
  }

  /// Returns the end of the text before `\s+$`, or of that whitespace.
  func trailingWhitespaceEnd(_ text: Span<UInt8>, from start: Int, limit: Int) -> Int {
    var position = start
    var end = start
    while position < limit {
      let character = classifier.character(text, at: position, limit: limit)
      position = character.end
      if !character.class.contains(.whitespace) { end = position }
    }
    return end > start ? end : limit
  }
}
