// An answer on the wire (RFC 9112), cut anywhere:
//
//     HTTP/1.1 200 OK␍␊
//     Transfer-Encoding: chunked␍␊
//     ␍␊                           ← the end of the head
//     1f;name=value␍␊              ← the length of a piece in hexadecimal digits, and what may be ignored
//     (31 bytes)␍␊
//     0␍␊                          ← the last one
//     ␍␊                           ← after it there may be further fields
//
// Instead of that encoding there may be a length, or else the body ends with the connection.

import Foundation

/// Reads an answer as it arrives.
struct HTTPAnswerReader {
  /// A part of an answer.
  enum Piece: Equatable {
    case head(HTTPExchange.Head)
    case body(ArraySlice<UInt8>)
  }

  private enum Place {
    case status
    case field
    case body(left: Int)
    case bodyToTheEnd
    case chunkLength
    case chunk(left: Int)
    case chunkEnd
    case trailer
    case over
  }

  /// The greatest length in bytes of a line.
  static let lineLimit = 1 << 16

  /// The greatest length in bytes of all fields, those after the body and those of interim answers included.
  static let headLimit = 1 << 18

  private var place = Place.status
  private var line: [UInt8] = []
  private var headLength = 0
  private var head = HTTPExchange.Head(status: 0, fields: [:])

  /// Whether the head has been read.
  private(set) var hasHead = false

  /// Whether all has been read.
  var isComplete: Bool { if case .over = place { true } else { false } }

  /// Takes in what has arrived; anything after the end is left alone.
  ///
  /// - Returns: What there is in it, in order.
  /// - Throws: ``HTTPFailure/malformed(_:)``
  mutating func read(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) -> [Piece] {
    var pieces: [Piece] = []
    var rest = bytes
    while !rest.isEmpty {
      switch place {
      case .over: return pieces
      case .bodyToTheEnd:
        pieces.append(.body(rest))
        rest = []
      case .body(let left):
        pieces.append(.body(rest.prefix(left)))
        place = left > rest.count ? .body(left: left - rest.count) : .over
        rest = rest.dropFirst(left)
      case .chunk(let left):
        pieces.append(.body(rest.prefix(left)))
        place = left > rest.count ? .chunk(left: left - rest.count) : .chunkEnd
        rest = rest.dropFirst(left)
      case .status, .field, .chunkLength, .chunkEnd, .trailer:
        if try takeLine(&rest) { try endLine(&pieces) }
      }
    }
    return pieces
  }

  /// Takes in the end of the connection.
  ///
  /// - Throws: ``HTTPFailure`` if there should have been more.
  mutating func end() throws(HTTPFailure) {
    if case .bodyToTheEnd = place { place = .over }
    guard !isComplete else { return }
    let reason = "the server closed the connection"
    throw hasHead ? .lost(reason) : .unreachable(reason)
  }
}

// MARK: - Lines

extension HTTPAnswerReader {
  /// Moves bytes into the line up to its end, and tells whether that was there.
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
    switch place {
    case .status:
      try count()
      head = HTTPExchange.Head(status: try status(), fields: [:])
      place = .field
    case .field:
      try count()
      guard line.isEmpty else { return try addField() }
      try endHead(&pieces)
    case .chunkLength:
      let length = try chunkLength()
      place = length == 0 ? .trailer : .chunk(left: length)
    case .chunkEnd:
      guard line.isEmpty else { throw .malformed("a piece of the body is longer than it says") }
      place = .chunkLength
    case .trailer:
      try count()
      if line.isEmpty { place = .over }
    case .body, .bodyToTheEnd, .chunk, .over: break
    }
  }

  /// Counts the line as one of fields.
  private mutating func count() throws(HTTPFailure) {
    headLength += line.count
    guard headLength <= Self.headLimit else { throw .malformed("the head has more than \(Self.headLimit) bytes") }
  }

  /// Reads `HTTP/1.1 200 OK`; the words may be absent.
  private func status() throws(HTTPFailure) -> Int {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts[0].starts(with: "HTTP/1.".utf8), parts.count > 1, parts[1].count == 3,
      let status = parts[1].number(radix: 10), status >= 100
    else { throw .malformed("it does not begin with the status of HTTP/1.1") }
    return status
  }

  private mutating func addField() throws(HTTPFailure) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      line[..<colon].allSatisfy({ 0x21...0x7E ~= $0 })
    else { throw .malformed("a line of the head is not a field") }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    let blanks: Set<UInt8> = [UInt8(ascii: " "), UInt8(ascii: "\t")]
    var value = line[(colon + 1)...].drop { blanks.contains($0) }
    while let last = value.last, blanks.contains(last) { value.removeLast() }
    let text = String(decoding: value, as: UTF8.self)
    // Fields of the same name are one list.
    head.fields[name] = head.fields[name].map { "\($0), \(text)" } ?? text
  }

  private func chunkLength() throws(HTTPFailure) -> Int {
    let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    guard let length = digits.number(radix: 16) else { throw .malformed("a piece of the body has no length") }
    return length
  }
}

// MARK: - The length of the body

extension HTTPAnswerReader {
  private mutating func endHead(_ pieces: inout [Piece]) throws(HTTPFailure) {
    if 100..<200 ~= head.status {
      // An interim answer, which nobody asked for; the real one follows.
      guard head.status != 101 else { throw .malformed("the server changes to another protocol") }
      place = .status
      return
    }
    let coding = head.fields["content-encoding"]?.lowercased() ?? "identity"
    guard coding == "identity" else { throw .malformed("the body is in the encoding \(coding.prefix(40))") }
    place = try body()
    hasHead = true
    pieces.append(.head(head))
  }

  private func body() throws(HTTPFailure) -> Place {
    if head.status == 204 || head.status == 304 { return .over }
    if let coding = head.fields["transfer-encoding"] {
      guard coding.lowercased() == "chunked" else {
        throw .malformed("the body is sent in the encoding \(coding.prefix(40))")
      }
      return .chunkLength
    }
    guard let field = head.fields["content-length"] else { return .bodyToTheEnd }
    // Some servers say it twice; what differs could be two answers in one.
    let lengths = Set(field.utf8.split(separator: UInt8(ascii: ",")).map { Array($0).number(radix: 10) })
    guard lengths.count == 1, let length = lengths.first ?? nil else {
      throw .malformed("the body has no clear length")
    }
    return length == 0 ? .over : .body(left: length)
  }
}

extension Collection<UInt8> {
  /// The number that these digits are, blanks around them aside, unless it is too large.
  fileprivate func number(radix: Int) -> Int? {
    let digits = String(decoding: self, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    // Signs are no digits.
    return digits.first?.isHexDigit == true ? Int(digits, radix: radix) : nil
  }
}
