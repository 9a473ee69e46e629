import Foundation
import SwiftletJSON
import SwiftletServer
import Synchronization
import Testing

/// Paths, methods, keys, hosts, origins and errors, without a model.
@Suite struct ApplicationTests {
  @Test func pathsWithAndWithoutVersionSlashesAndEncodingAreOne() async throws {
    let server = TestServer.empty()
    for path in ["/v1/models", "/models", "/v1//models", "/v1/models/", "/v1/%6Dodels"] {
      let response = try await server.send("GET", path)
      #expect(response.status == 200 && response["object"] == "list", "\(path)")
    }
    let response1 = try await server.send("GET", "/v1/%zz")
    #expect(response1.status == 400)
    let response2 = try await server.send("HEAD", "/health")
    #expect(response2.status == 200)
  }

  @Test func unknownPathsAndMethodsAreErrorsInTheFormOfTheirProtocol() async throws {
    let server = TestServer.empty()
    let unknown = try await server.send("GET", "/v1/nothing")
    #expect(unknown.status == 404 && unknown["error.type"] == "not_found_error" && unknown["error.code"] == .null)
    let method = try await server.send("GET", "/v1/chat/completions")
    #expect(method.status == 405 && method.headers["allow"] == "POST, OPTIONS")
    #expect(method["error.type"] == "invalid_request_error" && method["error.param"] == .null)
    let ollama = try await server.send("GET", "/api/nothing")
    #expect(ollama["error"]?.string != nil)
    let anthropic = try await server.send("GET", "/v1/messages/nothing")
    #expect(anthropic["type"] == "error" && anthropic["error.type"] == "not_found_error")
    #expect(anthropic["request_id"]?.string == anthropic.headers["request-id"])
  }

  @Test func bodiesThatAreNotJSONAreErrors() async throws {
    let server = TestServer.empty()
    let nested = String(repeating: "[", count: 200)
    for body in ["", "{", "[1] 2", nested] {
      let response = try await server.send("POST", "/v1/chat/completions", body)
      #expect(response.status == 400 && response["error.code"] == "invalid_json", "\(body.prefix(9))")
    }
    let array = try await server.send("POST", "/v1/chat/completions", "[]")
    #expect(array.status == 400 && array["error.type"] == "invalid_request_error")
  }

  @Test func keysAreAskedForExceptByHealthAndPreflights() async throws {
    let server = TestServer.empty {
      $0.keys = ["one", "two"]
      $0.allowedOrigins = ["https://page.example"]
    }
    let origin: HTTPHeaders = ["Origin": "https://page.example", "Access-Control-Request-Method": "POST"]
    let response3 = try await server.send("GET", "/health")
    #expect(response3.status == 200)
    let response4 = try await server.send("OPTIONS", "/v1/chat/completions", headers: origin)
    #expect(response4.status == 204)
    let missing = try await server.send("GET", "/v1/models", headers: origin)
    #expect(missing.status == 401 && missing["error.code"] == "invalid_api_key")
    #expect(missing["error.type"] == "authentication_error" && missing.headers["www-authenticate"] == "Bearer")
    #expect(missing.headers["access-control-allow-origin"] == "https://page.example")
    for (name, value, status) in [
      ("Authorization", "Bearer two", 200), ("authorization", "bearer  one", 200), ("x-api-key", "one", 200),
      ("Authorization", "Bearer on", 401), ("Authorization", "Bearer oneone", 401), ("x-api-key", "", 401),
      ("Authorization", "Basic one", 401),
    ] {
      let response = try await server.send("GET", "/v1/models", headers: HTTPHeaders([.init(name: name, value: value)]))
      #expect(response.status == status, "\(name): \(value)")
    }
    // An unknown path says no more than a known one.
    let response5 = try await server.send("GET", "/v1/nothing")
    #expect(response5.status == 401)
    server.setKeys(["three"])
    let response6 = try await server.send("GET", "/v1/models", headers: ["x-api-key": "one"])
    #expect(response6.status == 401)
    let response7 = try await server.send("GET", "/v1/models", headers: ["x-api-key": "three"])
    #expect(response7.status == 200)
  }

  @Test func hostsOfOtherNamesAreRefusedWhereOnlyThisMachineIsServed() async throws {
    let server = TestServer.empty { $0.allowedHosts = ["box.example"] }
    for (host, status) in [
      ("localhost:8080", 200), ("127.0.0.1", 200), ("[::1]:8080", 200), ("BOX.example:1", 200), ("evil.example", 403),
      ("127.0.0.1.evil.example", 403), ("127.0.0.2:8080", 200), ("127.255.255.255", 200), ("127.0.0", 403),
      ("127.0.0.256", 403), ("127.0.0.1.1", 403), ("127.+1.0.1", 403), ("128.0.0.1", 403), ("127.evil.example", 403),
    ] {
      let response = try await server.send("GET", "/v1/models", headers: ["Host": host])
      #expect(response.status == status, "\(host)")
    }
    let response8 = try await TestServer.empty().send("GET", "/v1/models", headers: ["Host": "evil.example"])
    #expect(response8.status == 200)
  }

