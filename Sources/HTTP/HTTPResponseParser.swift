// A response on the wire (RFC 9112), split at arbitrary positions:
//
//     HTTP/1.1 200 OK␍␊
//     Transfer-Encoding: chunked␍␊
//     ␍␊                           ← the end of the head
//     …                            ← the body, in chunks (see HTTPChunkDecoder)
//
// Without chunked encoding, the body has a length or ends with the connection.

import Foundation

/// An incremental parser of HTTP/1.1 responses.
struct HTTPResponseParser {
  /// A part of a response.
  enum Piece: Equatable {
    case head(HTTPExchange.Head)
    case body(ArraySlice<UInt8>)
  }

  private enum State {
    case status
    case field
    case body(remaining: Int)
    case bodyUntilClose
    case chunks
    case finished
  }

  /// The maximum length of a line in bytes.
  static let lineLimit = 1 << 16

  /// The maximum total length of header fields in bytes, including trailers and interim responses.
  static let headLimit = 1 << 18

  private var state = State.status
  private var lines = HTTPLineReader()
  private var chunks = HTTPChunkDecoder(lineLimit: 0, trailerLimit: 0, requiresCarriageReturns: true)
  private var headLength = 0
  private var head = HTTPExchange.Head(status: 0, fields: [:])

  /// True once the head has been parsed.
  private(set) var hasHead = false

  /// True once the response is complete.
  var isComplete: Bool { if case .finished = state { true } else { false } }

  /// The number of bytes that are missing in a body of known length; zero elsewhere in a response.
  var missingByteCount: Int { if case .body(let remaining) = state { remaining } else { 0 } }

  /// Skips bytes of a body of known length, which the caller takes as they are.
  ///
  /// - Parameter count: The number of bytes, at most ``missingByteCount``.
  mutating func skip(_ count: Int) {
    let remaining = missingByteCount - count
    if count > 0 { state = remaining > 0 ? .body(remaining: remaining) : .finished }
  }

  /// Parses received bytes; bytes after the end of the response are ignored.
  ///
  /// - Returns: The parts in order.
  /// - Throws: ``HTTPFailure/malformed(_:)``
  mutating func read(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) -> [Piece] {
    var pieces: [Piece] = []
    var rest = bytes
    while !rest.isEmpty {
      switch state {
      case .finished: return pieces
      case .bodyUntilClose:
        pieces.append(.body(rest))
        rest = []
      case .body(let remaining):
        pieces.append(.body(rest.prefix(remaining)))
        state = remaining > rest.count ? .body(remaining: remaining - rest.count) : .finished
        rest = rest.dropFirst(remaining)
      case .chunks:
        if let part = try nextChunk(&rest) { pieces.append(.body(part)) }
        if chunks.isComplete { state = .finished }
      case .status, .field:
        if let line = try nextLine(&rest) { try endLine(line, &pieces) }
      }
    }
    return pieces
  }

  /// Processes the end of the connection.
  ///
  /// - Throws: ``HTTPFailure`` if the response is incomplete.
  mutating func end() throws(HTTPFailure) {
    if case .bodyUntilClose = state { state = .finished }
    guard !isComplete else { return }
    let reason = "the server closed the connection"
    throw hasHead ? .lost(reason) : .unreachable(reason)
  }
}

// MARK: - Lines

extension HTTPResponseParser {
  private mutating func nextLine(_ rest: inout ArraySlice<UInt8>) throws(HTTPFailure) -> [UInt8]? {
    do throws(HTTPFramingError) {
      return try lines.next(from: &rest, limit: Self.lineLimit)?.bytes
    } catch {
      throw HTTPFailure(error)
    }
  }

  private mutating func nextChunk(_ rest: inout ArraySlice<UInt8>) throws(HTTPFailure) -> ArraySlice<UInt8>? {
    do throws(HTTPFramingError) {
      return try chunks.next(from: &rest)
    } catch {
      throw HTTPFailure(error)
    }
  }

  private mutating func endLine(_ line: [UInt8], _ pieces: inout [Piece]) throws(HTTPFailure) {
    headLength += line.count
    guard headLength <= Self.headLimit else { throw HTTPFailure(.tooLong(limit: Self.headLimit)) }
    if case .status = state {
      head = HTTPExchange.Head(status: try Self.status(line), fields: [:])
      state = .field
    } else if line.isEmpty {
      try endHead(&pieces)
    } else {
      try addField(line)
    }
  }

  /// Parses a status line such as `HTTP/1.1 200 OK`; the reason phrase may be absent.
  private static func status(_ line: [UInt8]) throws(HTTPFailure) -> Int {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts[0].starts(with: "HTTP/1.".utf8), parts.count > 1, parts[1].count == 3,
      let status = parts[1].number(radix: 10), status >= 100
    else { throw .malformed("it does not begin with an HTTP/1.1 status line") }
    return status
  }

  private mutating func addField(_ line: [UInt8]) throws(HTTPFailure) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      line[..<colon].allSatisfy({ 0x21...0x7E ~= $0 })
    else { throw .malformed("a header line is not a field") }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    let text = String(decoding: line[(colon + 1)...].trimmingBlanks(), as: UTF8.self)
    // Fields of the same name form one list.
    head.fields[name] = head.fields[name].map { "\($0), \(text)" } ?? text
  }
}

// MARK: - The length of the body

extension HTTPResponseParser {
  private mutating func endHead(_ pieces: inout [Piece]) throws(HTTPFailure) {
    if 100..<200 ~= head.status {
      // An interim response; the final one follows.
      guard head.status != 101 else { throw .malformed("the server changes to another protocol") }
      state = .status
      return
    }
    let coding = head.fields["content-encoding"]?.lowercased() ?? "identity"
    guard coding == "identity" else { throw .malformed("the body is in the encoding \(coding.prefix(40))") }
    state = try body()
    chunks = HTTPChunkDecoder(
      lineLimit: Self.lineLimit, trailerLimit: Self.headLimit - headLength, requiresCarriageReturns: false)
    hasHead = true
    pieces.append(.head(head))
  }

  private func body() throws(HTTPFailure) -> State {
    if head.status == 204 || head.status == 304 { return .finished }
    if let coding = head.fields["transfer-encoding"] {
      guard coding.lowercased() == "chunked" else {
        throw .malformed("the body is sent in the encoding \(coding.prefix(40))")
      }
      return .chunks
    }
    guard let field = head.fields["content-length"] else { return .bodyUntilClose }
    guard let length = HTTPFields.contentLength(field) else { throw .malformed("the body has an ambiguous length") }
    return length == 0 ? .finished : .body(remaining: length)
  }
}

extension HTTPFailure {
  /// Creates the failure for a violation of the framing.
  fileprivate init(_ error: HTTPFramingError) {
    switch error {
    case .tooLong(HTTPResponseParser.lineLimit):
      self = .malformed("a line has more than \(HTTPResponseParser.lineLimit) bytes")
    case .tooLong: self = .malformed("the head has more than \(HTTPResponseParser.headLimit) bytes")
    case .malformed(let reason): self = .malformed(reason)
    }
  }
}
