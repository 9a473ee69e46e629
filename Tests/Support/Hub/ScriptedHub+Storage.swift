import Foundation
import Synchronization

extension ScriptedHub {
  /// The head of an answer of the storage, and the bytes that follow.
  private struct Answer {
    var head: String
    var body: ArraySlice<UInt8>
    var isChunked = false
  }

  static func answerStorage(
    _ request: ScriptedServer.Request, _ connection: ScriptedConnection, _ shared: Shared
  ) throws {
    let words = request.line.split(separator: " ")
    let path = words[1].prefix { $0 != "?" }
    let (state, number) = shared.state.withLock { state in
      state.requests.append("\(words[0]) storage\(path)")
      if words[0] == "GET" { state.answers += 1 }
      return (state, state.answers)
    }
    if let status = state.statuses.first(where: { path.contains($0.key) })?.value {
      return try connection.answer("", status: status)
    }
    let parts = path.split(separator: "/").map(String.init)
    let files = parts.count > 2 ? state.repositories["\(parts[0])/\(parts[1])"]?.files : nil
    guard let file = files?[parts.dropFirst(2).joined(separator: "/")] else {
      return try connection.answer("", status: 404)
    }
    let fault = path.contains(state.faultyPath) || state.faultyPath.isEmpty ? state.fault : .none
    // The storage of a hub has tags of its own, which are no checksums.
    let etag =
      fault == .unstable ? "\(state.requests.count)" : words[1].contains("signature") ? "storage" : file.sha256
    let tag =
      switch fault {
      case .untagged: ""
      case .dated: "Last-Modified: \(state.lastModified)\r\n"
      default: "ETag: \"\(etag)\"\r\n"
      }
    guard words[0] == "GET" else {
      if fault == .headless { return try connection.answer("", status: 405) }
      if fault == .busyHead, state.isFirst("HEAD storage") {
        return try connection.answer("", status: 429, fields: ["Retry-After": "7"])
      }
      return try connection.send("HTTP/1.1 200 OK\r\n\(tag)Content-Length: \(file.bytes.count)\r\n\r\n")
    }
    if try refuse(fault, number, connection) { return }
    guard var answer = answer(request.fields["range"], file.bytes, fault, tag) else {
      return try connection.answer("", status: 416)
    }
    if fault == .cut, number % 2 == 1 { answer.body = answer.body.prefix(answer.body.count / 2) }
    if fault == .stalls { answer.body = answer.body.prefix(file.bytes.count / 3 + 1) }
    if fault == .silentFirst, number == 1 { answer.body = answer.body.prefix(1000) }
    if fault == .tenths || fault == .stall && number == 1 {
      answer.body = answer.body.prefix(file.bytes.count / 10)
    }
    answer.body = answer.body.prefix(state.lengthLimit)
    try send(answer, fault, connection, shared)
    if [.stall, .silentFirst].contains(fault) && number == 1 || fault == .stalls { _ = connection.isClosedByPeer() }
    if fault == .changing, number == 1 {
      let key = parts.dropFirst(2).joined(separator: "/")
      shared.state.withLock {
        $0.repositories["\(parts[0])/\(parts[1])"]?.files[key] = File(Array(file.bytes.reversed()))
      }
    }
  }

  /// Answers with a status instead of contents; returns false if there are contents.
  private static func refuse(_ fault: Fault, _ number: Int, _ connection: ScriptedConnection) throws -> Bool {
    switch fault {
    case .html: try connection.answer("<html>login</html>", type: "text/html; charset=utf-8")
    case .busy where number == 1: try connection.answer("", status: 429, fields: ["Retry-After": "7"])
    case .skewed where number == 1:
      let fields = ["Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After": "Sun, 06 Nov 1994 08:49:44 GMT"]
      try connection.answer("", status: 429, fields: fields)
    case .unavailable where number <= 2: try connection.answer("", status: 503)
    case .expired where number % 3 == 0: try connection.answer("expired", status: 403)
    case .unsatisfiable where number == 1: try connection.answer("", status: 416)
    default: return false
    }
    return true
  }

  /// Returns the answer to a range; nil for one beyond the end.
  private static func answer(_ field: String?, _ contents: [UInt8], _ fault: Fault, _ tag: String) -> Answer? {
    var range = 0..<contents.count
    let isPart = field != nil && ![.noRanges, .chunkedWithoutRanges].contains(fault)
    if let field, isPart {
      let bounds = field.dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
      guard let first = bounds.first, first < contents.count else { return nil }
      range = first..<min(bounds.count > 1 ? bounds[1] + 1 : contents.count, contents.count)
    }
    if fault == .wrongRange { range = range.lowerBound + 1..<range.upperBound }
    var answer = Answer(
      head: "HTTP/1.1 \(isPart ? "206 Partial Content" : "200 OK")\r\n\(tag)", body: contents[range])
    if isPart {
      let total = contents.count + (fault == .wrongTotal ? 1 : 0)
      answer.head += "Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)\r\n"
    }
    if fault == .compressedFile { answer.head += "Content-Encoding: gzip\r\n" }
    if fault == .flip, range.contains(100) { answer.body[100] ^= 1 }
    if fault == .empty { answer.body = [] }
    answer.isChunked = [.chunked, .chunkedWithoutRanges].contains(fault)
    answer.head +=
      answer.isChunked
      ? "Transfer-Encoding: chunked\r\n"
      : "Content-Length: \(answer.body.count + (fault == .wrongLength ? 9 : 0))\r\n"
    return answer
  }

  private static func send(
    _ answer: Answer, _ fault: Fault, _ connection: ScriptedConnection, _ shared: Shared
  ) throws {
    try connection.send(answer.head + "\r\n")
    if answer.isChunked { try connection.send("\(String(answer.body.count, radix: 16))\r\n") }
    var body = answer.body
    while !body.isEmpty {
      let part = body.prefix(fault == .slow ? 1 << 13 : 1 << 15)
      try connection.send(bytes: part)
      shared.state.withLock { $0.sentByteCount += part.count }
      body = body.dropFirst(part.count)
      if fault == .slow { Thread.sleep(forTimeInterval: 0.002) }
    }
    if answer.isChunked { try connection.send("\r\n0\r\n\r\n") }
  }
}
