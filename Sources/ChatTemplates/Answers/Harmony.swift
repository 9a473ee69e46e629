import SwiftletTokenizers

/// The harmony format of gpt-oss, whose answers consist of messages.
///
///     <|start|>assistant<|channel|>analysis<|message|>…<|end|>
///     <|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{…}<|call|>
///     <|start|>assistant<|channel|>final<|message|>…<|return|>
///
/// The prompt ends with `<|start|>assistant`, which the answer continues. Parallel calls are consecutive messages, each
/// with its `<|call|>`. The role of the next message tells if another call follows: `<|start|>assistant` starts one,
/// while `<|start|>functions` is the beginning of a tool result, which ends the answer.
public enum Harmony {
  /// The start of the header of a message.
  public static let start = "<|start|>"
  /// The tag before the channel in a header.
  public static let channel = "<|channel|>"
  /// The tag before the content type of the body in a header.
  public static let constrain = "<|constrain|>"
  /// The tag between header and body.
  public static let message = "<|message|>"
  /// The end of a body that more messages follow.
  public static let end = "<|end|>"
  /// The end of a tool call.
  public static let call = "<|call|>"
  /// The end of an answer.
  public static let final = "<|return|>"
  /// The text before the name of a tool.
  public static let recipient = "to=functions."
  /// The start of an assistant message.
  public static let answer = start + "assistant"
  /// The start of a tool result.
  public static let result = start + "functions"
  /// The text before reasoning.
  public static let reasoningPrefix = channel + "analysis" + message

  static let texts = [start, channel, constrain, message, end, call, final]
}

/// An incremental parser of answers in the harmony format.
struct HarmonyParser: Sendable {
  private enum MessageBody: Sendable {
    case text, reasoning
    case call(name: String, BracketScanner, isComplete: Bool)
  }

  private var buffer: [UInt8] = []
  private var bufferOffset = 0
  /// The current body, `nil` within a header.
  private var body: MessageBody?

  /// Parses the next bytes.
  mutating func append(_ bytes: some Sequence<UInt8>) throws(AnswerError) -> [AnswerEvent] {
    buffer += bytes
    var events: [AnswerEvent] = []
    while try step(&events, isFinal: false) {}
    return events
  }

  /// Ends the input.
  mutating func finish() throws(AnswerError) -> [AnswerEvent] {
    var events: [AnswerEvent] = []
    while try step(&events, isFinal: true) {}
    // The bytes do not contain the end-of-generation token that ends a call.
    if body != nil { try endBody(&events) }
    return events
  }

  private mutating func step(_ events: inout [AnswerEvent], isFinal: Bool) throws(AnswerError) -> Bool {
    if case .call(let name, let scanner, false)? = body { return try parseArguments(name, scanner, &events) }
    let tags = body == nil ? [Harmony.message] : [Harmony.end, Harmony.call, Harmony.final, Harmony.start]
    // After a call no text is expected, so an incomplete tag at the end is ignored.
    var isText = true
    if case .call? = body { isText = false }
    let (index, tag) = find(tags, isFinal: isFinal && isText)
    guard body != nil else {
      guard let tag else {
        guard buffer.count < 4096 else { throw malformed(at: 0, expected: Harmony.message) }
        return false
      }
      body = try body(ofHeader: Array(buffer[..<index]), &events)
      discardBytes(index + tags[tag].utf8.count)
      return true
    }
    try flush(Array(buffer[..<index]), &events, isEnd: tag != nil || isFinal)
    guard let tag else { return false }
    try endBody(&events)
    // The start tag is part of the next header.
    if tags[tag] != Harmony.start { discardBytes(tags[tag].utf8.count) }
    return true
  }

  /// Emits bytes from the beginning of the buffer.
  private mutating func flush(_ bytes: [UInt8], _ events: inout [AnswerEvent], isEnd: Bool) throws(AnswerError) {
    let bytes = bytes.dropLast(isEnd ? 0 : bytes.incompleteTailLength)
    guard !bytes.isEmpty else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    switch body {
    case nil: break
    case .text: events.append(.text(text))
    case .reasoning: events.append(.reasoning(text))
    case .call:
      if let index = bytes.firstIndex(where: { !$0.isSpace }) {
        throw malformed(at: index, expected: Harmony.call)
      }
    }
    discardBytes(bytes.count)
  }

  /// Emits arguments up to their end, ignoring tags in strings; returns false if more bytes are needed.
  private mutating func parseArguments(
    _ name: String, _ scanner: BracketScanner, _ events: inout [AnswerEvent]
  ) throws(AnswerError) -> Bool {
    var scanner = scanner
    var isComplete = false
    var count = 0
    let limit = buffer.count - buffer.incompleteTailLength
    while count < limit, !isComplete {
      switch try scanner.scan(buffer[count]) {
      case .inside: break
      case .ended: isComplete = true
      case .unexpected(let expected): throw malformed(at: count, expected: expected)
      }
      count += 1
    }
    if count > 0 { events.append(.arguments(String(decoding: buffer[..<count], as: UTF8.self))) }
    discardBytes(count)
    body = .call(name: name, scanner, isComplete: isComplete)
    return isComplete
  }

  private mutating func endBody(_ events: inout [AnswerEvent]) throws(AnswerError) {
    if case .call(let name, _, let isComplete)? = body {
      guard isComplete else { throw .unfinishedCall(name: name) }
      events.append(.callEnded)
    }
    body = nil
  }

  private func body(ofHeader bytes: [UInt8], _ events: inout [AnswerEvent]) throws(AnswerError) -> MessageBody {
    let header = String(decoding: bytes, as: UTF8.self)
    if let recipient = header.text(after: "to=") {
      let prefix = "functions."
      guard recipient.utf8.starts(with: prefix.utf8), recipient.utf8.count > prefix.utf8.count else {
        throw malformed(at: bytes.count, expected: Harmony.recipient + "(the name of a tool)")
      }
      let name = String(decoding: recipient.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
      events.append(.callBegan(name: name))
      return .call(name: name, .json, isComplete: false)
    }
    return header.text(after: Harmony.channel) == "analysis" ? .reasoning : .text
  }

  private func malformed(at index: Int, expected: String) -> AnswerError {
    let found = buffer[min(index, buffer.count)...].prefix(24)
    return .malformedCall(
      offset: bufferOffset + index, found: String(decoding: found, as: UTF8.self), expected: expected)
  }

  private mutating func discardBytes(_ count: Int) {
    buffer.removeFirst(count)
    bufferOffset += count
  }

  private func find(_ tags: [String], isFinal: Bool) -> (index: Int, tag: Int?) {
    let patterns = tags.map { Array($0.utf8) }
    for index in buffer.indices where buffer[index] == UInt8(ascii: "<") {
      for (tag, pattern) in patterns.enumerated() {
        let common = zip(buffer[index...], pattern).prefix { $0 == $1 }.count
        if common == pattern.count { return (index, tag) }
        if index + common == buffer.count, !isFinal { return (index, nil) }
      }
    }
    return (buffer.count, nil)
  }
}

extension String {
  /// The word after a text, up to white space or a tag.
  fileprivate func text(after prefix: String) -> String? {
    let bytes = Array(utf8)
    let pattern = Array(prefix.utf8)
    guard bytes.count >= pattern.count else { return nil }
    for index in 0...bytes.count - pattern.count where bytes[index...].starts(with: pattern) {
      let word = bytes[(index + pattern.count)...].prefix { !$0.isSpace && $0 != UInt8(ascii: "<") }
      return String(decoding: word, as: UTF8.self)
    }
    return nil
  }
}
