// A body in chunks (RFC 9112, section 7.1), split at arbitrary positions:
//
//     1f;name=value␍␊              ← the length of a chunk in hexadecimal digits, and extensions that are ignored
//     (31 bytes)␍␊
//     0␍␊                          ← the last chunk
//     ␍␊                           ← trailer fields may precede this line

/// An incremental decoder of chunked bodies.
package struct HTTPChunkDecoder: Sendable {
  private enum State {
    case length
    case data(remaining: Int)
    case end
    case trailer
    case finished
  }

  private var state = State.length
  private var lines = HTTPLineReader()
  private var trailerLength = 0
  private let lineLimit: Int
  private let trailerLimit: Int
  private let requiresCarriageReturns: Bool

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - lineLimit: The maximum length of a line in bytes.
  ///   - trailerLimit: The maximum total length of the trailer fields in bytes.
  ///   - requiresCarriageReturns: True if lines that end with a line feed alone are an error. Programs on the way that
  ///     see other lines in the same bytes could be deceived about the beginning of the next message.
  package init(lineLimit: Int, trailerLimit: Int, requiresCarriageReturns: Bool) {
    (self.lineLimit, self.trailerLimit) = (lineLimit, trailerLimit)
    self.requiresCarriageReturns = requiresCarriageReturns
  }

  /// True once the body and its trailer have been decoded.
  package var isComplete: Bool { if case .finished = state { true } else { false } }

  /// Decodes received bytes up to the end of a part of the body.
  ///
  /// - Parameter rest: The received bytes, from which the decoded ones are removed.
  /// - Returns: A part of the body; `nil` if there is none in the bytes, or the body is complete.
  /// - Throws: ``HTTPFramingError``
  package mutating func next(from rest: inout ArraySlice<UInt8>) throws(HTTPFramingError) -> ArraySlice<UInt8>? {
    while !rest.isEmpty {
      switch state {
      case .finished: return nil
      case .data(let remaining):
        let part = rest.prefix(remaining)
        rest = rest.dropFirst(remaining)
        state = remaining > part.count ? .data(remaining: remaining - part.count) : .end
        return part
      case .length, .end, .trailer:
        guard let line = try lines.next(from: &rest, limit: lineLimit) else { return nil }
        try endLine(line)
      }
    }
    return nil
  }

  private mutating func endLine(_ line: HTTPLineReader.Line) throws(HTTPFramingError) {
    if requiresCarriageReturns, !line.hasCarriageReturn || line.bytes.contains(UInt8(ascii: "\r")) {
      throw .malformed("a line of a chunked body does not end with a carriage return and a line feed")
    }
    switch state {
    case .length:
      let length = try Self.length(line.bytes)
      state = length == 0 ? .trailer : .data(remaining: length)
    case .end:
      guard line.bytes.isEmpty else { throw .malformed("a chunk is longer than its stated length") }
      state = .length
    case .trailer:
      trailerLength += line.bytes.count
      guard trailerLength <= trailerLimit else { throw .tooLong(limit: trailerLimit) }
      if line.bytes.isEmpty { state = .finished }
    case .data, .finished: break
    }
  }

  private static func length(_ line: [UInt8]) throws(HTTPFramingError) -> Int {
    let digits = line.prefix { $0 != UInt8(ascii: ";") }.trimmingBlanks()
    guard let length = digits.number(radix: 16) else { throw .malformed("a chunk has no length") }
    return length
  }
}
