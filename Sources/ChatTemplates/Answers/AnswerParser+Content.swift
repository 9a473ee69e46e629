/// Text and thoughts.
extension AnswerParser {
  /// Passes on text up to the next tag.
  mutating func content(_ events: inout [AnswerEvent]) throws(AnswerError) -> Bool {
    if !hasContent, let decided = beginning() { return decided }
    let (index, tag) = find(callTags)
    pass(upTo: index, isEnd: tag != nil) { events.append(.text($0)) }
    guard tag != nil else { return false }
    heldSpace = []
    stage = .opening
    return true
  }

  /// Looks for what can stand only at the beginning; `nil` if it is not there, so that text follows.
  private mutating func beginning() -> Bool? {
    skipSpace()
    guard cursor < buffer.count else { return isFinal ? nil : false }
    if let reasoning = format.reasoning {
      switch CallMarker([.text(reasoning.begin.trimmed)]).match(buffer[cursor...], isFinal: isFinal) {
      case .matched(let end):
        cursor = end
        stage = .reasoning
        return true
      case .partial: return false
      case .mismatch: break
      }
    }
    guard let calls = format.calls, calls.place == .start else { return nil }
    switch (calls.opening + calls.beforeName).match(buffer[cursor...], isFinal: isFinal) {
    case .matched:
      stage = .opening
      return true
    case .partial: return false
    case .mismatch:
      hasContent = true
      return nil
    }
  }

  /// Passes on thoughts up to their end.
  mutating func reasoning(_ events: inout [AnswerEvent]) -> Bool {
    guard let reasoning = format.reasoning else { return false }
    let end = reasoning.end.trimmed
    // Some models go from thoughts to calls without a word.
    let (index, tag) = find([end] + callTags)
    pass(upTo: index, isEnd: tag != nil) { events.append(.reasoning($0)) }
    guard let tag else { return false }
    heldSpace = []
    hasContent = false
    if tag == 0 {
      cursor += end.utf8.count
      stage = .content
    } else {
      stage = .opening
    }
    return true
  }

  /// The tag that a section of calls begins with, if it has one.
  private var callTags: [String] {
    if case .anywhere(let tag)? = format.calls?.place { [tag] } else { [] }
  }

  /// The earliest place of a tag, with the tag's number; else the place from which on a tag might have begun.
  private func find(_ tags: [String]) -> (index: Int, tag: Int?) {
    let patterns = tags.map { Array($0.utf8) }
    var index = cursor
    while index < buffer.count {
      for (tag, pattern) in patterns.enumerated() where buffer[index] == pattern.first {
        let common = zip(buffer[index...], pattern).prefix { $0 == $1 }.count
        if common == pattern.count { return (index, tag) }
        if index + common == buffer.count, !isFinal { return (index, nil) }
      }
      index += 1
    }
    return (index, nil)
  }

  /// Passes on the bytes up to an index, except half a character and white space at their end.
  private mutating func pass(upTo index: Int, isEnd: Bool, _ emit: (String) -> Void) {
    var bytes = heldSpace + buffer[cursor..<index]
    cursor = index
    heldSpace = []
    var tail = isFinal || isEnd ? 0 : bytes.incompleteTailLength
    if tail == 0 {
      tail = bytes.count - bytes.trimmedAtEnd.count
      heldSpace = Array(bytes.suffix(tail))
    } else {
      cursor -= tail
    }
    bytes.removeLast(tail)
    // What stands before the first word belongs to the tags before it.
    if !hasContent { bytes.removeFirst(bytes.count - bytes.trimmedAtStart.count) }
    guard !bytes.isEmpty else { return }
    hasContent = true
    emit(String(decoding: bytes, as: UTF8.self))
  }

  mutating func skipSpace() {
    while cursor < buffer.count, buffer[cursor].isSpace { cursor += 1 }
  }
}

extension String {
  /// The string without white space at its ends.
  var trimmed: String { String(decoding: utf8.trimmedAtStart.trimmedAtEnd, as: UTF8.self) }
}

extension [UInt8] {
  /// How many bytes at the end are the beginning of a character of UTF-8.
  var incompleteTailLength: Int {
    for length in 1...3 where length <= count {
      let byte = self[count - length]
      if byte & 0xC0 == 0x80 { continue }
      let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return needed > length ? length : 0
    }
    return 0
  }
}
