import SwiftletServer
import Testing

struct HTTPRequestParserTests {
  /// Parses bytes that are cut at positions, and describes the requests and the error.
  static func parse(_ bytes: [UInt8], cuts: [Int] = [], limits: HTTPServerLimits = HTTPServerLimits()) -> [String] {
    var parser = HTTPRequestParser(limits: limits)
    var found: [String] = []
    var body: [UInt8] = []
    for (start, end) in zip([0] + cuts, cuts + [bytes.count]) {
      var rest = bytes[start..<end]
      do throws(HTTPRequestError) {
        while let event = try parser.next(from: &rest) {
          switch event {
          case .head(let head):
            let fields = head.request.headers.fields.map { "\($0.name)=\($0.value)" }.joined(separator: "|")
            found.append("\(head.request.method) \(head.request.path) \(head.request.query ?? "-") \(fields)")
          case .body(let part): body += part
          case .end:
            found.append("body \(String(decoding: body, as: UTF8.self))")
            body = []
          }
        }
      } catch {
        return found + ["error \(error.status)"]
      }
    }
    return found
  }

  private static let examples = [
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n": ["GET / - Host=a", "body "],
    "\r\nGET /a%20b/?x=%2F&y HTTP/1.1\nhost:\t[::1]:80 \nX-Empty:\n\nHEAD /? HTTP/1.0\r\n\r\n":
      ["GET /a%20b/ x=%2F&y host=[::1]:80|X-Empty=", "body ", "HEAD /  ", "body "],
    "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhelloGET / HTTP/1.1\r\nHost: b\r\n\r\n":
      ["POST /p - Host=a|Content-Length=5", "body hello", "GET / - Host=b", "body "],
    "POST /p HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n"
      + "4;name=\"value\";x\r\nWiki\r\n0b\r\n\r\npedia\r\nin\r\n0\r\nX-Trailer: dropped\r\n\r\nGET http://A/b?c HTTP/1.1\r\n"
      + "Host: a\r\n\r\n":
      [
        "POST /p - Host=a|Transfer-Encoding=Chunked", "body Wiki\r\npedia\r\nin", "GET /b c Host=a", "body ",
      ],
    "OPTIONS * HTTP/1.1\r\nHost: a\r\nContent-Length: 0, 0\r\n\r\n":
      ["OPTIONS * - Host=a|Content-Length=0, 0", "body "],
  ]

