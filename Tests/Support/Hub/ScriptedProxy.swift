import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An HTTP proxy on loopback that passes requests on to servers on loopback, for `http` addresses.
public final class ScriptedProxy: Sendable {
  /// The failure to reach a server.
  private struct Unreachable: Error {}

  /// The server of the proxy.
  public let server: ScriptedServer

  /// Starts the proxy.
  ///
  /// - Throws: ``ScriptedServer/CannotListen``
  public init() throws {
    server = try ScriptedServer { try Self.pass($0, to: $1) }
  }

  /// The address, such as `http://127.0.0.1:8080`.
  public var address: String { "http://127.0.0.1:\(server.port)" }

  /// The request lines so far, with the addresses that were asked for.
  public var requests: [String] { server.requests.map(\.line) }

  private static func pass(_ request: ScriptedServer.Request, to client: ScriptedConnection) throws {
    let words = request.line.split(separator: " ")
    guard words.count == 2, let url = URLComponents(string: String(words[1])), let port = url.port else {
      return try client.answer("", status: 400)
    }
    let path = url.percentEncodedPath + (url.percentEncodedQuery.map { "?\($0)" } ?? "")
    let fields = request.fields.filter { $0.key != "proxy-connection" }.map { "\($0.key): \($0.value)\r\n" }
    let upstream = try connect(port)
    defer { close(upstream) }
    let head = Array("\(words[0]) \(path) HTTP/1.1\r\n\(fields.joined())\r\n".utf8)
    guard write(upstream, head, head.count) == head.count else { throw Unreachable() }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(upstream, &buffer, buffer.count), count > 0 { try client.send(bytes: buffer[..<count]) }
  }

  private static func connect(_ port: Int) throws -> Int32 {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { systemConnect(descriptor, $0, length) == 0 }
    }
    guard isConnected else {
      close(descriptor)
      throw Unreachable()
    }
    return descriptor
  }
}

/// The system's function, which a method of this name would hide.
private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  connect(descriptor, address, length)
}
