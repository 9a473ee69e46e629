import SwiftletTokenizers

/// The parsing of text and reasoning.
extension AnswerParser {
  /// Emits text up to the next tag; returns false if more bytes are needed.
  mutating func parseContent(_ events: inout [AnswerEvent]) throws(AnswerError) -> Bool {
    if !hasContent, let decided = parseBeginning() { return decided }
    if let separator = format.messageSeparator { return parseMessage(before: separator, &events) }
    let (index, tag) = find(callTags)
    flush(upTo: index, isEnd: tag != nil) { events.append(.text($0)) }
    guard tag != nil else { return false }
    pendingWhitespace = []
    stage = .opening
    return true
  }

  /// Emits text up to a separator that the header of a call follows; returns false if more bytes are needed.
  private mutating func parseMessage(before separator: String, _ events: inout [AnswerEvent]) -> Bool {
    let (index, tag) = find([separator])
    guard tag != nil else {
      flush(upTo: index, isEnd: false) { events.append(.text($0)) }
      return false
    }
    let end = index + separator.utf8.count
    let header = matchCallHeader(buffer[end...])
    // A separator that no call follows is text.
    flush(upTo: header == .mismatch(at: end) ? end : index, isEnd: header != .mismatch(at: end)) {
      events.append(.text($0))
    }
    guard case .matched = header else { return header == .mismatch(at: end) }
    pendingWhitespace = []
    cursor = end
    stage = .opening
    return true
  }

  /// Matches bytes against the headers of calls to all tools.
  private func matchCallHeader(_ bytes: ArraySlice<UInt8>) -> MarkerMatch {
    guard let calls = format.calls else { return .mismatch(at: bytes.startIndex) }
    var result = MarkerMatch.mismatch(at: bytes.startIndex)
    for tool in tools {
      let marker = calls.opening + calls.beforeName + CallMarker([.text(tool.name)]) + calls.afterName.naming(tool.name)
      switch marker.match(bytes, isFinal: isFinal) {
      case .matched(let end): return .matched(end: end)
      case .partial: result = .partial
      case .mismatch: break
      }
    }
    return result
  }

  /// Parses the header of the first message: of text, or of a call; `nil` if there is none.
  private mutating func parseHeader() -> Bool? {
    let text = CallMarker([.text(format.textHeader)]).match(buffer[cursor...], isFinal: isFinal)
    if case .matched(let end) = text {
      cursor = end
      hasContent = true
      return true
    }
    switch matchCallHeader(buffer[cursor...]) {
    case .matched:
      stage = .opening
      return true
    case .partial: return false
    case .mismatch:
      if text == .partial { return false }
      hasContent = true
      return nil
    }
  }

  /// Parses the start tag of reasoning or a section that has to be at the start; `nil` if there is only text.
  private mutating func parseBeginning() -> Bool? {
    skipSpace()
    guard cursor < buffer.count else { return isFinal ? nil : false }
    if let reasoning = format.reasoning {
      switch CallMarker([.text(reasoning.startTag.trimmed)]).match(buffer[cursor...], isFinal: isFinal) {
      case .matched(let end):
        cursor = end
        stage = .reasoning
        return true
      case .partial: return false
      case .mismatch: break
      }
    }
    if !format.textHeader.isEmpty { return parseHeader() }
    guard let calls = format.calls, calls.placement == .start else { return nil }
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

  /// Emits reasoning up to its end tag; returns false if more bytes are needed.
  mutating func parseReasoning(_ events: inout [AnswerEvent]) -> Bool {
    guard let reasoning = format.reasoning else { return false }
    let end = reasoning.endTag.trimmed
    // Some models omit the end tag before tool calls.
    let (index, tag) = find([end] + callTags)
    flush(upTo: index, isEnd: tag != nil) { events.append(.reasoning($0)) }
    guard let tag else { return false }
    pendingWhitespace = []
    hasContent = false
    if tag == 0 {
      cursor += end.utf8.count
      stage = .content
    } else {
      stage = .opening
    }
    return true
  }

  /// The tag at the beginning of a section of calls, if the format has one.
  private var callTags: [String] {
    if case .anywhere(let tag)? = format.calls?.placement { [tag] } else { [] }
  }

  /// The position of the first tag and its index, or else the position of a possible incomplete tag.
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

  /// Emits the bytes up to an index, but holds back an incomplete character and trailing white space.
  private mutating func flush(upTo index: Int, isEnd: Bool, _ emit: (String) -> Void) {
    var bytes = pendingWhitespace + buffer[cursor..<index]
    cursor = index
    pendingWhitespace = []
    var tail = isFinal || isEnd ? 0 : bytes.incompleteTailLength
    if tail == 0 {
      tail = bytes.count - bytes.trimmedAtEnd.count
      pendingWhitespace = Array(bytes.suffix(tail))
    } else {
      cursor -= tail
    }
    bytes.removeLast(tail)
    // Leading white space belongs to the preceding tags.
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
  /// The string without leading and trailing white space.
  var trimmed: String { String(decoding: utf8.trimmedAtStart.trimmedAtEnd, as: UTF8.self) }
}
