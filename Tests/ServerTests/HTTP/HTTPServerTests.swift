import Foundation
import Synchronization
import Testing

@testable import SwiftletServer

struct HTTPServerTests {
  /// Responds with the method, the target and the body.
  private static let echo: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
    .text("\(request.method) \(request.path) \(request.query ?? "-") \(String(decoding: request.body, as: UTF8.self))")
  }

  @Test("Requests on one connection are answered in order, however they are sent")
  func pipelining() async throws {
    try await withServer(handler: Self.echo) { _, address in
      let connection = try TestConnection(to: address)
      let requests = (0..<50).map { request("POST /\($0)?q", body: "body \($0)") }
      connection.send(requests.joined())
      for number in 0..<50 {
        let response = try connection.response()
        #expect(response.body == "POST /\(number) q body \(number)")
        #expect(response.fields["content-length"] == "\(response.body.utf8.count)")
        #expect(response.fields["date"]?.hasSuffix(" GMT") == true)
      }
      connection.send(
        "POST / HTTP/1.1\nHost: a\nTransfer-Encoding: chunked\n\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nT: u\r\n\r\n")
      #expect(try connection.response().body == "POST / - abcde")
    }
  }

  @Test("HEAD has the fields of GET, and no body")
  func head() async throws {
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      request.path == "/stream" ? HTTPResponse(status: 200, body: .stream { try await $0.write([65]) }) : .text("hello")
    }
    try await withServer(handler: handler) { _, address in
      let connection = try TestConnection(to: address)
      connection.send(request("HEAD /") + request("HEAD /stream") + request("GET /"))
      let head = try connection.response(isHead: true)
      #expect(head.fields["content-length"] == "5")
      let stream = try connection.response(isHead: true)
      #expect(stream.fields["transfer-encoding"] == "chunked")
      #expect(try connection.response().body == "hello")
    }
  }

  @Test("The connection closes where the client, the handler, the version or the number of requests asks for it")
  func closing() async throws {
    var limits = HTTPServerLimits()
    limits.requestsPerConnection = 3
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      switch request.path {
      case "/close": HTTPResponse(status: 200, headers: ["Connection": "close"], body: .bytes([]))
      case "/stream": HTTPResponse(status: 200, body: .stream { try await $0.write(Array("streamed".utf8)) })
      default: .text("hello")
      }
    }
    try await withServer(limits: limits, handler: handler) { _, address in
      for text in [request("GET /", "Connection: close"), request("GET /close"), "GET / HTTP/1.0\r\n\r\n"] {
        let connection = try TestConnection(to: address)
        connection.send(text)
        #expect(try connection.response().fields["connection"] == "close")
        #expect(connection.receive() == nil)
      }
      let counted = try TestConnection(to: address)
      counted.send(request("GET /") + request("GET /") + request("GET /") + request("GET /"))
      let ends = try (0..<3).map { _ in try counted.response().fields["connection"] }
      #expect(ends == [nil, nil, "close"])
      #expect(counted.receive() == nil)

      let old = try TestConnection(to: address)
      old.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      #expect(try old.response().fields["connection"] == "keep-alive")
      let all = old.receiveAll()
      #expect(all.hasSuffix("\r\n\r\nstreamed"))
      #expect(!all.contains("chunked"))
    }
  }

  @Test("The client is asked for the body that it announces, unless the request is refused")
  func expectations() async throws {
    var hooks = HTTPServerHooks()
    hooks.admit = { $0.path == "/denied" ? .text("no", status: 401) : nil }
    try await withServer(hooks: hooks, handler: Self.echo) { _, address in
      let connection = try TestConnection(to: address)
      connection.send(request("POST /", "Expect: 100-Continue", "Content-Length: 2"))
      let interim = connection.receive() ?? []
      #expect(String(decoding: interim, as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
      connection.send("ok")
      #expect(try connection.response().body == "POST / - ok")
      connection.send(request("POST /denied", "Expect: 100-continue", "Content-Length: 2"))
      let refused = try connection.response()
      #expect(refused.status == 401)
      #expect(refused.fields["connection"] == "close")
    }
  }

  @Test("The short body of a refused request is passed over, a long one ends the connection")
  func refusedBodies() async throws {
    var hooks = HTTPServerHooks()
    hooks.admit = { $0.path == "/denied" ? .text("no", status: 401) : nil }
    try await withServer(hooks: hooks, handler: Self.echo) { _, address in
      let connection = try TestConnection(to: address)
      connection.send(request("POST /denied", body: String(repeating: "x", count: 60_000)) + request("GET /after"))
      #expect(try connection.response().status == 401)
      #expect(try connection.response().body == "GET /after - ")
      connection.send(request("POST /denied", body: String(repeating: "x", count: 1_000_000)))
      #expect(try connection.response().status == 401)
      #expect(connection.receive() == nil)
    }
  }

  @Test("Refusals of the transport go through the application, and what follows is not read")
  func refusals() async throws {
    let counts = TestCounts()
    var limits = HTTPServerLimits()
    (limits.bodyBytes, limits.allBodiesBytes) = (1000, 500)
    var hooks = HTTPServerHooks()
    hooks.refuse = { error, request in .text("{\"\(error.status)\":\"\(request?.path ?? "")\"}", status: error.status) }
    hooks.log = { counts.add("\($0.status ?? 0) \($0.path ?? "-")") }
    try await withServer(limits: limits, hooks: hooks, handler: Self.echo) { _, address in
      for (text, body) in [
        ("nonsense\r\n", "{\"400\":\"\"}"), (request("POST /v1", "Content-Length: 1001"), "{\"413\":\"/v1\"}"),
        (request("POST /a", "Transfer-Encoding: gzip"), "{\"501\":\"/a\"}"),
        (request("GET /b", "Content-Encoding: br"), "{\"415\":\"/b\"}"), ("GET /c HTTP/3.0\r\n", "{\"505\":\"\"}"),
        (request("POST /d", body: String(repeating: "x", count: 501)), "{\"503\":\"/d\"}"),
      ] {
        let connection = try TestConnection(to: address)
        connection.send(text + request("GET /smuggled"))
        let response = try connection.response()
        #expect(response.body == body)
        #expect(response.fields["connection"] == "close")
        connection.endSending()
        #expect(connection.receive() == nil)
      }
      #expect(waits { counts("413 /v1") == 1 })
      #expect(counts("200 /smuggled") == 0)
    }
  }

  @Test("Names and values of response fields cannot begin others")
  func injection() async throws {
    let headers: HTTPHeaders = ["X-A": "a\r\nX-B: b\u{0}", "X C": "c", "Content-Length": "7", "Transfer-Encoding": "x"]
    try await withServer(handler: { _ in HTTPResponse(status: 200, headers: headers, body: .bytes([65])) }) {
      let connection = try TestConnection(to: $1)
      connection.send(request("GET /"))
      let response = try connection.response()
      #expect(response.fields["x-a"] == "a  X-B: b")
      #expect(response.fields["content-length"] == "1")
      #expect(Set(response.fields.keys) == ["x-a", "content-length", "date"])
    }
  }

  @Test("A stream is sent as it is written; one that fails is cut before its end")
  func streams() async throws {
    struct Failure: Error {}
    let gate = AsyncStream<Void>.makeStream()
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      HTTPResponse(
        status: 200,
        body: .stream { writer in
          try await writer.write(Array("first".utf8))
          if request.path == "/fails" { throw Failure() }
          for await _ in gate.stream { break }
          try await writer.write(Array("second".utf8))
        })
    }
    try await withServer(handler: handler) { _, address in
      let connection = try TestConnection(to: address)
      connection.send(request("GET /"))
      var text = ""
      while !text.contains("5\r\nfirst\r\n") { text += String(decoding: connection.receive() ?? [], as: UTF8.self) }
      gate.continuation.yield()
      while !text.hasSuffix("6\r\nsecond\r\n0\r\n\r\n") {
        text += String(decoding: try #require(connection.receive()), as: UTF8.self)
      }
      connection.send(request("GET /fails"))
      let cut = connection.receiveAll()
      #expect(cut.hasSuffix("5\r\nfirst\r\n"))
    }
  }

  @Test("Servers listen at both loopback addresses at one port, and at paths")
  func addresses() async throws {
    let server = try HTTPServer(handler: Self.echo)
    try server.bind(to: .host("localhost", port: 0))
    let ports = Set(
      server.boundAddresses.map { address in if case .host(_, let port) = address { port } else { UInt16(0) } })
    #expect(ports.count == 1)
    #expect(ports != [0])
    #expect(server.boundAddresses.first == .host("127.0.0.1", port: ports.first ?? 0))

    let path = FileManager.default.temporaryDirectory.appendingPathComponent("s\(UInt32.random(in: 0 ... .max))").path
    try await withServer(at: .unix(path: path), handler: Self.echo) { _, address in
      let connection = try TestConnection(to: address)
      connection.send(request("GET /"))
      #expect(try connection.response().status == 200)
      let second = try HTTPServer(handler: Self.echo)
      #expect(throws: HTTPServerError.self) { try second.bind(to: address) }
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(throws: HTTPServerError.self) { try server.bind(to: .unix(path: String(repeating: "x", count: 200))) }
  }

  @Test(
    "Dates have the form of header fields",
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (1_798_761_599, "Thu, 31 Dec 2026 23:59:59 GMT"),
    ])
  func dates(second: Int, text: String) {
    var date = HTTPDate()
    #expect(date.text(at: second) == text)
    #expect(date.text(at: second) == text)
  }
}
