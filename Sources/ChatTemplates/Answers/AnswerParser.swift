/// Takes an answer apart while it comes: thoughts, text, and calls of tools.
///
/// ```swift
/// var parser = AnswerParser(format, tools: tools, start: format.start(after: prompt))
/// for bytes in stream { events += try parser.append(bytes) }
/// events += try parser.finish()
/// ```
///
/// The bytes may be divided anywhere. Texts are passed on as soon as it is certain that they are no part of a tag, white
/// space only when something follows it: what stands between thoughts, text and calls belongs to none of them.
public struct AnswerParser: Sendable {
  let format: AnswerFormat
  let tools: [ToolDefinition]
  var stage: Stage
  /// The bytes of the answer that have not been passed on.
  var buffer: [UInt8] = []
  /// How many bytes of the buffer are done with.
  var cursor = 0
  /// How many bytes the buffer no longer has.
  private var dropped = 0
  /// Whether no more bytes will come.
  var isFinal = false
  /// Whether anything but white space has been passed on or taken for a call since the thoughts.
  var hasContent = false
  /// White space that belongs to the text only if more text follows.
  var heldSpace: [UInt8] = []
  /// The tool of the call at hand.
  var callName: String?
  private var harmony: HarmonyParser?

  /// What comes next.
  enum Stage: Sendable {
    /// Text, or thoughts, or a section of calls.
    case content
    case reasoning
    /// The beginning of a section, as far as its first name.
    case opening
    case name
    case afterName
    case arguments(ArgumentReader)
    case afterArguments
    /// Another call or the end of the section.
    case nextCall
  }

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - format: How the model writes answers.
  ///   - tools: What may be called. Calls of other tools are passed on too.
  ///   - start: Where in the answer the first byte is.
  public init(_ format: AnswerFormat, tools: [ToolDefinition], start: AnswerStart = .beginning) {
    self.format = format
    self.tools = tools
    stage = start == .reasoning && format.reasoning != nil ? .reasoning : .content
    if format.isHarmony { harmony = HarmonyParser() }
  }

  /// Takes in the next bytes.
  ///
  /// - Returns: What is certain now.
  /// - Throws: ``AnswerError`` where a call has begun and does not go on as calls do. The parser is of no use then.
  public mutating func append(_ bytes: some Sequence<UInt8>) throws(AnswerError) -> [AnswerEvent] {
    if harmony != nil { return try harmony?.append(bytes) ?? [] }
    buffer += bytes
    return try run()
  }

  /// Takes note of the end.
  ///
  /// - Returns: What had been held back.
  /// - Throws: ``AnswerError/unfinishedCall(name:)`` if the answer ends within a call.
  public mutating func finish() throws(AnswerError) -> [AnswerEvent] {
    if harmony != nil { return try harmony?.finish() ?? [] }
    isFinal = true
    var events = try run()
    switch stage {
    case .content:
      // White space at the end of a text that is followed by nothing is a part of it.
      if hasContent, callName == nil, !heldSpace.isEmpty {
        events.append(.text(String(decoding: heldSpace, as: UTF8.self)))
      }
    case .reasoning: break
    case .opening, .name, .afterName, .arguments, .afterArguments: throw .unfinishedCall(name: callName)
    // All calls are complete, though the section is not closed: in some models the token that ends the answer does that.
    case .nextCall: break
    }
    return events
  }

  private mutating func run() throws(AnswerError) -> [AnswerEvent] {
    var events: [AnswerEvent] = []
    while try step(&events) {}
    buffer.removeFirst(cursor)
    dropped += cursor
    cursor = 0
    return events
  }

  /// Goes on as far as the stage allows; returns false if more bytes are needed.
  private mutating func step(_ events: inout [AnswerEvent]) throws(AnswerError) -> Bool {
    switch stage {
    case .content: return try content(&events)
    case .reasoning: return reasoning(&events)
    case .opening, .name, .afterName, .arguments, .afterArguments, .nextCall: return try call(&events)
    }
  }

  /// The error for what stands at an index of the buffer.
  func malformed(at index: Int, expected: String) -> AnswerError {
    let found = buffer[min(index, buffer.count)...].prefix(24)
    return .malformedCall(
      offset: dropped + index, found: String(decoding: found, as: UTF8.self), expected: expected)
  }
}
