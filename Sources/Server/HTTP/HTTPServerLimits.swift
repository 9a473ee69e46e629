/// The limits of a server on sizes, numbers and times of its clients.
package struct HTTPServerLimits: Sendable {
  /// The maximum length of a request line in bytes; more is status 414.
  package var requestLineBytes = 8 << 10
  /// The maximum total length of the header lines in bytes; more is status 431.
  package var headerBytes = 64 << 10
  /// The maximum number of header lines; more is status 431.
  package var headerLines = 100
  /// The maximum length of a body in bytes; more is status 413.
  package var bodyBytes = 64 << 20
  /// The maximum total length in bytes of all bodies that are being received; more is status 503.
  package var allBodiesBytes = 1 << 30
  /// The number of bytes of a refused body that are read to keep the connection alive.
  package var discardedBytes = 64 << 10
  /// The number of unsent bytes above which writers are suspended.
  package var unsentBytes = 256 << 10
  /// The maximum number of connections; further ones get status 503.
  package var connections = 256
  /// The number of file descriptors of this process, of which connections leave the last 32 to all else.
  ///
  /// Swift's dispatch library ends the process if it cannot open a file.
  package var descriptors = SystemLimits.descriptorCount
  /// The number of requests after which a connection is closed.
  package var requestsPerConnection = 1000

  /// The maximum time from the first byte of a head to its end; more is status 408.
  package var headTimeout = Duration.seconds(10)
  /// The maximum time between bytes of a body; more is status 408.
  package var bodyGapTimeout = Duration.seconds(30)
  /// The maximum time of a body; more is status 408.
  package var bodyTimeout = Duration.seconds(300)
  /// The time after which a connection without a request is closed.
  package var idleTimeout = Duration.seconds(75)
  /// The maximum time without progress of a write; then the handler is cancelled.
  package var writeTimeout = Duration.seconds(60)
  /// The maximum time for which a closing connection discards what the client still sends.
  package var lingerTimeout = Duration.seconds(2)
  /// The time that cancelled handlers have to end their responses when the server shuts down.
  package var cancellationTimeout = Duration.seconds(1)

  /// Creates the default limits.
  package init() {}
}
