import Foundation

/// The state that the connections of a server share; confined to the thread of the sockets.
final class HTTPServerContext {
  let limits: HTTPServerLimits
  let hooks: HTTPServerHooks
  let handler: @Sendable (HTTPRequest) async -> HTTPResponse
  let mailbox: HTTPServerMailbox
  /// A buffer for reading.
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// The time at which the current events were returned.
  var now = ContinuousClock.now
  /// The total length of all bodies that are being received.
  var bodyBytes = 0
  /// True if the server is shutting down, so that no connection is kept alive.
  var isDraining = false
  private var dates = HTTPDate()

  init(
    limits: HTTPServerLimits, hooks: HTTPServerHooks, mailbox: HTTPServerMailbox,
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) {
    (self.limits, self.hooks, self.mailbox, self.handler) = (limits, hooks, mailbox, handler)
  }

  /// The value of the field `Date`.
  var date: String { dates.text(at: time(nil)) }
}
