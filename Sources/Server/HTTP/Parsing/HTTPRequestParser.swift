// A request on the wire (RFC 9112), split at arbitrary positions:
//
//     POST /v1/chat/completions?x=y HTTP/1.1␍␊
//     Host: localhost:8080␍␊
//     Transfer-Encoding: chunked␍␊
//     ␍␊                           ← the end of the head
//     …                            ← the body, of a stated length or in chunks
//
// Programs on the way must see the same requests in the same bytes: what some of them read in another way is refused.
// Lines of a head may end with a line feed alone, as people type them; those of chunks may not.

import Swiftlet
import SwiftletHTTP

/// An incremental parser of requests on one connection.
package struct HTTPRequestParser: Sendable {
  /// A part of a request.
  package enum Event: Sendable {
    case head(HTTPRequestHead)
    /// A part of the body, with at least one byte.
    case body(ArraySlice<UInt8>)
    /// The end of the request, after which another may follow.
    case end
  }

  private enum State {
    case requestLine
    case fields(HTTPRequestHead)
    case body(remaining: Int)
    case chunks(HTTPChunkDecoder)
  }

  /// The maximum length of the lines of chunks.
  private static let chunkLineLimit = 4 << 10
  /// The maximum number of empty lines before a request, which some clients send after a body.
  private static let emptyLineLimit = 4

  private let limits: HTTPServerLimits
  private var state = State.requestLine
  private var lines = HTTPLineReader()
  private var emptyLines = 0
  private var fieldBytes = 0
  private var fieldLines = 0
  private var bodyBytes = 0

  /// Creates a parser.
  package init(limits: HTTPServerLimits) {
    self.limits = limits
  }

  /// True if a part of a head has been received.
  package var hasPartialHead: Bool {
    switch state {
    case .requestLine: lines.hasPartialLine || emptyLines > 0
    case .fields: true
    case .body, .chunks: false
    }
  }

  /// The part of a head that has been parsed, which tells in an error to what request it is.
  package var partialHead: HTTPRequestHead? {
    if case .fields(let head) = state { head } else { nil }
  }

  /// Parses received bytes up to the end of a part of a request.
  ///
  /// - Parameter rest: The received bytes, from which the parsed ones are removed.
  /// - Returns: The part; `nil` if more bytes are needed, and all have been removed.
  /// - Throws: ``HTTPRequestError``, after which the connection cannot be used for other requests.
  package mutating func next(from rest: inout ArraySlice<UInt8>) throws(HTTPRequestError) -> Event? {
    while true {
      switch state {
      case .requestLine, .fields:
        guard let line = try nextLine(&rest) else { return nil }
        if let head = try endLine(line) { return .head(head) }
      case .body(0): return end()
      case .body(let remaining):
        guard !rest.isEmpty else { return nil }
        let part = rest.prefix(remaining)
        rest = rest.dropFirst(part.count)
        state = .body(remaining: remaining - part.count)
        return .body(part)
      case .chunks(var chunks):
        if chunks.isComplete { return end() }
        guard !rest.isEmpty else { return nil }
        let part = try nextChunk(&chunks, &rest)
        state = .chunks(chunks)
        if let part { return .body(part) }
      }
    }
  }

  private mutating func end() -> Event {
    self = HTTPRequestParser(limits: limits)
    return .end
  }

  private mutating func nextChunk(
    _ chunks: inout HTTPChunkDecoder, _ rest: inout ArraySlice<UInt8>
  ) throws(HTTPRequestError) -> ArraySlice<UInt8>? {
    do throws(HTTPFramingError) {
      let part = try chunks.next(from: &rest)
      bodyBytes += part?.count ?? 0
      guard bodyBytes <= limits.bodyBytes else { throw .tooLong(limit: limits.bodyBytes) }
      return part
    } catch {
      switch error {
      case _ where bodyBytes > limits.bodyBytes:
        throw HTTPRequestError(status: 413, message: "the body has more than \(limits.bodyBytes) bytes")
      case .tooLong: throw .malformed("a line of a chunked body, or its trailer, is too long")
      case .malformed(let reason): throw .malformed(reason)
      }
    }
  }
}

// MARK: - Lines

extension HTTPRequestParser {
  private mutating func nextLine(_ rest: inout ArraySlice<UInt8>) throws(HTTPRequestError) -> [UInt8]? {
    let isField = if case .fields = state { true } else { false }
    // With a carriage return.
    let limit = 1 + (isField ? limits.headerBytes - fieldBytes : limits.requestLineBytes)
    do throws(HTTPFramingError) {
      guard let line = try lines.next(from: &rest, limit: limit)?.bytes else { return nil }
      guard !line.contains(UInt8(ascii: "\r")), !line.contains(0) else {
        throw .malformed("a line contains a carriage return or a null character")
      }
      return line
    } catch {
      if case .malformed(let reason) = error { throw .malformed(reason) }
      throw isField ? tooManyFields : HTTPRequestError(status: 414, message: "the request line is too long")
    }
  }

  /// Processes a line of a head; returns the head if it is complete.
  private mutating func endLine(_ line: [UInt8]) throws(HTTPRequestError) -> HTTPRequestHead? {
    guard case .fields(var head) = state else {
      if line.isEmpty {
        emptyLines += 1
        guard emptyLines <= Self.emptyLineLimit else { throw .malformed("empty lines instead of a request") }
        return nil
      }
      state = .fields(try HTTPRequestHead(requestLine: line))
      return nil
    }
    if line.isEmpty {
      try head.endFields(bodyLimit: limits.bodyBytes)
      switch head.framing {
      case .length(let length): state = .body(remaining: length)
      case .chunked:
        state = .chunks(
          HTTPChunkDecoder(
            lineLimit: Self.chunkLineLimit, trailerLimit: limits.headerBytes, requiresCarriageReturns: true))
      }
      return head
    }
    fieldLines += 1
    fieldBytes += line.count + 2
    guard fieldLines <= limits.headerLines, fieldBytes <= limits.headerBytes else { throw tooManyFields }
    // Moved out, so that appending does not copy the fields.
    state = .requestLine
    defer { state = .fields(head) }
    try head.append(fieldLine: line)
    return nil
  }
  private var tooManyFields: HTTPRequestError {
    HTTPRequestError(
      status: 431, message: "the header has more than \(limits.headerLines) lines or \(limits.headerBytes) bytes")
  }
}
