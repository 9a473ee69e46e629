import Foundation
import Testing

@testable import Swiftlet
@testable import SwiftletHTTP
@testable import SwiftletServer

/// A client's connection that sends and receives raw bytes, in a thread that may wait.
final class TestConnection: Sendable {
  private let socket: FileDescriptor

  /// A response, with lowercase names of fields.
  struct Response: Equatable {
    var status: Int
    var fields: [String: String]
    var body: String
  }

  /// Connects.
  init(to address: HTTPAddress) throws {
    switch address {
    case .host(let host, let port):
      socket = try SocketAddress.addresses(host: host, port: port, isNumeric: true)[0].connect()
    case .unix(let path):
      socket = try #require(SocketAddress(path: path)).connect()
    }
    #expect(waits(for: POLLOUT), "connecting takes too long")
  }

  /// Waits for an event of the socket; returns false if it does not come.
  private func waits(for event: some BinaryInteger) -> Bool {
    var entry = pollfd(fd: socket.number, events: Int16(event), revents: 0)
    // Handlers share their threads with all other tests, some of which compute for minutes.
    return poll(&entry, 1, 600_000) == 1
  }

  /// Sends a text; what the server does not accept any more is lost.
  func send(_ text: String) {
    var output = HTTPOutputQueue()
    output.append(Array(text.utf8))
    while !output.isEmpty, waits(for: POLLOUT) {
      guard case .sent = output.send(to: socket) else { return }
    }
  }

  /// Receives at most a number of bytes; `nil` at the end of the stream, or if it is cut.
  func receive(_ limit: Int = 65_536) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: limit)
    #expect(waits(for: POLLIN), "receiving takes too long")
    let count = recv(socket.number, &buffer, limit, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  /// Receives all until the end of the stream.
  func receiveAll() -> String {
    var bytes: [UInt8] = []
    while let part = receive() { bytes += part }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Receives one response, and no byte of the next one.
  ///
  /// - Parameter isHead: True for the response to `HEAD`.
  /// - Returns: The response.
  /// - Throws: `HTTPFailure` if it is malformed or incomplete.
  func response(isHead: Bool = false) throws -> Response {
    var parser = HTTPResponseParser()
    var head: HTTPExchange.Head?
    var body: [UInt8] = []
    while !parser.isComplete, !(isHead && head != nil) {
      guard let byte = receive(1) else {
        try parser.end()
        break
      }
      for piece in try parser.read(byte[...]) {
        switch piece {
        case .head(let found): head = found
        case .body(let bytes): body += bytes
        }
      }
    }
    let found = try #require(head)
    return Response(status: found.status, fields: found.fields, body: String(decoding: body, as: UTF8.self))
  }

  /// Ends the sending side.
  func endSending() { socket.endSending() }

  /// Makes closing an error for the server, as if the client were killed.
  func resetOnClose() { socket.resetOnClose() }
}

/// Runs work that may wait in a thread of its own, as those of tasks are few.
func inThread<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try work() }) }
  }
}

/// Waits in a thread until a condition holds; returns false if it does not come to that.
func waits(until condition: () -> Bool) -> Bool {
  for _ in 0..<60_000 {
    if condition() { return true }
    usleep(10_000)
  }
  return false
}

/// Runs a server while a client's work is done in a thread.
func withServer<Result: Sendable>(
  at address: HTTPAddress = .host("127.0.0.1", port: 0), limits: HTTPServerLimits = HTTPServerLimits(),
  hooks: HTTPServerHooks = HTTPServerHooks(), handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
  client work: @escaping @Sendable (HTTPServer, HTTPAddress) throws -> Result
) async throws -> Result {
  let server = try HTTPServer(limits: limits, hooks: hooks, handler: handler)
  try server.bind(to: address)
  let bound = try #require(server.boundAddresses.first)
  let running = Task { try await server.run() }
  let result: Swift.Result<Result, any Error>
  do {
    result = .success(try await inThread { try work(server, bound) })
  } catch {
    result = .failure(error)
  }
  server.shutDown(drainTimeout: .zero)
  try await running.value
  return try result.get()
}
