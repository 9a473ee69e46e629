import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request that Foundation's networking carries.
///
/// Asks through a delegate, since the asynchronous sequences of `URLSession` do not exist on Linux.
final class URLSessionTransfer: HTTPTransfer {
  private let session: URLSession
  private let router: HTTPRouter
  private let task: URLSessionTask

  #if canImport(FoundationNetworking)
    /// Where sessions are ended, which at times waits.
    private static let ends = DispatchQueue(label: "swiftlet-http-ends", attributes: .concurrent)

    /// Creates a transfer with a session of its own, so that one that does not end holds up no other.
    init(_ request: URLRequest) {
      router = HTTPRouter()
      session = router.session()
      task = session.dataTask(with: request)
    }
  #else
    /// The session of this process, which keeps connections.
    private static let shared = {
      let router = HTTPRouter()
      return (router: router, session: router.session())
    }()

    /// Creates a transfer.
    init(_ request: URLRequest) {
      (router, session) = Self.shared
      task = session.dataTask(with: request)
    }
  #endif

  func start(telling exchange: HTTPExchange) {
    router.add(exchange, for: task)
    task.resume()
    #if canImport(FoundationNetworking)
      session.finishTasksAndInvalidate()
    #endif
  }

  func cancel() {
    // What does not end is not to keep the exchange alive.
    router.remove(task)
    #if canImport(FoundationNetworking)
      Self.ends.async { [task] in task.cancel() }
    #else
      task.cancel()
    #endif
  }
}

/// Hands what arrives to the exchange that it belongs to.
private final class HTTPRouter: NSObject, URLSessionDataDelegate {
  private let exchanges = Mutex<[Int: HTTPExchange]>([:])

  /// Makes a session that tells this router what arrives.
  func session() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    // Each stream takes a connection for as long as the model talks, so a few would soon be none.
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
  /// The head of an answer to `URLSession`.
  fileprivate init(_ response: URLResponse) {
    self.init(status: 0, fields: [:])
    guard let response = response as? HTTPURLResponse else { return }
    status = response.statusCode
    for (name, value) in response.allHeaderFields { fields["\(name)".lowercased()] = "\(value)" }
  }
}

extension HTTPFailure {
  /// The failure behind an error of `URLSession`.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - hasBegun: Whether a part of the answer had come.
  fileprivate init(_ error: any Error, hasBegun: Bool) {
    let reason = error.localizedDescription
    if let error = error as? URLError, error.code == .timedOut {
      self = .timedOut(reason)
    } else {
      self = hasBegun ? .lost(reason) : .unreachable(reason)
    }
  }
}
