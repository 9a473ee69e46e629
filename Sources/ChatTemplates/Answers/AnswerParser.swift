/// An incremental parser of answers, which separates reasoning, text and tool calls.
///
/// ```swift
/// var parser = AnswerParser(format, tools: tools, start: format.start(after: prompt))
/// for bytes in stream { events += try parser.append(bytes) }
/// events += try parser.finish()
/// ```
///
/// The bytes may be split anywhere. Text is emitted as soon as it cannot be part of a tag, and white space only when
/// more text follows, since the white space between reasoning, text and tool calls belongs to none of them.
public struct AnswerParser: Sendable {
  let format: AnswerFormat
  let tools: [ToolDefinition]
  var stage: Stage
  /// The bytes of the answer that have not been discarded.
  var buffer: [UInt8] = []
  /// The number of bytes of the buffer that have been parsed.
  var cursor = 0
  /// The offset of the buffer in the answer, in bytes.
  private var bufferOffset = 0
  /// True if the input is complete.
  var isFinal = false
  /// True if text has been emitted or a call has begun since the reasoning.
  var hasContent = false
  /// The trailing white space, which is part of the text only if more text follows.
  var pendingWhitespace: [UInt8] = []
  /// The tool of the current call.
  var callName: String?
  private var harmony: HarmonyParser?

  /// The state of the parser, by the element that it expects.
  enum Stage: Sendable {
    /// Text, reasoning, or a section of calls.
    case content
    case reasoning
    /// The beginning of a section, up to the first name.
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
  ///   - format: The format of the model's answers.
  ///   - tools: The available tools. Calls to other tools are reported too.
  ///   - start: The part of the answer that the first byte belongs to.
  public init(_ format: AnswerFormat, tools: [ToolDefinition], start: AnswerStart = .beginning) {
    self.format = format
    self.tools = tools
    stage = start == .reasoning && format.reasoning != nil ? .reasoning : .content
    hasContent = start == .text
    if format.isHarmony { harmony = HarmonyParser() }
  }

  /// Parses the next bytes.
  ///
  /// - Returns: The events that the bytes complete.
  /// - Throws: ``AnswerError`` for a malformed tool call. The parser must not be used afterwards.
  public mutating func append(_ bytes: some Sequence<UInt8>) throws(AnswerError) -> [AnswerEvent] {
    if harmony != nil { return try harmony?.append(bytes) ?? [] }
    buffer += bytes
    return try parse()
  }

  /// Ends the input.
  ///
  /// - Returns: The remaining events.
  /// - Throws: ``AnswerError/unfinishedCall(name:)`` if the answer ends within a tool call.
  public mutating func finish() throws(AnswerError) -> [AnswerEvent] {
    if harmony != nil { return try harmony?.finish() ?? [] }
    isFinal = true
    var events = try parse()
    switch stage {
    case .content:
      // White space at the end of the answer is part of the text.
      if hasContent, callName == nil, !pendingWhitespace.isEmpty {
        events.append(.text(String(decoding: pendingWhitespace, as: UTF8.self)))
      }
    case .reasoning: break
    case .opening, .name, .afterName, .arguments, .afterArguments: throw .unfinishedCall(name: callName)
    // All calls are complete. The section may be unclosed, since in some models an end-of-generation token closes it.
    case .nextCall: break
    }
    return events
  }

  private mutating func parse() throws(AnswerError) -> [AnswerEvent] {
    var events: [AnswerEvent] = []
    while try step(&events) {}
    buffer.removeFirst(cursor)
    bufferOffset += cursor
    cursor = 0
    return events
  }

  /// Parses one element; returns false if more bytes are needed.
  private mutating func step(_ events: inout [AnswerEvent]) throws(AnswerError) -> Bool {
    switch stage {
    case .content: return try parseContent(&events)
    case .reasoning: return parseReasoning(&events)
    case .opening, .name, .afterName, .arguments, .afterArguments, .nextCall: return try parseCall(&events)
    }
  }

  /// The error for the bytes at an index of the buffer.
  func malformed(at index: Int, expected: String) -> AnswerError {
    let found = buffer[min(index, buffer.count)...].prefix(24)
    return .malformedCall(
      offset: bufferOffset + index, found: String(decoding: found, as: UTF8.self), expected: expected)
  }
}
