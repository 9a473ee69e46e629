import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The connections to servers.
///
/// Asks through a delegate, since the asynchronous sequences of `URLSession` do not exist on Linux.
final class HTTPClient: Sendable {
  private let session: URLSession
  private let router = HTTPRouter()

  /// The one of this process, which is never given up: a session that ends would cut off what still runs in it.
  static let shared = HTTPClient()

  private init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    // Each stream takes a connection for as long as the model talks, so a few would soon be none.
    configuration.httpMaximumConnectionsPerHost = 1024
    session = URLSession(configuration: configuration, delegate: router, delegateQueue: nil)
  }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - bounds: How long and how large the answer may be.
  /// - Returns: The exchange that has begun, which goes on until its end is read, or until it is cancelled.
  func send(_ request: URLRequest, within bounds: HTTPExchange.Bounds) -> HTTPExchange {
    let task = session.dataTask(with: request)
    let exchange = HTTPExchange(task: task, bounds: bounds)
    router.add(exchange, for: task)
    exchange.start()
    return exchange
  }
}

/// Hands what arrives to the exchange that it belongs to.
private final class HTTPRouter: NSObject, URLSessionDataDelegate {
  private let exchanges = Mutex<[Int: HTTPExchange]>([:])

  func add(_ exchange: HTTPExchange, for task: URLSessionTask) {
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  private func exchange(of task: URLSessionTask) -> HTTPExchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    exchange(of: dataTask)?.receive(response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(of: dataTask)?.receive(data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.complete(error)
  }

  // A redirection would carry the key to another server.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
