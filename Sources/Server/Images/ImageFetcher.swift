import Foundation
import Swiftlet
import SwiftletHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fetches the images that requests name by addresses of web servers.
///
/// A server that fetches what its clients name could be made to read what only it can reach. So the addresses of a name
/// are looked up and checked, also of each redirection, and the connection goes to a checked one. Over TLS, where the
/// name is looked up a second time, the certificate has to be one for the name of the URL, which servers that only this
/// machine reaches do not have.
struct ImageFetcher: Sendable {
  /// The largest number of redirections.
  private static let redirectionLimit = 3
  /// The largest number of images of a request.
  static let countLimit = 32

  private let client: HTTPClient
  private let timeout: Duration
  private let byteLimit: Int

  /// Creates a fetcher.
  init(_ policy: ServerConfiguration.ImageAddresses) {
    client = HTTPClient(allowing: policy.allows)
    (timeout, byteLimit) = (policy.timeout, policy.byteLimit)
  }

  /// Returns images with the data of those that have to be fetched.
  ///
  /// - Throws: ``RequestFailure`` that says why an image cannot be fetched, or `CancellationError`.
  func fetched(_ images: [Transcript.ImageAttachment]) async throws -> [Transcript.ImageAttachment] {
    let count = images.count { $0.webURL != nil }
    guard count <= Self.countLimit else {
      throw Self.failure("found \(count) images at addresses, expected at most \(Self.countLimit) of a request")
    }
    var result: [Transcript.ImageAttachment] = []
    for image in images {
      guard let url = image.webURL else {
        result.append(image)
        continue
      }
      result.append(Transcript.ImageAttachment(data: try await fetch(url)))
    }
    return result
  }

  private func fetch(_ first: URL) async throws -> Data {
    let deadline = ContinuousClock.now + timeout
    var url = first
    for _ in 0...Self.redirectionLimit {
      try Self.check(url)
      var request = URLRequest(url: url)
      request.setValue("image/*", forHTTPHeaderField: "Accept")
      request.setValue("swiftlet/\(LibraryVersion.number)", forHTTPHeaderField: "User-Agent")
      let exchange = client.send(
        request, within: .init(idleTimeout: timeout, deadline: deadline, bytes: byteLimit))
      do {
        let head = try await exchange.head()
        if [301, 302, 303, 307, 308].contains(head.status), let next = head.fields["location"],
          let target = URL(string: next, relativeTo: url)?.absoluteURL
        {
          exchange.cancel()
          url = target
          continue
        }
        guard head.status == 200 else {
          exchange.cancel()
          throw Self.failure("the server of \(Self.short(url)) answered \(head.status), expected 200")
        }
        var data = Data()
        while let part = try await exchange.bytes() { data += part }
        return data
      } catch let failure as HTTPFailure {
        throw Self.failure("\(Self.short(url)) cannot be fetched: \(failure.reason)")
      }
    }
    throw Self.failure("\(Self.short(first)) leads to more than \(Self.redirectionLimit) other addresses")
  }

  private static func check(_ url: URL) throws(RequestFailure) {
    guard ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false else {
      throw failure("\(short(url)) is no address of a web server")
    }
    guard url.user() == nil, url.password() == nil else {
      throw failure("\(url.host() ?? "") is named with a password, expected an address without one")
    }
  }

  private static func failure(_ reason: String) -> RequestFailure {
    RequestFailure(400, .invalidRequest, code: "invalid_image_url", parameter: "messages", reason)
  }

  private static func short(_ url: URL) -> String { String(url.absoluteString.prefix(100)) }
}

extension RoutedRequest {
  /// True if images at addresses of web servers are fetched.
  var fetchesImages: Bool { services.configuration.imageAddresses != nil }

  /// Returns a request with the data of its images at addresses of web servers.
  ///
  /// - Throws: ``RequestFailure`` that says why one cannot be fetched, or `CancellationError`.
  func fetchingImages(
    of request: LanguageModelExecutorGenerationRequest
  ) async throws -> LanguageModelExecutorGenerationRequest {
    guard let policy = services.configuration.imageAddresses,
      request.engine.images.contains(where: { $0.webURL != nil })
    else { return request }
    var request = request
    request.engine.images = try await ImageFetcher(policy).fetched(request.engine.images)
    return request
  }
}