  @Test("Requests are the same wherever they are cut", arguments: Self.examples.keys.sorted())
  func cuts(example: String) {
    let bytes = Array(example.utf8)
    let expected = Self.examples[example]
    #expect(Self.parse(bytes) == expected)
    for cut in 1..<bytes.count { #expect(Self.parse(bytes, cuts: [cut]) == expected, "cut at \(cut)") }
    #expect(Self.parse(bytes, cuts: Array(1..<bytes.count)) == expected)
  }

  private static let get = "GET / HTTP/1.1\r\nHost: a\r\n"
  private static let post = "POST / HTTP/1.1\r\nHost: a\r\n"
  private static let chunked = post + "Transfer-Encoding: chunked\r\n\r\n"

  @Test(
    "Requests that are malformed, or could be read in two ways, are refused",
    arguments: [
      // Request lines.
      ("GET /\r\n", 400), ("GET / HTTP/1.1 \r\n", 400), ("GET  / HTTP/1.1\r\n", 400), ("GET /\tHTTP/1.1\r\n", 400),
      (" GET / HTTP/1.1\r\n", 400), ("G(T / HTTP/1.1\r\n", 400), ("GET a HTTP/1.1\r\n", 400),
      ("GET * HTTP/1.1\r\n", 400),
      ("GET /a b HTTP/1.1\r\n", 400), ("GET /\u{e9} HTTP/1.1\r\n", 400), ("GET /#x HTTP/1.1\r\n", 400),
      ("GET http:///x HTTP/1.1\r\n", 400), ("GET ftp://a/ HTTP/1.1\r\n", 400), ("\u{16}\u{3}\u{1}\r\n", 400),
      ("GET / HTTP/1.10\r\n", 400), ("GET / http/1.1\r\n", 400), ("GET / HTTP/x.1\r\n", 400),
      ("\n\n\n\n\n", 400), ("CONNECT a:80 HTTP/1.1\r\n", 501), ("GET / HTTP/1.2\r\n", 505),
      ("PRI * HTTP/2.0\r\n", 505), ("GET / HTTP/2.0\r\n", 505), ("GET / HTTP/0.9\r\n", 505),
      // Header fields.
      (get + "A : x\r\n", 400), (get + " folded\r\n", 400), (get + "\tfolded\r\n", 400), (get + "no field\r\n", 400),
      (get + ": x\r\n", 400), (get + "A: \u{0}\r\n", 400), (get + "A: b\rB: c\r\n", 400), (get + "A\u{0}: b\r\n", 400),
      (get + "A: \u{1}\r\n", 400), (get + "A: \u{7f}\r\n", 400), (get + "\r\r\n", 400), (get + "\u{e9}: x\r\n", 400),
      ("GET / HTTP/1.1\r\n\r\n", 400), (get + "Host: a\r\n\r\n", 400),
      ("GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      // The length of the body.
      (post + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400), (post + "Content-Length: 1, 2\r\n\r\n", 400),
      (post + "Content-Length: +1\r\n\r\n", 400), (post + "Content-Length: -1\r\n\r\n", 400),
      (post + "Content-Length: 0x1\r\n\r\n", 400), (post + "Content-Length: 1 1\r\n\r\n", 400),
      (post + "Content-Length:\r\n\r\n", 400), (post + "Content-Length: 1, 01\r\n\r\n", 400),
      (post + "Transfer-Encoding: chunked,\r\n\r\n", 400), (post + "Transfer-Encoding: ,chunked\r\n\r\n", 400),
      (post + "Content-Length: 1,\r\n\r\n", 400),
      (post + "Content-Length: 99999999999999999999\r\n\r\n", 400),
      (post + "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
      (post + "Transfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n", 400),
      ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
      (post + "Transfer-Encoding: chunked, gzip\r\n\r\n", 400),
      (post + "Transfer-Encoding: chunked, chunked\r\n\r\n", 400),
      (post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
      (post + "Transfer-Encoding:\r\n\r\n", 400), (post + "Transfer-Encoding: xchunked\r\n\r\n", 501),
      (post + "Transfer-Encoding: gzip, chunked\r\n\r\n", 501), (post + "Transfer-Encoding: \u{b}chunked\r\n\r\n", 400),
      (post + "Transfer-Encoding: identity\r\n\r\n", 501), (post + "Content-Encoding: gzip\r\n\r\n", 415),
      // Chunks.
      (chunked + "\r\n", 400), (chunked + "x\r\n", 400), (chunked + "-1\r\n", 400), (chunked + "0x1\r\n", 400),
      (chunked + "8000000000000000\r\n", 400), (chunked + "1\r\nab\r\n", 400), (chunked + "1\n", 400),
      (chunked + "1;a\nb\r\n", 400), (chunked + "1;a\rb\r\n", 400), (chunked + "1\r\na\n", 400),
      (chunked + "0\r\n\n", 400), (chunked + "1 1\r\n", 400),
    ])
  func refused(request: String, status: Int) {
    #expect(Self.parse(Array(request.utf8)).last == "error \(status)")
  }

  @Test("Each limit is the largest that is accepted")
  func limits() {
    var limits = HTTPServerLimits()
    (limits.requestLineBytes, limits.headerBytes, limits.headerLines, limits.bodyBytes) = (20, 30, 3, 8)
    let parse = { (text: String) in Self.parse(Array(text.utf8), limits: limits).last }
    #expect(parse("GET /234567 HTTP/1.1\r\nHost: a\r\n\r\n") == "body ")
    #expect(parse("GET /2345678 HTTP/1.1\r\nHost: a\r\n\r\n") == "error 414")
    #expect(parse("GET /234567890123456789") == "error 414")
    #expect(parse(Self.get + "A: 3456789012345678\r\n\r\n") == "body ")
    #expect(parse(Self.get + "A: 34567890123456789\r\n\r\n") == "error 431")
    #expect(parse(Self.get + "A: 3456789012345678901234567890") == "error 431")
    #expect(parse(Self.get + "A:\r\nB:\r\n\r\n") == "body ")
    #expect(parse(Self.get + "A:\r\nB:\r\nC:\r\n") == "error 431")
    limits.headerBytes = 100
    #expect(parse(Self.post + "Content-Length: 8\r\n\r\n12345678") == "body 12345678")
    #expect(parse(Self.post + "Content-Length: 9\r\n\r\n") == "error 413")
    #expect(parse(Self.chunked + "4\r\n1234\r\n4\r\n5678\r\n0\r\n\r\n") == "body 12345678")
    #expect(parse(Self.chunked + "4\r\n1234\r\n5\r\n56789\r\n") == "error 413")
    #expect(parse(Self.chunked + "1;" + String(repeating: "x", count: 5000)) == "error 400")
    #expect(parse(Self.chunked + "0\r\nA: " + String(repeating: "x", count: 101) + "\r\n") == "error 400")
  }

  @Test("The connection is kept alive unless one side or the version says otherwise")
  func keepAlive() throws {
    for (text, expected) in [
      ("HTTP/1.1", true), ("HTTP/1.1\r\nConnection: x, Close", false), ("HTTP/1.0", false),
      ("HTTP/1.0\r\nConnection: Keep-Alive", true), ("HTTP/1.1\r\nConnection: keep-alive\r\nConnection: close", false),
    ] {
      var bytes = Array("GET / \(text)\r\nHost: a\r\n\r\n".utf8)[...]
      var parser = HTTPRequestParser(limits: HTTPServerLimits())
      guard case .head(let head)? = try parser.next(from: &bytes) else {
        Issue.record("no head")
        continue
      }
      #expect(head.keepsAlive == expected, "\(text)")
    }
  }
}
