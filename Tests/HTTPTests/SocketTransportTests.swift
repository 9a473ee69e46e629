#if os(Linux)
  import Foundation
  import Synchronization
  import TestSupport
  import Testing

  @testable import SwiftletHTTP

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
