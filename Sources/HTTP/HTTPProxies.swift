/// The hosts that are reached over a proxy for `http` URLs, in the environment variables that libcurl reads.
package struct HTTPProxies: Sendable, Equatable {
  /// No proxy.
  package static let none = HTTPProxies(environment: [:])

  private let hasProxy: Bool
  /// The suffixes of hosts without a proxy, in small letters; `*` stands for all.
  private let exceptions: [String]

  /// Reads the environment.
  ///
  /// - Parameter environment: Variables such as `http_proxy`, which counts in small letters only, as a server's
  ///   environment can have the other one from a request's header field `Proxy`, `ALL_PROXY` and `NO_PROXY`.
  package init(environment: [String: String]) {
    func value(_ names: String...) -> String? { names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } }
    hasProxy = value("http_proxy", "all_proxy", "ALL_PROXY") != nil
    exceptions = (value("no_proxy", "NO_PROXY") ?? "").split { $0 == "," || $0 == " " }.map {
      String($0.drop { $0 == "." }).lowercased()
    }
  }

  /// Returns whether a host is reached over the proxy.
  package func contains(_ host: String) -> Bool {
    let name = host.lowercased()
    return hasProxy && !exceptions.contains { $0 == "*" || name == $0 || name.hasSuffix(".\($0)") }
  }
}
