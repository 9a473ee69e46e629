public import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An HTTP server on loopback that answers as a script says, with a thread for each connection.
public final class ScriptedServer: Sendable {
  /// A received request.
  public struct Request: Sendable {
    /// The method and the path.
    public var line: String
    /// The fields, with names in small letters.
    public var fields: [String: String]
    /// The body as text.
    public var body: String
  }

  /// A closure that responds to a request.
  public typealias Script = @Sendable (Request, ScriptedConnection) throws -> Void

  /// The failure to listen.
  public struct CannotListen: Error {}

  /// The port.
  public let port: Int
  private let listener: Int32
  private let log: Log

  /// The received requests.
  private final class Log: Sendable {
    let state = Mutex<[Request]>([])
    /// A flag that ends the serving of clients.
    let isOver = Atomic<Bool>(false)
  }

  /// All requests, in order of arrival.
  public var requests: [Request] { log.state.withLock { $0 } }

  /// The base URL of the server's API.
  public var url: URL { URL(string: "http://127.0.0.1:\(port)/v1") ?? URL(filePath: "/") }

  /// Listens on loopback.
  ///
  /// - Parameters:
  ///   - readsBodies: True if a request is read to its end before the script answers.
  ///   - script: The response to each request.
  /// - Throws: ``CannotListen``
  public init(readsBodies: Bool = true, _ script: @escaping Script) throws {
    #if canImport(Darwin)
      listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && listen(descriptor, 128) == 0
          && getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard isListening else { throw CannotListen() }
    port = Int(UInt16(bigEndian: address.sin_port))
    log = Log()
    let log = log
    Thread.detachNewThread {
      // Closed here alone: its number may be another server's from then on.
      defer { close(descriptor) }
      while !log.isOver.load(ordering: .relaxed) {
        // On Apple's platforms a shutdown does not wake who waits for a client.
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&poller, 1, 100) == 0 { continue }
        let peer = accept(descriptor, nil, nil)
        if peer < 0 && (errno == EINTR || errno == ECONNABORTED) { continue }
        guard peer >= 0 else { return }
        Thread.detachNewThread { ScriptedServer.serve(ScriptedConnection(peer), readsBodies, log, script) }
      }
    }
  }

  deinit {
    log.isOver.store(true, ordering: .relaxed)
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// Answers the requests of a connection until a script, or the other side, ends it.
  private static func serve(
    _ connection: ScriptedConnection, _ readsBodies: Bool, _ log: Log, _ script: Script
  ) {
    defer { connection.end() }
    while let request = connection.receive(readsBody: readsBodies) {
      log.state.withLock { $0.append(request) }
      guard (try? script(request, connection)) != nil, connection.isKeptAlive else { return }
    }
  }
}

/// A connection to a client.
///
/// `@unchecked Sendable`: made where a client is accepted and handed at once to the thread that serves it, which alone
/// uses it, scripts included.
public final class ScriptedConnection: @unchecked Sendable {
  /// The end of a connection by the other side.
  public struct Broken: Error {}

  /// True if the connection is kept alive after the script's response.
  public var isKeptAlive = false

  private let descriptor: Int32
  private var unread: [UInt8] = []

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
    #if canImport(Darwin)
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, size)
    #endif
  }

  func end() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  /// Answers as a whole.
  public func answer(
    _ body: String, status: Int = 200, type: String = "application/json", fields: [String: String] = [:]
  ) throws {
    let more = fields.map { "\($0): \($1)\r\n" }.joined()
    try send(
      "HTTP/1.1 \(status) Status\r\nContent-Type: \(type)\r\n\(more)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }

  /// Sends text as it is.
  public func send(_ text: String) throws { try send(bytes: Array(text.utf8)[...]) }

  /// Sends bytes as they are.
  public func send(bytes: ArraySlice<UInt8>) throws {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var bytes = bytes
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { throw Broken() }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Waits for the other side to close the connection, for at most some seconds.
  public func isClosedByPeer(within seconds: Int = 1800) -> Bool {
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, Int32(seconds * 1000)) > 0 else { return false }
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, 0) <= 0
  }

  /// Reads a request, or returns `nil` at the end of the connection.
  fileprivate func receive(readsBody: Bool) -> ScriptedServer.Request? {
    let end = Array("\r\n\r\n".utf8)
    var head: Range<Int>?
    while head == nil {
      head = unread.firstRange(of: end)
      if head == nil, !readMore() { return nil }
    }
    guard let head else { return nil }
    var lines = String(decoding: unread[..<head.lowerBound], as: UTF8.self).split(separator: "\r\n")[...]
    let line = String(lines.popFirst() ?? "")
    let fields = lines.map { $0.split(separator: ":", maxSplits: 1).map(String.init) }.filter { $0.count == 2 }
    let values = Dictionary(
      fields.map { ($0[0].lowercased(), $0[1].trimmingCharacters(in: .whitespaces)) }, uniquingKeysWith: { $1 })
    let length = readsBody ? Int(values["content-length"] ?? "") ?? 0 : 0
    unread.removeFirst(head.upperBound)
    while unread.count < length { if !readMore() { return nil } }
    defer { unread.removeFirst(length) }
    return ScriptedServer.Request(
      line: line.replacing(" HTTP/1.1", with: ""), fields: values,
      body: String(decoding: unread[..<length], as: UTF8.self))
  }

  private func readMore() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    unread += buffer[..<count]
    return true
  }
}

/// The system's function, which a method of this name would hide.
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  send(descriptor, bytes, count, flags)
}
