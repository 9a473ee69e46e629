import Foundation
import Testing

@testable import SwiftletHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct SerializedHTTPRequestTests {
  private func bytes(
    _ address: String, _ fields: [String: String] = [:], body: String? = nil
  ) throws -> SerializedHTTPRequest {
    var request = URLRequest(url: try #require(URL(string: address)))
    request.httpMethod = "POST"
    request.httpBody = body.map { Data($0.utf8) }
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    return try SerializedHTTPRequest(request)
  }

  @Test("A request is written with its fields and its body; those that follow from it are not the caller's")
  func written() throws {
    let fields = [
      "Authorization": "Bearer k", "Connection": "keep-alive", "Content-Length": "7", "Expect": "x",
    ]
    let request = try bytes("http://example.com:8000/v1/chat%20x/completions?a=b%26c", fields, body: "Grüße")
    #expect(request.host == "example.com" && request.port == 8000)
    #expect(
      String(decoding: request.bytes, as: UTF8.self)
        == "POST /v1/chat%20x/completions?a=b%26c HTTP/1.1\r\nHost: example.com:8000\r\nConnection: close\r\n"
        + "Accept-Encoding: identity\r\nContent-Length: 7\r\nAuthorization: Bearer k\r\n\r\nGrüße")
  }

  @Test(
    "The host is the name or the number to connect to, and what the server expects to be called",
    arguments: [
      ("http://a.example", "a.example", 80, "a.example", "/"), ("http://a:80/x", "a", 80, "a", "/x"),
      ("http://127.0.0.1:81/", "127.0.0.1", 81, "127.0.0.1:81", "/"),
      ("http://[::1]:8080/x?y", "::1", 8080, "[::1]:8080", "/x?y"),
    ])
  func hosts(address: String, host: String, port: UInt16, name: String, target: String) throws {
    let request = try bytes(address)
    #expect(request.host == host && request.port == port)
    let text = String(decoding: request.bytes, as: UTF8.self)
    #expect(text.hasPrefix("POST \(target) HTTP/1.1\r\nHost: \(name)\r\n"))
  }

  @Test("The caller may give another name to the host")
  func named() throws {
    let text = String(decoding: try bytes("http://127.0.0.1/", ["Host": "models.local"]).bytes, as: UTF8.self)
    #expect(text.hasPrefix("POST / HTTP/1.1\r\nHost: models.local\r\nConnection:"))
  }

  @Test("A port that cannot exist is an error", arguments: ["http://a:0/", "http://a:65536/"])
  func port(address: String) {
    let error = #expect(throws: HTTPFailure.self) { try bytes(address) }
    if case .unreachable? = error {} else { Issue.record("\(String(describing: error))") }
  }
}
