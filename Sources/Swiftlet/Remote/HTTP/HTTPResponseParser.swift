// A response on the wire (RFC 9112), split at arbitrary positions:
//
//     HTTP/1.1 200 OK␍␊
//     Transfer-Encoding: chunked␍␊
//     ␍␊                           ← the end of the head
//     1f;name=value␍␊              ← the length of a chunk in hexadecimal digits, and extensions that are ignored
//     (31 bytes)␍␊
//     0␍␊                          ← the last chunk
//     ␍␊                           ← trailer fields may precede this line
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
    case chunkLength
    case chunk(remaining: Int)
    case chunkEnd
    case trailer
    case finished
  }

  /// The maximum length of a line in bytes.
  static let lineLimit = 1 << 16

  /// The maximum total length of header fields in bytes, including trailers and interim responses.
  static let headLimit = 1 << 18

  private var state = State.status
  private var line: [UInt8] = []
  private var headLength = 0
  private var head = HTTPExchange.Head(status: 0, fields: [:])

  /// True once the head has been parsed.
  private(set) var hasHead = false

  /// True once the response is complete.
  var isComplete: Bool { if case .finished = state { true } else { false } }

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
      case .chunk(let remaining):
        pieces.append(.body(rest.prefix(remaining)))
        state = remaining > rest.count ? .chunk(remaining: remaining - rest.count) : .chunkEnd
        rest = rest.dropFirst(remaining)
      case .status, .field, .chunkLength, .chunkEnd, .trailer:
        if try takeLine(&rest) { try endLine(&pieces) }
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
  /// Moves bytes into the line up to its end; returns true if the line is complete.
  private mutating func takeLine(_ rest: inout ArraySlice<UInt8>) throws(HTTPFailure) -> Bool {
    let end = rest.firstIndex(of: UInt8(ascii: "\n"))
    let part = rest[..<(end ?? rest.endIndex)]
    guard line.count + part.count <= Self.lineLimit else {
      throw .malformed("a line has more than \(Self.lineLimit) bytes")
    }
    line += part
    rest = rest.dropFirst(part.count + (end == nil ? 0 : 1))
    if end != nil, line.last == UInt8(ascii: "\r") { line.removeLast() }
    return end != nil
  }

  private mutating func endLine(_ pieces: inout [Piece]) throws(HTTPFailure) {
    defer { line.removeAll(keepingCapacity: true) }
    switch state {
    case .status:
      try count()
      head = HTTPExchange.Head(status: try status(), fields: [:])
      state = .field
    case .field:
      try count()
      guard line.isEmpty else { return try addField() }
      try endHead(&pieces)
    case .chunkLength:
      let length = try chunkLength()
      state = length == 0 ? .trailer : .chunk(remaining: length)
    case .chunkEnd:
      guard line.isEmpty else { throw .malformed("a chunk is longer than its stated length") }
      state = .chunkLength
    case .trailer:
      try count()
      if line.isEmpty { state = .finished }
    case .body, .bodyUntilClose, .chunk, .finished: break
    }
  }

  /// Adds the line to the length of the header fields.
  private mutating func count() throws(HTTPFailure) {
    headLength += line.count
    guard headLength <= Self.headLimit else { throw .malformed("the head has more than \(Self.headLimit) bytes") }
  }

  /// Parses a status line such as `HTTP/1.1 200 OK`; the reason phrase may be absent.
  private func status() throws(HTTPFailure) -> Int {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts[0].starts(with: "HTTP/1.".utf8), parts.count > 1, parts[1].count == 3,
      let status = parts[1].number(radix: 10), status >= 100
    else { throw .malformed("it does not begin with an HTTP/1.1 status line") }
    return status
  }

  private mutating func addField() throws(HTTPFailure) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      line[..<colon].allSatisfy({ 0x21...0x7E ~= $0 })
    else { throw .malformed("a header line is not a field") }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    let blanks: Set<UInt8> = [UInt8(ascii: " "), UInt8(ascii: "\t")]
    var value = line[(colon + 1)...].drop { blanks.contains($0) }
    while let last = value.last, blanks.contains(last) { value.removeLast() }
    let text = String(decoding: value, as: UTF8.self)
    // Fields of the same name form one list.
    head.fields[name] = head.fields[name].map { "\($0), \(text)" } ?? text
  }

  private func chunkLength() throws(HTTPFailure) -> Int {
    let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    guard let length = digits.number(radix: 16) else { throw .malformed("a chunk has no length") }
    return length
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
    hasHead = true
    pieces.append(.head(head))
  }

  private func body() throws(HTTPFailure) -> State {
    if head.status == 204 || head.status == 304 { return .finished }
    if let coding = head.fields["transfer-encoding"] {
      guard coding.lowercased() == "chunked" else {
        throw .malformed("the body is sent in the encoding \(coding.prefix(40))")
      }
      return .chunkLength
    }
    guard let field = head.fields["content-length"] else { return .bodyUntilClose }
    // Some servers repeat the field; different values could indicate response smuggling.
    let lengths = Set(field.utf8.split(separator: UInt8(ascii: ",")).map { Array($0).number(radix: 10) })
    guard lengths.count == 1, let length = lengths.first ?? nil else {
      throw .malformed("the body has an ambiguous length")
    }
    return length == 0 ? .finished : .body(remaining: length)
  }
}

extension Collection<UInt8> {
  /// The number written by these digits, ignoring surrounding blanks; `nil` if it is too large.
  fileprivate func number(radix: Int) -> Int? {
    let digits = String(decoding: self, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    // Signs are not allowed.
    return digits.first?.isHexDigit == true ? Int(digits, radix: radix) : nil
  }
}
