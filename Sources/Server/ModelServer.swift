/// An HTTP server of models, for the protocols of existing clients.
///
/// ```swift
/// let server = try ModelServer(models: [ServedModel(name: "tiny", model: model)], port: 8080)
/// try await server.run()
/// ```
public final class ModelServer: Sendable {
  /// The application that answers the requests.
  public let application: ServerApplication
  private let server: HTTPServer

  /// Creates a server that listens; requests wait until it runs.
  ///
  /// - Parameters:
  ///   - models: The models, of which the first is the default.
  ///   - configuration: The settings.
  ///   - host: An address or a name, or the path of a Unix domain socket, which has a slash.
  ///   - port: The port; 0 for any free one.
  /// - Throws: An error that names the address if the server cannot listen there.
  public convenience init(
    models: [ServedModel], configuration: ServerConfiguration = ServerConfiguration(), host: String = "127.0.0.1",
    port: UInt16 = 8080
  ) throws {
    let address = HTTPAddress(host: host, port: port)
    var configuration = configuration
    if address.isLoopback, configuration.allowedHosts == nil { configuration.allowedHosts = [] }
    try self.init(
      application: ServerApplication(models: models, configuration: configuration), address: address,
      limits: HTTPServerLimits())
  }

  /// Creates a server with limits.
  package init(application: ServerApplication, address: HTTPAddress, limits: HTTPServerLimits) throws {
    self.application = application
    var hooks = HTTPServerHooks()
    hooks.admit = { application.refusal(of: $0) }
    hooks.refuse = { application.refusal(status: $0.status, message: $0.message, of: $1) }
    server = try HTTPServer(limits: limits, hooks: hooks) { await application.respond(to: $0) }
    try server.bind(to: address)
  }

  /// The addresses at which the server listens, such as `http://127.0.0.1:8080`.
  public var addresses: [String] {
    server.boundAddresses.map { address in
      switch address {
      case .host: "http://\(address)"
      case .unix: "\(address)"
      }
    }
  }

  /// The port at which the server listens; `nil` for a Unix domain socket.
  public var port: UInt16? {
    server.boundAddresses.lazy.compactMap { if case .host(_, let port) = $0 { port } else { nil } }.first
  }

  /// Runs the server until it is shut down, or the task is cancelled.
  ///
  /// - Throws: An error of the server's sockets.
  public func run() async throws { try await server.run() }

  /// Shuts the server down, without waiting for it.
  ///
  /// No further requests are taken. Answers in progress may end until a time, and are ended with an error then.
  ///
  /// - Parameter drainTimeout: The time for answers to end.
  public func shutDown(drainTimeout: Duration) {
    application.drain()
    // The errors of the answers that remain take a moment too.
    server.shutDown(drainTimeout: drainTimeout + .milliseconds(500))
    Task { [application] in
      try await Task.sleep(for: drainTimeout)
      application.endAnswers()
    }
  }
}

extension HTTPAddress {
  /// Creates an address from a host, or the path of a Unix domain socket, which has a slash.
  package init(host: String, port: UInt16) {
    self = host.contains("/") ? .unix(path: host) : .host(host, port: port)
  }

  /// True if only programs of this machine reach the address.
  package var isLoopback: Bool {
    switch self {
    case .unix: false
    case .host(let host, _): host == "localhost" || host == "::1" || Self.isLoopback(version4: host)
    }
  }

  /// Returns true for an address of version 4 that is of this machine, from 127.0.0.0 to 127.255.255.255.
  static func isLoopback(version4 host: String) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } && UInt8($0) != nil }
  }
}
