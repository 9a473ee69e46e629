/// A response: status, header fields and a body that is whole or streamed.
///
/// Fields of the connection (`Content-Length`, `Transfer-Encoding`, `Connection`, `Date`) are those of the server.
public struct HTTPResponse: Sendable {
  /// A body.
  public enum Body: Sendable {
    /// A whole body.
    case bytes([UInt8])
    /// A streamed body, written by a closure, which runs in a task of the connection.
    ///
    /// If the client goes away, the task is cancelled. If the closure throws an error, the connection is closed without
    /// the mark of the body's end, so that the client notices.
    case stream(@Sendable (any HTTPBodyWriter) async throws -> Void)
  }

  /// The status, such as 200.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body.
  public var body: Body

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - headers: The header fields.
  ///   - body: The body.
  public init(status: Int, headers: HTTPHeaders = [:], body: Body = .bytes([])) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}

/// A destination of a streamed body.
public protocol HTTPBodyWriter: Sendable {
  /// Writes bytes, which are sent at once.
  ///
  /// Returns when they, or all but a limited number of them, are on their way, so that a slow reader slows the writer.
  ///
  /// - Parameter bytes: The bytes, one or more events at a time.
  /// - Throws: `CancellationError` if the client is gone, or did not read for too long.
  func write(_ bytes: [UInt8]) async throws
}
