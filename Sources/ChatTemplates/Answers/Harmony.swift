/// The messages of gpt-oss, of which an answer is made.
///
///     <|start|>assistant<|channel|>analysis<|message|>…<|end|>
///     <|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{…}<|call|>
///     <|start|>assistant<|channel|>final<|message|>…<|return|>
///
/// The prompt ends with `<|start|>assistant`, and the model goes on from there. Several calls are messages one after the
/// other, each with its `<|call|>`. Whether another one comes shows in who speaks next: `<|start|>assistant`, or
/// `<|start|>functions`, with which the model begins to write the result that it expects.
public enum Harmony {
  /// What begins the header of a message.
  public static let start = "<|start|>"
  /// What stands before the channel's name in a header.
  public static let channel = "<|channel|>"
  /// What stands before the syntax of the body in a header.
  public static let constrain = "<|constrain|>"
  /// What stands between a header and a body.
  public static let message = "<|message|>"
  /// What ends a body after which more messages follow.
  public static let end = "<|end|>"
  /// What ends a call.
  public static let call = "<|call|>"
  /// What ends an answer.
  public static let final = "<|return|>"
  /// What stands before a tool's name.
  public static let recipient = "to=functions."
  /// What begins a message of the model.
  public static let answer = start + "assistant"
  /// What begins the result of a call.
  public static let result = start + "functions"
  /// What thoughts begin with.
  public static let thought = channel + "analysis" + message

  static let texts = [start, channel, constrain, message, end, call, final]
}

/// Takes an answer apart that is made of messages.
struct HarmonyParser: Sendable {
  private enum Body: Sendable {
    case text, reasoning
    case call(name: String, BalanceScanner, isComplete: Bool)
  }

  private var buffer: [UInt8] = []
  private var dropped = 0
  /// The body at hand, `nil` within a header.
  private var body: Body?

  /// Takes in bytes.
  mutating func append(_ bytes: some Sequence<UInt8>) throws(AnswerError) -> [AnswerEvent] {
    buffer += bytes
    var events: [AnswerEvent] = []
    while try step(&events, isFinal: false) {}
    return events
  }

  /// Takes note of the end.
  mutating func finish() throws(AnswerError) -> [AnswerEvent] {
    var events: [AnswerEvent] = []
    while try step(&events, isFinal: true) {}
    // The token that ends a call is not among the bytes.
    if body != nil { try endBody(&events) }
    return events
  }

  private mutating func step(_ events: inout [AnswerEvent], isFinal: Bool) throws(AnswerError) -> Bool {
    if case .call(let name, let scanner, false)? = body { return try object(name, scanner, &events) }
    let tags = body == nil ? [Harmony.message] : [Harmony.end, Harmony.call, Harmony.final, Harmony.start]
    // After a call even the beginning of a tag is no text.
    var isText = true
    if case .call? = body { isText = false }
    let (index, tag) = find(tags, isFinal: isFinal && isText)
    guard body != nil else {
      guard let tag else {
        guard buffer.count < 4096 else { throw malformed(at: 0, expected: Harmony.message) }
        return false
      }
      body = try body(ofHeader: Array(buffer[..<index]), &events)
      drop(index + tags[tag].utf8.count)
      return true
    }
    try pass(Array(buffer[..<index]), &events, isEnd: tag != nil || isFinal)
    guard let tag else { return false }
    try endBody(&events)
    // What begins a message is a part of its header.
    if tags[tag] != Harmony.start { drop(tags[tag].utf8.count) }
    return true
  }

  /// Passes on bytes at the beginning of the buffer.
  private mutating func pass(_ bytes: [UInt8], _ events: inout [AnswerEvent], isEnd: Bool) throws(AnswerError) {
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
    drop(bytes.count)
  }

  /// Passes on arguments up to their end, whatever tags their strings spell; returns false if more bytes are needed.
  private mutating func object(
    _ name: String, _ scanner: BalanceScanner, _ events: inout [AnswerEvent]
  ) throws(AnswerError) -> Bool {
    var scanner = scanner
    var isComplete = false
    var count = 0
    let limit = buffer.count - buffer.incompleteTailLength
    while count < limit, !isComplete {
      switch try scanner.step(buffer[count]) {
      case .inside: break
      case .ended: isComplete = true
      case .unexpected(let expected): throw malformed(at: count, expected: expected)
      }
      count += 1
    }
    if count > 0 { events.append(.arguments(String(decoding: buffer[..<count], as: UTF8.self))) }
    drop(count)
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

  private func body(ofHeader bytes: [UInt8], _ events: inout [AnswerEvent]) throws(AnswerError) -> Body {
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
      offset: dropped + index, found: String(decoding: found, as: UTF8.self), expected: expected)
  }

  private mutating func drop(_ count: Int) {
    buffer.removeFirst(count)
    dropped += count
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
