import Foundation
import SwiftletHTTP
import Testing

/// The hosts that are reached over a proxy, by the variables of the environment.
@Suite struct HTTPProxiesTests {
  private static let proxy = "http://proxy:3128"

  @Test(
    arguments: [
      // Variables, host, and whether it is reached over the proxy.
      ([:], "host", false), (["http_proxy": proxy], "host", true), (["http_proxy": ""], "host", false),
      // A server's environment can have this one from a request's field.
      (["HTTP_PROXY": proxy], "host", false),
      (["all_proxy": proxy], "host", true), (["ALL_PROXY": proxy], "host", true),
      (["http_proxy": "", "ALL_PROXY": proxy], "host", true), (["https_proxy": proxy], "host", false),
      (["no_proxy": "other"], "host", false),
      (["http_proxy": proxy, "no_proxy": "host"], "host", false),
      (["http_proxy": proxy, "NO_PROXY": "host"], "HOST", false),
      (["http_proxy": proxy, "no_proxy": "host"], "other", true),
      (["http_proxy": proxy, "no_proxy": "example.com"], "a.example.com", false),
      (["http_proxy": proxy, "no_proxy": ".example.com"], "a.example.com", false),
      (["http_proxy": proxy, "no_proxy": ".example.com"], "example.com", false),
      (["http_proxy": proxy, "no_proxy": "example.com"], "badexample.com", true),
      (["http_proxy": proxy, "no_proxy": "a, b,,127.0.0.1"], "127.0.0.1", false),
      (["http_proxy": proxy, "no_proxy": "a b"], "b", false), (["http_proxy": proxy, "no_proxy": "*"], "host", false),
      (["http_proxy": proxy, "no_proxy": "", "NO_PROXY": "host"], "host", false),
      (["http_proxy": proxy, "no_proxy": "other", "NO_PROXY": "host"], "host", true),
    ] as [([String: String], String, Bool)])
  func hosts(_ environment: [String: String], _ host: String, _ expected: Bool) {
    #expect(HTTPProxies(environment: environment).contains(host) == expected)
  }

  @Test func onlyOwnSocketsStopReading() throws {
    let client = HTTPClient(proxies: HTTPProxies(environment: ["http_proxy": Self.proxy, "no_proxy": "near"]))
    let hosts = try ["http://near/x", "http://far/x", "https://near/x"].map { try #require(URL(string: $0)) }
    #if os(Linux)
      #expect(hosts.map { client.stopsReading(of: $0) } == [true, false, false])
    #else
      #expect(hosts.allSatisfy { !client.stopsReading(of: $0) })
    #endif
  }
}