  @Test func originsOfOtherPagesAreRefusedUnlessTheyAreAllowed() async throws {
    let server = TestServer.empty { $0.allowedOrigins = ["https://page.example"] }
    for (origin, status) in [
      ("http://localhost:8080", 200), ("https://page.example", 200), ("https://evil.example", 403), ("null", 403),
      ("http://localhost:9090", 403),
    ] {
      let response = try await server.send(
        "GET", "/v1/models", headers: ["Host": "localhost:8080", "Origin": origin])
      #expect(response.status == status, "\(origin)")
      let shown = response.headers["access-control-allow-origin"]
      #expect(shown == (origin == "https://page.example" ? origin : nil))
    }
    let response9 = try await server.send("GET", "/v1/models")
    #expect(response9.status == 200)
  }

  @Test func preflightsAllowTheFieldsThatAreAskedFor() async throws {
    let server = TestServer.empty { $0.allowedOrigins = ["*"] }
    let response = try await server.send(
      "OPTIONS", "/v1/chat/completions",
      headers: [
        "Origin": "https://page.example", "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, x-stainless-os",
      ])
    #expect(response.status == 204 && response.body.isEmpty)
    #expect(response.headers["access-control-allow-headers"] == "authorization, x-stainless-os")
    #expect(response.headers["access-control-allow-methods"]?.contains("POST") == true)
    #expect(response.headers["access-control-allow-origin"] == "https://page.example")
  }

  @Test func identifiersOfClientsAreKeptIfTheyAreShortAndPrintable() async throws {
    let server = TestServer.empty()
    func id(_ given: String?) async throws -> String? {
      let headers = HTTPHeaders(given.map { [HTTPHeaders.Field(name: "X-Request-ID", value: $0)] } ?? [])
      return try await server.send("GET", "/health", headers: headers).headers["x-request-id"]
    }
    let value10 = try await id("abc-1")
    #expect(value10 == "abc-1")
    for given in [nil, "a b", "a\u{7F}", String(repeating: "x", count: 129)] {
      let found = try await id(given)
      #expect(found?.hasPrefix("req_") == true && found != given)
    }
    let response = try await server.send("GET", "/health")
    #expect(response.headers["server"]?.hasPrefix("swiftlet/") == true)
  }

  @Test func errorsOfTheServerSayNothingAboutItsFiles() async throws {
    let log = Lines()
    var configuration = ServerConfiguration()
    configuration.log = { log.append($0) }
    let server = ServerApplication(
      models: [], configuration: configuration,
      routes: [
        Route("GET", "/v1/fail") { _ in throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "/a/b"]) }
      ])
    let response = try await server.send("GET", "/fail")
    #expect(response.status == 500 && response["error.type"] == "server_error")
    #expect(!response.body.contains("/a/b"))
    #expect(log.lines.contains { $0.contains("/a/b") })
  }

  @Test func aServerThatEndsRefusesRequestsAndSaysSo() async throws {
    let server = TestServer.empty()
    server.drain()
    let health = try await server.send("GET", "/health")
    #expect(health.status == 503 && health["status"] == "draining")
    let models = try await server.send("GET", "/v1/models")
    #expect(models.status == 503 && models["error.code"] == "draining")
    #expect(models.headers["retry-after"] != nil && models.headers["connection"] == "close")
  }

  @Test func theAccessLogHasOneLineForARequestWithoutItsQuery() async throws {
    let log = Lines()
    let server = TestServer.empty { $0.log = { log.append($0) } }
    _ = await server.respond(
      to: HTTPRequest(
        method: "GET", path: "/v1/models\n", query: "secret", headers: ["x-request-id": "r1"],
        remoteAddress: "127.0.0.1"))
    try #require(log.lines.count == 1)
    let words = log.lines[0].split(separator: " ")
    #expect(words.dropFirst().prefix(4) == ["127.0.0.1", "GET", "/v1/models%A", "404"])
    #expect(words.contains("id=r1") && !log.lines[0].contains("secret"))
    let json = TestServer.empty {
      $0.log = { log.append($0) }
      $0.logFormat = .json
    }
    _ = try await json.send("GET", "/health")
    let line = try JSONValue.read(Array(log.lines[1].utf8), options: .init())
    #expect(line["status"]?.count == 200 && line["path"] == "/health" && line["method"] == "GET")
  }
}

/// Lines that closures of several tasks append.
private final class Lines: Sendable {
  private let state = Mutex<[String]>([])

  var lines: [String] { state.withLock { $0 } }

  func append(_ line: String) { state.withLock { $0.append(line) } }
}
