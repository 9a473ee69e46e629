import Foundation
import Swiftlet
import SwiftletHTTP
import Synchronization

/// An HTTP/1.1 server (RFC 9112).
///
/// One thread owns all sockets and never waits for anything but them; requests are handled in tasks. A client that
/// closes its connection, or only its sending side, cancels the task of its request.
package final class HTTPServer: Sendable {
  private struct State {
    var listeners: [ListeningSocket] = []
    var hasRun = false
  }

  private let limits: HTTPServerLimits
  private let hooks: HTTPServerHooks
  private let handler: @Sendable (HTTPRequest) async -> HTTPResponse
  private let mailbox: HTTPServerMailbox
  private let state = Mutex(State())

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - limits: The limits on clients.
  ///   - hooks: The closures by which an application takes part in the transport.
  ///   - handler: A closure that responds to requests.
  /// - Throws: ``HTTPServerError/outOfDescriptors(_:)``
  package init(
    limits: HTTPServerLimits = HTTPServerLimits(), hooks: HTTPServerHooks = HTTPServerHooks(),
    handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) throws(HTTPServerError) {
    (self.limits, self.hooks, self.handler) = (limits, hooks, handler)
    do throws(HTTPFailure) {
      mailbox = try HTTPServerMailbox()
    } catch {
      throw .outOfDescriptors(error.reason)
    }
  }

  /// Throws unless there are descriptors for the loop, which opens its own when it runs, and for a connection.
  private static func requireDescriptors() throws(HTTPServerError) {
    let poller = try SocketPoller()
    do throws(HTTPFailure) {
      _ = try WakePipe()
    } catch {
      throw .outOfDescriptors(error.reason)
    }
    _ = consume poller
  }

  /// Listens at an address, before the server runs.
  ///
  /// Connections wait from then on.
  ///
  /// - Throws: ``HTTPServerError``
  package func bind(to address: HTTPAddress) throws(HTTPServerError) {
    let listeners = try ListeningSocket.open(address)
    // After this, callers say that the server listens.
    try Self.requireDescriptors()
    let isReady = state.withLock { state in
      guard !state.hasRun else { return false }
      state.listeners += listeners
      return true
    }
    guard isReady else { throw .notReady }
  }

  /// The addresses to which the server was bound, with the ports that were chosen.
  package var boundAddresses: [HTTPAddress] {
    state.withLock { $0.listeners.map { $0.address } }
  }

  /// Runs the server until it is shut down.
  ///
  /// If the task is cancelled, the server shuts down at once: handlers are cancelled, and have a second to end their
  /// responses.
  ///
  /// - Throws: ``HTTPServerError``
  package func run() async throws(HTTPServerError) {
    let listeners = state.withLock { state -> [ListeningSocket] in
      guard !state.hasRun else { return [] }
      state.hasRun = !state.listeners.isEmpty
      return state.listeners
    }
    guard !listeners.isEmpty else { throw .notReady }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let thread = Thread { [self] in continuation.resume(returning: runLoop(listeners)) }
        thread.name = "swiftlet-server"
        thread.start()
      }
    } onCancel: {
      shutDown(drainTimeout: .zero)
    }
    try result.get()
  }

  private func runLoop(_ listeners: [ListeningSocket]) -> Result<Void, HTTPServerError> {
    Result { () throws(HTTPServerError) in
      let context = HTTPServerContext(limits: limits, hooks: hooks, mailbox: mailbox, handler: handler)
      try HTTPEventLoop(listeners: listeners, context: context).run()
    }
  }

  /// Shuts the server down, without waiting for it.
  ///
  /// No connection is accepted any more, and those without a request are closed. Responses that have begun may end
  /// until a time; then their tasks are cancelled, and shortly after that the connections are closed. A second call can
  /// bring the time forward.
  ///
  /// - Parameter drainTimeout: The time for responses to end.
  package func shutDown(drainTimeout: Duration) {
    mailbox.shutDown(by: .now + drainTimeout)
  }
}
