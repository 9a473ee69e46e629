import SwiftletTokenizers

/// A reader of the arguments of one call, which converts them from any syntax to JSON.
struct ArgumentReader: Sendable {
  private enum State: Sendable {
    /// JSON, emitted incrementally.
    case json(BracketScanner)
    /// Other syntaxes, buffered up to the end and then converted.
    case whole(BracketScanner, [UInt8])
    case tagged(TaggedArgumentReader)
  }

  private let syntax: ToolCallFormat.Arguments
  private var state: State

  init(_ syntax: ToolCallFormat.Arguments, tool: String?, _ tools: [ToolDefinition]) {
    self.syntax = syntax
    switch syntax {
    case .json: state = .json(.json)
    case .python:
      state = .whole(BracketScanner(quotes: ["\"", "'"], hasEscapes: true, opened: [UInt8(ascii: ")")]), [])
    case .bareObject(let quote): state = .whole(BracketScanner(quotes: [quote], hasEscapes: false), [])
    case .tagged(let format):
      let kinds = tools.first { $0.name == tool }?.argumentKinds ?? [:]
      state = .tagged(TaggedArgumentReader(format, kinds: kinds))
    }
  }

  /// Reads the next bytes.
  ///
  /// - Parameters:
  ///   - bytes: The unread bytes of the answer.
  ///   - isFinal: True if these are the last bytes.
  ///   - parser: The parser, which makes the errors.
  ///   - events: The list to append events to.
  /// - Returns: The number of bytes read, and whether the arguments have ended.
  /// - Throws: ``AnswerError``
  mutating func read(
    _ bytes: ArraySlice<UInt8>, isFinal: Bool, in parser: AnswerParser, _ events: inout [AnswerEvent]
  ) throws(AnswerError) -> (consumed: Int, isEnded: Bool) {
    switch state {
    case .json(var scanner):
      let bytes = bytes.dropLast(isFinal ? 0 : Array(bytes).incompleteTailLength)
      let (count, isEnded) = try Self.scan(bytes, &scanner, parser)
      state = .json(scanner)
      if count > 0 { events.append(.arguments(String(decoding: bytes.prefix(count), as: UTF8.self))) }
      return (count, isEnded)
    case .whole(var scanner, var text):
      // Moved out meanwhile, so that the text is not copied.
      state = .whole(scanner, [])
      let (count, isEnded) = try Self.scan(bytes, &scanner, parser)
      text += bytes.prefix(count)
      state = .whole(scanner, text)
      guard isEnded else { return (count, false) }
      // The closing parenthesis is not part of the arguments.
      let isList = syntax == .python
      if isList { text.removeLast() }
      do {
        events.append(.arguments(try json(text)))
      } catch {
        let start = bytes.startIndex + count - text.count - (isList ? 1 : 0)
        throw parser.malformed(at: max(0, start + error.offset), expected: error.expected)
      }
      return (isList ? count - 1 : count, true)
    case .tagged(var reader):
      let result = try reader.read(bytes, in: parser, &events)
      state = .tagged(reader)
      return result
    }
  }

  private func json(_ text: [UInt8]) throws(LiteralReader.Failure) -> String {
    switch syntax {
    case .bareObject(let quote): try LiteralReader.value(text, quote: quote)
    default: try LiteralReader.arguments(text)
    }
  }

  private static func scan(
    _ bytes: ArraySlice<UInt8>, _ scanner: inout BracketScanner, _ parser: AnswerParser
  ) throws(AnswerError) -> (count: Int, isEnded: Bool) {
    for index in bytes.indices {
      switch try scanner.scan(bytes[index]) {
      case .inside: continue
      case .ended: return (index - bytes.startIndex + 1, true)
      case .unexpected(let expected): throw parser.malformed(at: index, expected: expected)
      }
    }
    return (bytes.count, false)
  }
}
