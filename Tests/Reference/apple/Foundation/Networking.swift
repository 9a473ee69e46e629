// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Foundation as Apple documents it, as far as Swiftlet uses it: requests and sessions, which are a part of it there.
//
// What a delegate may do is optional there. Here it is required, so that a method whose type differs is found.
//
// Classes are `@unchecked Sendable` where Apple's are so: the conformance is a part of the declaration. Here it holds
// since nothing of this is ever linked or run, so that no two threads share an instance.

public struct URLRequest: Hashable, Sendable {
  public init(url: URL) {}
  public var url: URL? { nil }
  public var httpBody: Data?
  public var httpMethod: String?
  public var timeoutInterval: TimeInterval {
    get { 0 }
    set {}
  }
  public var allHTTPHeaderFields: [String: String]?
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
  public func value(forHTTPHeaderField field: String) -> String? { nil }
}

open class URLResponse: NSObject, @unchecked Sendable {}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  public var statusCode: Int { 0 }
  public var allHeaderFields: [AnyHashable: Any] { [:] }
}

public struct URLError: Error, Sendable {
  public struct Code: Hashable, Sendable {
    public static var timedOut: Code { Code() }
  }
  public var code: Code { Code() }
  public static var timedOut: Code { Code() }
}

open class URLSessionTask: NSObject, @unchecked Sendable {
  public var taskIdentifier: Int { 0 }
  public func resume() {}
  public func cancel() {}
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

open class URLCache: NSObject, @unchecked Sendable {}
open class HTTPCookieStorage: NSObject, @unchecked Sendable {}
open class URLCredentialStorage: NSObject, @unchecked Sendable {}
open class OperationQueue: NSObject, @unchecked Sendable {}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  public class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }
  public var urlCache: URLCache?
  public var httpCookieStorage: HTTPCookieStorage?
  public var httpShouldSetCookies = true
  public var urlCredentialStorage: URLCredentialStorage?
  public var httpMaximumConnectionsPerHost = 6
}

open class URLSession: NSObject, @unchecked Sendable {
  public enum ResponseDisposition: Int, Sendable { case cancel, allow, becomeDownload, becomeStream }
  public convenience init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue queue: OperationQueue?
  ) { self.init() }
  public func dataTask(with request: URLRequest) -> URLSessionDataTask { URLSessionDataTask() }
  public func finishTasksAndInvalidate() {}
}

public protocol URLSessionDelegate: NSObject, Sendable {}

public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)
}

public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
