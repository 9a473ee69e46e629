/// A request that the transport refuses.
package struct HTTPRequestError: Error, Hashable {
  /// The status of the response: 400, 408, 413, 414, 415, 431, 501, 503 or 505.
  package var status: Int
  /// The reason, for the client.
  package var message: String

  /// Creates an error.
  package init(status: Int, message: String) {
    (self.status, self.message) = (status, message)
  }

  /// Creates the error of a malformed request.
  static func malformed(_ message: String) -> HTTPRequestError {
    HTTPRequestError(status: 400, message: message)
  }
}
