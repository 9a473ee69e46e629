import SwiftletStore

/// The finder of the files of models, which downloads those that the user wants.
struct ModelLocator {
  /// True to download without asking.
  var downloads: Bool
  /// True to never use the network.
  var isOffline: Bool
  var store = ModelStore()

  /// Returns the files of a model.
  func locate(_ name: ModelName) async throws -> ResolvedModel {
    try store.resolve(name)
  }
}
