#if os(Linux)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import SwiftletHTTP

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  struct SocketTransportTests {
    private let bounds = HTTPExchange.Bounds(idleTimeout: .seconds(600), deadline: .now + .seconds(600), bytes: 1 << 20)

    /// Does nothing, as what it stands for is done by the test.
    private struct NoTransfer: HTTPTransport {
      func start(deliveringTo exchange: HTTPExchange) {}
      func cancel() {}
    }

    private func exchange(_ server: ScriptedServer, hosts: [(String, UInt16)]) throws -> HTTPExchange {
      let exchange = HTTPExchange(over: NoTransfer(), within: bounds)
      let addresses = try hosts.flatMap { try SocketAddress.addresses(host: $0.0, port: $0.1, isNumeric: true) }
      let bytes = Array("GET / HTTP/1.1\r\n\r\n".utf8)
      try SocketLoop.shared().open(SocketRequest(addresses: addresses, bytes: bytes, exchange: exchange))
      return exchange
    }

    @Test("Where one address refuses, the next is tried")
    func nextAddress() async throws {
      let server = try ScriptedServer { try $1.answer("yes") }
      let port = UInt16(server.port)
      let exchange = try exchange(server, hosts: [("127.0.0.1", 1), ("::1", 1), ("127.0.0.1", port)])
      #expect(try await exchange.head().status == 200)
      #expect(try await exchange.bytes() == Data("yes".utf8))
      #expect(try await exchange.bytes() == nil)
    }

    @Test(
      "Long bodies arrive as they were sent, in order, and no more of them than the reader has room for",
      arguments: [(3 << 20) + 17, 1 << 18, (1 << 18) - 1, (1 << 16) + 2 * (1 << 18), 1])
    func longBodies(count: Int) async throws {
      let body = (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 16) }
      let server = try ScriptedServer { _, connection in
        // The end of the body is that of its length, as the connection stays.
        connection.isKeptAlive = true
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n")
        try connection.send(bytes: body[...])
      }
      var bounds = bounds
      (bounds.bytes, bounds.unread) = (count, 1 << 19)
      var request = URLRequest(url: server.url)
      request.httpMethod = "GET"
      let exchange = HTTPClient().send(request, within: bounds)
      #expect(try await exchange.head().status == 200)
      var received = Data()
      while let data = try await exchange.bytes() {
        #expect(!data.isEmpty && data.count <= 1 << 18)
        received.append(data)
        // The bytes of a piece are its own, whatever buffers are used for those that follow.
        if received.count < 1 << 20 { try await Task.sleep(for: .milliseconds(5)) }
      }
      let isEqual = received.elementsEqual(body)
      #expect(isEqual)
    }

    @Test("Unread bytes are joined while they are few, and come in order")
    func unreadBytes() {
      var unread = UnreadBytes()
      var expected = Data()
      for (index, count) in [1, 100, 1 << 16, 70_000, 0, 5, 65_531, 1].enumerated() {
        let data = Data(repeating: UInt8(index), count: count)
        expected.append(data)
        unread.append(data)
        #expect(unread.count == expected.count)
      }
      var (all, pieces) = (Data(), 0)
      while let data = unread.removeFirst() {
        all.append(data)
        pieces += 1
      }
      #expect(all == expected && unread.count == 0 && pieces == 5)
    }

    @Test("Where all refuse, there is no connection")
    func noAddress() async throws {
      let server = try ScriptedServer { _, _ in }
      for hosts in [[("127.0.0.1", UInt16(1)), ("127.0.0.1", 1)], []] {
        let exchange = try exchange(server, hosts: hosts)
        await #expect {
          try await exchange.head()
        } throws: {
          if case HTTPFailure.unreachable = $0 { true } else { false }
        }
      }
    }

    @Test("Numbers are read without asking anybody, names are not")
    func numbers() throws {
      for host in ["127.0.0.1", "::1", "1.2.3.4"] {
        #expect(try SocketAddress.addresses(host: host, port: 80, isNumeric: true).count == 1)
      }
      for host in ["localhost", "1.2.3.4.5", "", "a b"] {
        let error = #expect(throws: HTTPFailure.self) {
          try SocketAddress.addresses(host: host, port: 80, isNumeric: true)
        }
        if case .unreachable? = error {} else { Issue.record("\(host): \(String(describing: error))") }
      }
    }

    @Test("Jobs are done, however many there are at once")
    func resolver() async {
      let done = DispatchGroup()
      let resolver = NameResolver()
      let first = DispatchSemaphore(value: 0)
      for _ in 0..<50 {
        done.enter()
        resolver.perform {
          first.wait()
          done.leave()
        }
      }
      for _ in 0..<50 { first.signal() }
      await withCheckedContinuation { all in done.notify(queue: .global()) { all.resume() } }
      done.enter()
      resolver.perform { done.leave() }
      await withCheckedContinuation { all in done.notify(queue: .global()) { all.resume() } }
    }
  }
#endif
