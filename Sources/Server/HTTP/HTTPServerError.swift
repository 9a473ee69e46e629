/// An error of a server's sockets.
package enum HTTPServerError: Error, Equatable, CustomStringConvertible {
  /// The server cannot listen at an address.
  case cannotListen(address: String, reason: String)
  /// The process has no file descriptor left.
  case outOfDescriptors(String)
  /// The server runs or ran already, or listens nowhere.
  case notReady

  package var description: String {
    switch self {
    case .cannotListen(let address, let reason): "cannot listen at \(address): \(reason)"
    case .outOfDescriptors(let reason): "no file descriptor is left: \(reason)"
    case .notReady: "a server runs once, after it was bound to an address"
    }
  }
}
