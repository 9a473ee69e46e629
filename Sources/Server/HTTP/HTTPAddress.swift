/// An address of a server.
package enum HTTPAddress: Sendable, Hashable, CustomStringConvertible {
  /// A host and a port.
  ///
  /// The host is a numeric address or a name. `localhost` is both 127.0.0.1 and ::1. Port 0 stands for any free one.
  case host(String, port: UInt16)
  /// The path of a Unix domain socket.
  case unix(path: String)

  package var description: String {
    switch self {
    case .host(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }
}
