/// The parsing of tool calls.
extension AnswerParser {
  /// Parses within a section of calls; returns false if more bytes are needed.
  mutating func parseCall(_ events: inout [AnswerEvent]) throws(AnswerError) -> Bool {
    guard let calls = format.calls else { return false }
    switch stage {
    case .content, .reasoning: return true
    case .opening:
      hasContent = true
      return try parseMarker(calls.opening + calls.beforeName, next: .name)
    case .name:
      guard let name = try parseName(before: calls.afterName) else { return false }
      callName = name
      events.append(.callBegan(name: name))
      stage = .afterName
      return true
    case .afterName:
      return try parseMarker(calls.afterName, next: .arguments(ArgumentReader(calls.arguments, tool: callName, tools)))
    case .arguments(var reader):
      // Moved out meanwhile, so that the reader's text is not copied.
      stage = .afterArguments
      let (consumed, isEnded) = try reader.read(buffer[cursor...], isFinal: isFinal, in: self, &events)
      cursor += consumed
      stage = isEnded ? .afterArguments : .arguments(reader)
      return isEnded
    case .afterArguments:
      guard try parseMarker(calls.afterArguments, next: .nextCall) else { return false }
      events.append(.callEnded)
      return true
    case .nextCall: return try parseNextCall(calls)
    }
  }

  /// Consumes a marker; returns false if more bytes are needed.
  private mutating func parseMarker(_ marker: CallMarker, next: Stage) throws(AnswerError) -> Bool {
    switch marker.match(buffer[cursor...]) {
    case .matched(let end):
      cursor = end
      stage = next
      return true
    case .partial:
      guard isFinal, case .matched(let end) = marker.match(buffer[cursor...], isFinal: true) else { return false }
      cursor = end
      stage = next
      return true
    case .mismatch(let index): throw malformed(at: index, expected: marker.displayText)
    }
  }

  /// Parses the name of a call; returns `nil` if more bytes are needed.
  ///
  /// The names of `tools` may contain any characters, others only some.
  private mutating func parseName(before marker: CallMarker) throws(AnswerError) -> String? {
    let rest = buffer[cursor...]
    for tool in tools.sorted(by: { $0.name.utf8.count > $1.name.utf8.count }) {
      let name = Array(tool.name.utf8)
      if rest.count < name.count, name.starts(with: rest), !isFinal { return nil }
      guard rest.starts(with: name) else { continue }
      switch marker.match(rest.dropFirst(name.count), isFinal: isFinal) {
      case .matched:
        cursor += name.count
        return tool.name
      case .partial: return nil
      case .mismatch: continue
      }
    }
    let name = rest.prefix(while: \.isToolNamePart)
    guard name.count < rest.count else { return nil }
    guard !name.isEmpty else { throw malformed(at: cursor, expected: "the name of a tool") }
    cursor = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func parseNextCall(_ calls: ToolCallFormat) throws(AnswerError) -> Bool {
    let rest = buffer[cursor...]
    guard !rest.trimmedAtStart.isEmpty else { return false }
    var isOpen = false
    if let separator = calls.separator {
      switch (separator + calls.beforeName).match(rest) {
      case .matched(let end):
        cursor = end
        stage = .name
        return true
      case .partial: isOpen = true
      case .mismatch: break
      }
    }
    if !calls.closing.isEmpty {
      switch calls.closing.match(rest) {
      case .matched(let end):
        cursor = end
        stage = .content
        return true
      case .partial: isOpen = true
      case .mismatch(let index):
        guard isOpen else { throw malformed(at: index, expected: calls.closing.displayText) }
      }
    }
    if !isOpen { stage = .content }
    return !isOpen
  }
}

extension CallMarker {
  /// The marker for error messages.
  var displayText: String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .identifier: "(an identifier)"
      case .number: "(a number)"
      case .name: "(the name of the tool)"
      }
    }.joined().debugDescription
  }
}
