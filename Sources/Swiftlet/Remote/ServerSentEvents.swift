// The format is that of the HTML standard, section "Server-sent events", cut anywhere:
//
//     : a comment
//     data: first line␊
//     data: second line␊
//     ␊                       ← the end of the event, whose data is both lines
//
// A line ends with CR, LF or both. Fields other than data are of no use here.

/// Finds the events in a stream of bytes.
struct ServerSentEvents {
  private let maximumLength: Int
  private var line: [UInt8] = []
  private var data: [UInt8]?
  private var isAfterReturn = false
  private var isAtStart = true

  /// Creates a reader.
  ///
  /// - Parameter maximumLength: The greatest length of an event in bytes.
  init(maximumLength: Int) {
    self.maximumLength = maximumLength
  }

  /// Takes in some bytes.
  ///
  /// - Parameter bytes: What comes next in the stream.
  /// - Returns: The data of the events that are complete now.
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

  /// Takes in the end of the stream.
  ///
  /// - Returns: The data of an event whose end is missing. Whether it is all of it cannot be told from here.
  mutating func finish() -> String? {
    if !line.isEmpty { _ = endLine() }
    return endLine()
  }

  /// Takes in a line, whose result is an event if it is empty.
  private mutating func endLine() -> String? {
    defer { line.removeAll(keepingCapacity: true) }
    if isAtStart, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    isAtStart = false
    if line.isEmpty {
      return data.take().map { String(decoding: $0, as: UTF8.self) }
    }
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    // Some releases of llama-server report errors in a field of their own.
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
