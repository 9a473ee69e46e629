import SwiftletStore

/// The finder of the files of models, which downloads those that the user wants.
struct ModelLocator {
  /// True to download without asking.
  var downloads: Bool
  /// True to never use the network.
  var isOffline: Bool
  var store = ModelStore.ofUser

  /// Returns the files of a model; on a terminal, the user is asked whether to download one that is not on disk.
  ///
  /// - Throws: `ModelStoreError`, which names the command for a download where nobody can be asked.
  func locate(_ name: ModelName) async throws -> ResolvedModel {
    do {
      return try store.resolve(name)
    } catch let error {
      guard case .notDownloaded = error else { throw error }
      guard !isOffline else { throw ModelStoreError.offline(name: name) }
      guard downloads || Output.inputIsTerminal && Output.errorIsTerminal else { throw error }
      var options = ModelDownloadOptions()
      options.userAgent = VersionText.userAgent
      if !downloads {
        let plan = try await store.downloadPlan(for: name, options: options)
        let size = plan.missingByteCount.map { " \(ByteCount.text($0))" } ?? ""
        Output.error("\(plan.name): download\(size)? [Y/n] ")
        guard let answer = readLine()?.lowercased(), ["", "y", "yes"].contains(answer) else { throw error }
      }
      return try await ModelDownload(store: store, options: options).run(name)
    }
  }
}
