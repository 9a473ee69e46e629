import SwiftletHTTP
import TestSupport

@testable import SwiftletStore

extension ScriptedHub {
  /// A client of the hub without delays between attempts.
  func client(token: String? = nil, retries: RetryPolicy = .quick) throws -> HubClient {
    let endpoint = try HubEndpoint(
      environment: ModelStoreEnvironment(home: nil), address: address, token: token ?? "")
    return HubClient(endpoint: endpoint, client: HTTPClient(), retries: retries)
  }

  /// A store whose hub is this one, with three attempts without delays.
  ///
  /// - Parameters:
  ///   - environment: The surroundings.
  ///   - isAlone: True for one as on another machine that shares the folder, where locks do nothing.
  /// - Returns: The store.
  func store(_ environment: ModelStoreEnvironment, isAlone: Bool = false) -> ModelStore {
    var environment = environment
    environment.variables["HF_ENDPOINT"] = address
    var network = StoreNetwork(environment)
    network.client = HTTPClient()
    network.retries = .quick
    network.retries.delays = [.zero, .zero]
    if isAlone {
      network.lock = { _ in .unsupported }
      network.claims = { PartialOwner.Claims() }
    }
    return ModelStore(environment: environment, network: network)
  }
}

extension RetryPolicy {
  /// Five attempts with almost no delay.
  static var quick: RetryPolicy {
    RetryPolicy(jitter: { 1 }, sleep: { _ in try await Task.sleep(for: .milliseconds(1)) })
  }
}
