/// A violation of the framing of HTTP/1.1 messages (RFC 9112).
package enum HTTPFramingError: Error, Equatable {
  /// A line, or several together, have more bytes than the limit.
  case tooLong(limit: Int)
  /// The bytes are not a message.
  case malformed(String)
}

/// A reader of lines that are received in pieces.
package struct HTTPLineReader: Sendable {
  /// A line without its end.
  package struct Line: Sendable {
    /// The bytes before the line feed, and before the carriage return in front of it.
    package var bytes: [UInt8]
    /// True if the line ended with a carriage return and a line feed.
    package var hasCarriageReturn: Bool
  }

  private var partial: [UInt8] = []

  /// Creates a reader.
  package init() {}

  /// True if a part of a line has been received.
  package var hasPartialLine: Bool { !partial.isEmpty }

  /// Removes bytes up to the end of a line.
  ///
  /// - Parameters:
  ///   - rest: The received bytes.
  ///   - limit: The maximum length of the line, with a carriage return.
  /// - Returns: The line if it is complete; else `nil`, and all bytes are removed.
  /// - Throws: ``HTTPFramingError/tooLong(limit:)``
  package mutating func next(from rest: inout ArraySlice<UInt8>, limit: Int) throws(HTTPFramingError) -> Line? {
    let end = rest.firstIndex(of: UInt8(ascii: "\n"))
    let part = rest[..<(end ?? rest.endIndex)]
    guard partial.count + part.count <= limit else { throw .tooLong(limit: limit) }
    partial += part
    rest = rest.dropFirst(part.count + (end == nil ? 0 : 1))
    guard end != nil else { return nil }
    let hasCarriageReturn = partial.last == UInt8(ascii: "\r")
    if hasCarriageReturn { partial.removeLast() }
    defer { partial = [] }
    return Line(bytes: partial, hasCarriageReturn: hasCarriageReturn)
  }
}
