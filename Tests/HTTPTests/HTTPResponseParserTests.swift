import Testing

@testable import SwiftletHTTP

struct HTTPResponseParserTests {
  /// The parsed parts of a response.
  private struct Taken: Equatable {
    var status: Int?
    var fields: [String: String] = [:]
    var body = ""
    var isComplete = false
  }

  /// Parses a response in pieces of a given size, and then the end of the connection.
  private func read(_ answer: String, pieces: Int = .max, ends: Bool = false) throws(HTTPFailure) -> Taken {
    var reader = HTTPResponseParser()
    var taken = Taken()
    var body: [UInt8] = []
    var rest = Array(answer.utf8)[...]
    while !rest.isEmpty {
      for piece in try reader.read(rest.prefix(pieces)) {
        switch piece {
        case .head(let head): (taken.status, taken.fields) = (head.status, head.fields)
        case .body(let bytes): body += bytes
        }
      }
      rest = rest.dropFirst(pieces)
    }
    if ends { try reader.end() }
    taken.body = String(decoding: body, as: UTF8.self)
    taken.isComplete = reader.isComplete
    return taken
  }

  private func failure(_ answer: String, ends: Bool = false) -> HTTPFailure? {
    do {
      _ = try read(answer, ends: ends)
      return nil
    } catch {
      return error
    }
  }

  @Test("An answer is the same wherever it is cut", arguments: [1, 2, 3, 5, 16, .max])
  func pieces(pieces: Int) throws {
    let chunked = try read(
      "HTTP/1.1 200 OK\r\nContent-Type:text/plain \r\nX-A: 1\r\nx-a:\t2\r\nTransfer-Encoding: Chunked\r\n\r\n"
        + "5\r\nHello\r\n00a;name=\"value\"\r\n, world\r\n!\r\n2  \r\n?!\r\n0\r\nX-Trailer: 1\r\n\r\nwhat follows",
      pieces: pieces)
    #expect(
      chunked
        == Taken(
          status: 200, fields: ["content-type": "text/plain", "x-a": "1, 2", "transfer-encoding": "Chunked"],
          body: "Hello, world\r\n!?!", isComplete: true))
    let counted = try read("HTTP/1.0 404 Not Found\nContent-Length: 5, 5\n\nHello, and more", pieces: pieces)
    #expect(
      counted == Taken(status: 404, fields: ["content-length": "5, 5"], body: "Hello", isComplete: true))
    let open = try read("HTTP/1.1 200\r\nX:\r\n\r\nto the\r\nend", pieces: pieces)
    #expect(open == Taken(status: 200, fields: ["x": ""], body: "to the\r\nend", isComplete: false))
    #expect(try read("HTTP/1.1 200\r\n\r\nto the end", pieces: pieces, ends: true).isComplete)
  }

  @Test("Interim answers are passed over, and some answers have no body")
  func withoutBody() throws {
    let interim = "HTTP/1.1 100 Continue\r\nX: 1\r\n\r\nHTTP/1.1 103 Early\r\n\r\n"
    let last = try read(interim + "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    #expect(last == Taken(status: 200, fields: ["content-length": "0"], isComplete: true))
    for status in [204, 304] {
      #expect(try read("HTTP/1.1 \(status) No\r\nContent-Length: 7\r\n\r\n").isComplete)
    }
  }

  @Test("Where the encoding of the body is told, its length does not count")
  func twoLengths() throws {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nyes\r\n0\r\n\r\n"
    #expect(try read(answer).body == "yes")
  }

  @Test(
    "What is no answer is an error",
    arguments: [
      "SSH-2.0-OpenSSH_9.6\r\n", "\r\n", "HTTP/2 200\r\n", "HTTP/1.1\r\n", "HTTP/1.1 20 OK\r\n",
      "HTTP/1.1 2000 OK\r\n", "HTTP/1.1 +20 OK\r\n", "HTTP/1.1 099 OK\r\n", "HTTP/1.1 abc\r\n",
      "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n",
      "HTTP/1.1 200 OK\r\nno field\r\n", "HTTP/1.1 200 OK\r\n: x\r\n", "HTTP/1.1 200 OK\r\nA : x\r\n",
      "HTTP/1.1 200 OK\r\nA: x\r\n folded\r\n", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 1, 2\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8000000000000000\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n",
    ])
  func malformed(answer: String) {
    guard case .malformed? = failure(answer) else {
      Issue.record("\(answer.debugDescription): \(String(describing: failure(answer)))")
      return
    }
  }

  @Test("Lines and heads have a greatest length, interim answers and trailers included")
  func limits() throws {
    let line = String(repeating: "x", count: HTTPResponseParser.lineLimit - 3)
    #expect(try read("HTTP/1.1 200 OK\r\nX: \(line)\n\n").fields["x"] == line)
    let tooLong = HTTPFailure.malformed("a line has more than 65536 bytes")
    #expect(failure("HTTP/1.1 200 OK\r\nX: \(line)x\n") == tooLong)
    #expect(failure("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;\(line)xx") == tooLong)

    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    let tooMuch = HTTPFailure.malformed("the head has more than 262144 bytes")
    #expect(failure("HTTP/1.1 200 OK\r\n" + String(repeating: "X: \(line)\n", count: 4)) == tooMuch)
    #expect(failure(String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 13_000)) == tooMuch)
    #expect(failure(head + "0\r\n" + String(repeating: "X: \(line)\n", count: 4)) == tooMuch)
  }

  @Test(
    "A connection that ends too early is one that broke, or was none",
    arguments: [
      ("", false), ("HTTP/1.1 200", false), ("HTTP/1.1 200 OK\r\nA: b\r\n", false), ("HTTP/1.1 100 OK\r\n\r\n", false),
      ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nx", true),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", true),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nxx", true),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nxx\r\n0\r\n", true),
    ])
  func ends(answer: String, hasHead: Bool) {
    switch failure(answer, ends: true) {
    case .lost?: #expect(hasHead)
    case .unreachable?: #expect(!hasHead)
    case let other: Issue.record("\(String(describing: other))")
    }
  }
}
