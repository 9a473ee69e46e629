// The format of the HTML standard, section "Server-sent events", split at arbitrary positions:
//
//     : a comment
//     data: first line␊
//     data: second line␊
//     ␊                       ← the end of the event, whose data is both lines
//
// A line ends with CR, LF or CRLF. Other fields are ignored.

/// An incremental parser of server-sent events.
struct ServerSentEvents {
  private let maximumLength: Int
  private var line: [UInt8] = []
  private var data: [UInt8]?
  private var isAfterReturn = false
  private var isAtStart = true

  /// Creates a parser.
  ///
  /// - Parameter maximumLength: The maximum length of an event in bytes.
  init(maximumLength: Int) {
    self.maximumLength = maximumLength
  }

  /// Processes the next bytes of the stream.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: The data of the events completed by them.
  /// - Throws: ``OpenAICompatibleLanguageModelError/limitExceeded(what:limit:)``
  mutating func append(_ bytes: some Sequence<UInt8>) throws(OpenAICompatibleLanguageModelError) -> [String] {
    var events: [String] = []
    for byte in bytes {
      let wasAfterReturn = isAfterReturn
      isAfterReturn = byte == UInt8(ascii: "\r")
      switch byte {
      case UInt8(ascii: "\n") where wasAfterReturn: continue
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if let event = endLine() { events.append(event) }
      default:
        guard line.count + (data?.count ?? 0) < maximumLength else {
          throw .limitExceeded(what: "bytes in an event", limit: maximumLength)
        }
        line.append(byte)
      }
    }
    return events
  }

  /// Processes the end of the stream.
  ///
  /// - Returns: The data of an unterminated event, which may be incomplete.
  mutating func finish() -> String? {
    if !line.isEmpty { _ = endLine() }
    return endLine()
  }

  /// Processes a line; returns the data of an event if the line is empty.
  private mutating func endLine() -> String? {
    defer { line.removeAll(keepingCapacity: true) }
    if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    isAtStart = false
    if line.isEmpty {
      return data.take().map { String(decoding: $0, as: UTF8.self) }
    }
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    // Some releases of llama-server report errors in an `error` field.
    guard name.elementsEqual("data".utf8) || name.elementsEqual("error".utf8) else { return nil }
    var value = line[name.endIndex...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    if data == nil {
      data = Array(value)
    } else {
      data?.append(UInt8(ascii: "\n"))
      data?.append(contentsOf: value)
    }
    return nil
  }
}
