internal import SwiftletHTTP

/// The access of a store to the network, and the locks of its downloads, which tests replace.
struct StoreNetwork: Sendable {
  var client: HTTPClient
  var retries = RetryPolicy()
  var lock = Downloader.Options().lock
  var claims: @Sendable () -> PartialOwner.Claims = { .ofProcess }

  /// Creates the access over the proxies of an environment.
  init(_ environment: ModelStoreEnvironment) {
    client = HTTPClient(proxies: HTTPProxies(environment: environment.variables))
  }
}
