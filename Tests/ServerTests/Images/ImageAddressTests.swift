import Foundation
import Swiftlet
import SwiftletHTTP
import SwiftletServer
import SwiftletWeights
import Synchronization
import TestSupport
import Testing

/// Images at addresses of web servers.
@Suite(.enabled(if: DefaultModel.bundledURL != nil, "needs the default model"))
struct ImageAddressTests {
  /// The doors that have URLs.
  private static func bodies(_ url: String) -> [(path: String, body: String)] {
    [
      (
        "/v1/chat/completions",
        #"{"max_tokens": 1, "messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "\#(url)"}}]}]}"#
      ),
      (
        "/v1/messages",
        #"{"max_tokens": 1, "messages": [{"role": "user", "content": [{"type": "image", "source": {"type": "url", "url": "\#(url)"}}]}]}"#
      ),
      (
        "/v1/responses",
        #"{"max_output_tokens": 1, "input": [{"role": "user", "content": [{"type": "input_image", "image_url": "\#(url)"}]}]}"#
      ),
    ]
  }

  @Test func withoutTheOptionTheErrorNamesIt() async throws {
    let server = try ImageServer()
    for (path, body) in Self.bodies("https://example.org/a.png") {
      let response = try await server.send("POST", path, body)
      #expect(response.status == 400 && response.body.contains("--image-urls"), "\(path): \(response.body)")
    }
  }

  @Test func addressesOfThisMachineAndPrivateNetworksAreRefused() async throws {
    let server = try ImageServer { $0.imageAddresses = .init() }
    for url in [
      "http://127.0.0.1:9/a.png", "http://localhost/a.png", "http://10.0.0.1/", "http://[::1]/a.png",
      "http://169.254.169.254/latest/meta-data", "http://0x7f000001/", "http://[::ffff:192.168.0.1]/",
      "https://127.0.0.1/a.png", "http://2130706433/",
    ] {
      for (path, body) in Self.bodies(url) {
        let response = try await server.send("POST", path, body)
        #expect(response.status == 400 && response.body.contains("private network"), "\(url): \(response.body)")
      }
    }
    for url in ["http://user:word@example.org/a.png", "ftp://example.org/a.png", "file:///etc/passwd", "http:///a"] {
      for (path, body) in Self.bodies(url) {
        let response = try await server.send("POST", path, body)
        #expect(response.status == 400, "\(url): \(response.body)")
      }
    }
  }

  @Test func imagesOfAllowedAddressesAreFetched() async throws {
    let pictures = try PictureSite()
    let task = Task { try await pictures.server.run() }
    defer { task.cancel() }
    let server = try ImageServer {
      $0.imageAddresses = .init()
      // The site shares its threads with all other tests.
      $0.imageAddresses?.timeout = .seconds(3600)
      $0.imageAddresses?.allows = { _ in true }
      $0.imageAddresses?.byteLimit = 100_000
    }
    for place in ["picture", "moved/3"] {
      for (path, body) in Self.bodies(pictures.base + place) {
        let response = try await server.send("POST", path, body)
        #expect(response.status == 200, "\(place): \(response.body)")
      }
    }
    for (place, reason) in [
      ("moved/5", "3 other addresses"), ("nowhere", "answered 404"), ("large", "more than 100000 bytes"),
      ("away", "no address of a web server"), ("text", "cannot be decoded"),
    ] {
      for (path, body) in Self.bodies(pictures.base + place) {
        let response = try await server.send("POST", path, body)
        #expect(response.status == 400 && response.body.contains(reason), "\(place): \(response.body)")
      }
    }
    pictures.server.shutDown(drainTimeout: .zero)
  }

  @Test func redirectionsToOtherAddressesAreChecked() async throws {
    let pictures = try PictureSite()
    let task = Task { try await pictures.server.run() }
    defer { task.cancel() }
    // The first address is allowed, the one that it leads to is not.
    let seen = Mutex(0)
    let server = try ImageServer {
      $0.imageAddresses = .init()
      // The site shares its threads with all other tests.
      $0.imageAddresses?.timeout = .seconds(3600)
      $0.imageAddresses?.allows = { _ in
        seen.withLock { seen in
          seen += 1
          return seen == 1
        }
      }
    }
    let (path, body) = Self.bodies(pictures.base + "moved/1")[0]
    let response = try await server.send("POST", path, body)
    #expect(response.status == 400 && response.body.contains("private network"), "\(response.body)")
    pictures.server.shutDown(drainTimeout: .zero)
  }
}

/// A web server of pictures.
private struct PictureSite {
  let server: ModelServer
  let base: String

  init() throws {
    let picture = [UInt8](try Data(contentsOf: URL(filePath: TestFiles.fixture("images/jpeg-420.jpg"))))
    let routes = [
      Route("GET", "/picture") { _ in
        HTTPResponse(status: 200, headers: ["Content-Type": "image/jpeg"], body: .bytes(picture))
      },
      Route("GET", "/large") { _ in HTTPResponse(status: 200, body: .bytes([UInt8](repeating: 0, count: 200_000))) },
      Route("GET", "/text") { _ in HTTPResponse(status: 200, body: .bytes(Array("text".utf8))) },
      Route("GET", "/away") { _ in HTTPResponse(status: 302, headers: ["Location": "file:///etc/passwd"]) },
      Route("GET", "/moved/*") { routed in
        let rest = (Int(routed.rest) ?? 0) - 1
        return HTTPResponse(status: 302, headers: ["Location": rest > 0 ? "/moved/\(rest)" : "/picture"])
      },
    ]
    var configuration = ServerConfiguration()
    configuration.logFormat = .off
    server = try ModelServer(
      application: ServerApplication(models: [], configuration: configuration, routes: routes),
      address: HTTPAddress(host: "127.0.0.1", port: 0), limits: HTTPServerLimits())
    base = "\(try #require(server.addresses.first))/"
  }
}
