import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport that uses `URLSession`.
///
/// It uses a delegate, since the asynchronous sequences of `URLSession` do not exist on Linux.
final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let router: HTTPRouter
  private let task: URLSessionTask

  #if canImport(FoundationNetworking)
    /// The queue on which tasks are cancelled, which may block.
    private static let cancellationQueue = DispatchQueue(label: "swiftlet-http-ends", attributes: .concurrent)

    /// Creates a transport with a separate session, so that a hanging one does not block others.
    init(_ request: URLRequest) {
      router = HTTPRouter()
      session = router.session()
      task = session.dataTask(with: request)
    }
  #else
    /// The shared session, which keeps connections alive.
    private static let shared = {
      let router = HTTPRouter()
      return (router: router, session: router.session())
    }()

    /// Creates a transport.
    init(_ request: URLRequest) {
      (router, session) = Self.shared
      task = session.dataTask(with: request)
    }
  #endif

  func start(deliveringTo exchange: HTTPExchange) {
    router.add(exchange, for: task)
    task.resume()
    #if canImport(FoundationNetworking)
      session.finishTasksAndInvalidate()
    #endif
  }

  func cancel() {
    // A hanging task must not keep the exchange alive.
    router.remove(task)
    #if canImport(FoundationNetworking)
      Self.cancellationQueue.async { [task] in task.cancel() }
    #else
      task.cancel()
    #endif
  }
}

/// A delegate that forwards received data to the exchange of its task.
private final class HTTPRouter: NSObject, URLSessionDataDelegate {
  private let exchanges = Mutex<[Int: HTTPExchange]>([:])

  /// Creates a session with this router as its delegate.
  func session() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    // Each stream occupies a connection for the whole generation, so the default limit is too low.
    configuration.httpMaximumConnectionsPerHost = 1024
    return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }

  func add(_ exchange: HTTPExchange, for task: URLSessionTask) {
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  @discardableResult
  func remove(_ task: URLSessionTask) -> HTTPExchange? {
    exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
  }

  private func exchange(of task: URLSessionTask) -> HTTPExchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    exchange(of: dataTask)?.receive(HTTPExchange.Head(response))
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(of: dataTask)?.receive(data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let exchange = remove(task) else { return }
    exchange.complete(error.map { HTTPFailure($0, hasBegun: exchange.hasHead) })
  }

  // A redirection would carry the key to another server.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}

extension HTTPExchange.Head {
  /// Creates the head of a `URLSession` response.
  fileprivate init(_ response: URLResponse) {
    self.init(status: 0, fields: [:])
    guard let response = response as? HTTPURLResponse else { return }
    status = response.statusCode
    for (name, value) in response.allHeaderFields { fields["\(name)".lowercased()] = "\(value)" }
  }
}

extension HTTPFailure {
  /// Creates the failure for an error of `URLSession`.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - hasBegun: True if the head has been received.
  fileprivate init(_ error: any Error, hasBegun: Bool) {
    let reason = error.localizedDescription
    #if os(Linux)
      if let failure = CurlLibrary.permanentFailure(reason) {
        self = failure
        return
      }
    #endif
    if let error = error as? URLError, error.code == .timedOut {
      self = .timedOut(reason)
    } else {
      self = hasBegun ? .lost(reason) : .unreachable(reason)
    }
  }
}
