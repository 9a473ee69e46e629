import Foundation
import SwiftletServer
import Testing

/// Clients that go away, do not read, or are late; and the end of the server.
struct HTTPServerCancellationTests {
  @Test("A client that closes, half-closes or is killed cancels its handler", arguments: ["close", "half", "reset"])
  func goneClients(way: String) async throws {
    let counts = TestCounts()
    var hooks = HTTPServerHooks()
    hooks.log = { if $0.isCancelled { counts.add("logged") } }
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      await counts.waitForCancellation()
      return .text("late")
    }
    try await withServer(hooks: hooks, handler: handler) { _, address in
      var connection: TestConnection? = try TestConnection(to: address)
      connection?.send(request("GET /") + request("GET /next"))
      #expect(waits { counts("started") == 1 })
      switch way {
      case "half": connection?.endSending()
      case "reset":
        connection?.resetOnClose()
        fallthrough
      default: connection = nil
      }
      #expect(waits { counts("cancelled") == 1 && counts("logged") == 1 })
      #expect(counts("started") == 1)
    }
  }

  @Test("A client that leaves in the midst of a stream gives its writer an error, and cancels it")
  func goneReaders() async throws {
    let counts = TestCounts()
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      HTTPResponse(
        status: 200,
        body: .stream { writer in
          try await writer.write([65])
          await counts.waitForCancellation()
          do { try await writer.write([66]) } catch is CancellationError { counts.add("error") }
        })
    }
    try await withServer(handler: handler) { _, address in
      var connection: TestConnection? = try TestConnection(to: address)
      connection?.send(request("GET /"))
      #expect(waits { counts("started") == 1 })
      connection = nil
      #expect(waits { counts("cancelled") == 1 && counts("error") == 1 })
    }
  }

  @Test("A slow reader suspends the writer with a limited number of unsent bytes, and loses none of them")
  func backPressure() async throws {
    let counts = TestCounts()
    let (part, parts) = ([UInt8](repeating: 65, count: 100_000), 200)
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { _ in
      HTTPResponse(
        status: 200,
        body: .stream { writer in
          for _ in 0..<parts {
            try await writer.write(part)
            counts.add("written")
          }
        })
    }
    try await withServer(handler: handler) { _, address in
      let connection = try TestConnection(to: address)
      connection.send(request("GET /"))
      // The system's buffers take some of it, but not all.
      var last = -1
      #expect(
        waits {
          defer { last = counts("written") }
          if last == counts("written"), last > 0 { usleep(300_000) }
          return last == counts("written") && last > 0
        })
      #expect(counts("written") < parts / 2)
      var received: [UInt8] = []
      while received.suffix(7) != Array("\r\n0\r\n\r\n".utf8)[...], let bytes = connection.receive(1 << 20) {
        received += bytes
      }
      let head = try #require(received.firstRange(of: Array("\r\n\r\n".utf8)))
      // Each chunk has its length in five digits, and two ends of lines.
      #expect(received.count - head.upperBound == parts * (part.count + 9) + 5)
    }
  }

  @Test("Clients that are late are refused or closed, each by its limit")
  func timeouts() async throws {
    var limits = HTTPServerLimits()
    let short = Duration.milliseconds(50)
    (limits.headTimeout, limits.bodyGapTimeout, limits.writeTimeout, limits.lingerTimeout) = (
      short, short, short, short
    )
    let counts = TestCounts()
    let handler: @Sendable (HTTPRequest) async -> HTTPResponse = { request in
      guard request.path == "/endless" else { return .text("hello") }
      return HTTPResponse(
        status: 200,
        body: .stream { writer in
          defer { counts.add("ended") }
          while true { try await writer.write([UInt8](repeating: 65, count: 100_000)) }
        })
    }
    for text in ["GET / HT", "GET / HTTP/1.1\r\nHost: a\r\n", request("POST /", "Content-Length: 2") + "x"] {
      try await withServer(limits: limits, handler: handler) { _, address in
        let connection = try TestConnection(to: address)
        connection.send(text)
        #expect(try connection.response().status == 408)
        #expect(connection.receive() == nil)
      }
    }
    try await withServer(limits: limits, handler: handler) { _, address in
      let connection = try TestConnection(to: address)
      connection.send(request("GET /endless"))
      #expect(waits { counts("ended") == 1 })
    }
    limits.idleTimeout = short
    try await withServer(limits: limits, handler: handler) { _, address in
      let connection = try TestConnection(to: address)
      connection.send(request("GET /"))
      #expect(try connection.response().status == 200)
      #expect(connection.receive() == nil)
      let silent = try TestConnection(to: address)
      #expect(silent.receive() == nil)
    }
  }

  @Test("A body that comes byte by byte has a total time, which a handler does not have")
  func slowBodies() async throws {
    var limits = HTTPServerLimits()
    limits.bodyTimeout = .milliseconds(200)
    try await withServer(limits: limits, handler: { _ in .text("hello") }) { _, address in
      let connection = try TestConnection(to: address)
      connection.send(request("POST /", "Content-Length: 1000000"))
      for _ in 0..<100 {
        connection.send("x")
        usleep(10_000)
      }
      #expect(try connection.response().status == 408)
    }
  }

  /// Few enough for a process that all tests share.
  ///
  /// With some 1,300 descriptors, Foundation's `Process` reads beyond its list of them. `Benchmarks/serving.sh --idle` has
  /// 500 connections.
  @Test("150 idle connections are served; those beyond the limit get a status, and leave room when they close")
  func manyConnections() async throws {
    var limits = HTTPServerLimits()
    limits.connections = 150
    try await withServer(limits: limits, handler: { .text($0.path) }) { _, address in
      var idle = try (0..<150).map { _ in try TestConnection(to: address) }
      for connection in idle { connection.send(request("GET /idle")) }
      for connection in idle { #expect(try connection.response().body == "/idle") }
      let refused = try TestConnection(to: address)
      refused.send(request("GET /"))
      #expect(try refused.response().status == 503)
      idle.removeLast(100)
      let isServed = waits {
        guard let connection = try? TestConnection(to: address) else { return false }
        connection.send(request("GET /"))
        return (try? connection.response().status) == 200
      }
      #expect(isServed)
      idle[0].send(request("GET /again"))
      #expect(try idle[0].response().body == "/again")
    }
  }

  /// The runtime opens files of its own, and ends the process if it cannot.
  @Test("Connections that would take the last descriptors are closed")
  func fewDescriptors() async throws {
    var limits = HTTPServerLimits()
    // The number of any socket is above.
    limits.descriptors = 3
    try await withServer(limits: limits, handler: { .text($0.path) }) { _, address in
      let closed = try TestConnection(to: address)
      #expect(closed.receiveAll().isEmpty)
    }
    limits.descriptors = .max
    try await withServer(limits: limits, handler: { .text($0.path) }) { _, address in
      let served = try TestConnection(to: address)
      served.send(request("GET /"))
      #expect(try served.response().status == 200)
    }
  }

  @Test("Shutting down closes idle connections at once, lets responses end, and accepts none")
  func draining() async throws {
    let counts = TestCounts()
    let gate = AsyncStream<Void>.makeStream()
    let server = try HTTPServer { request in
      guard request.path == "/slow" else { return .text("quick") }
      counts.add("started")
      for await _ in gate.stream { break }
      return .text("slow")
    }
    try server.bind(to: .host("127.0.0.1", port: 0))
    let address = try #require(server.boundAddresses.first)
    let running = Task { try await server.run() }
    try await inThread {
      let (idle, busy) = (try TestConnection(to: address), try TestConnection(to: address))
      idle.send(request("GET /"))
      #expect(try idle.response().body == "quick")
      busy.send(request("GET /slow"))
      #expect(waits { counts("started") == 1 })
      server.shutDown(drainTimeout: .seconds(3600))
      #expect(idle.receive() == nil)
      #expect(throws: (any Error).self) {
        let late = try TestConnection(to: address)
        late.send(request("GET /"))
        _ = try late.response()
      }
      gate.continuation.yield()
      let response = try busy.response()
      #expect(response.body == "slow")
      #expect(response.fields["connection"] == "close")
      #expect(busy.receive() == nil)
    }
    try await running.value
    await #expect(throws: HTTPServerError.notReady) { try await server.run() }
  }

  @Test("At the end of draining, handlers are cancelled and may still end their streams", arguments: [false, true])
  func drainDeadline(cancelsTask: Bool) async throws {
    let counts = TestCounts()
    var limits = HTTPServerLimits()
    // Other tests may take the threads of tasks for minutes.
    limits.cancellationTimeout = .seconds(600)
    let server = try HTTPServer(limits: limits) { _ in
      HTTPResponse(
        status: 200,
        body: .stream { writer in
          await counts.waitForCancellation()
          try await writer.write(Array("the end".utf8))
        })
    }
    try server.bind(to: .host("127.0.0.1", port: 0))
    let address = try #require(server.boundAddresses.first)
    let running = Task { try await server.run() }
    try await inThread {
      let connection = try TestConnection(to: address)
      connection.send(request("GET /"))
      #expect(waits { counts("started") == 1 })
      if cancelsTask { running.cancel() } else { server.shutDown(drainTimeout: .milliseconds(50)) }
      #expect(try connection.response().body == "the end")
    }
    try await running.value
    #expect(counts("cancelled") == 1)
  }
}
