internal import SwiftletHTTP

/// The access of a store to the network, which tests replace.
struct StoreNetwork: Sendable {
  var client: HTTPClient
  var retries = RetryPolicy()

  /// Creates the access over the proxies of an environment.
  init(_ environment: ModelStoreEnvironment) {
    client = HTTPClient(proxies: HTTPProxies(environment: environment.variables))
  }
}
