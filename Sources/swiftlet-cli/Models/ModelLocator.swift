import Foundation
import Swiftlet
import SwiftletStore
import SwiftletWeights

/// The finder of the files of models, which downloads those that the user wants.
struct ModelLocator {
  /// True to download without asking.
  var downloads: Bool
  /// True to never use the network.
  var isOffline: Bool
  /// False to never ask the user.
  var asks = true
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
      guard downloads || asks && Output.inputIsTerminal && Output.errorIsTerminal else { throw error }
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

  /// Returns the files of the model that is used where none is named.
  ///
  /// - Throws: ``UsageError`` for a variable that leads to no file, `ModelPreferences.Failure` for a damaged
  ///   configuration, else `ModelStoreError`, also if the bundled model is missing.
  func locateDefault() async throws -> ResolvedModel {
    if let variable = DefaultModelChoice.variable {
      let name = try ModelName(argument: "SWIFTLET_MODEL", variable)
      guard name.isFile else { return try await locate(name) }
      do {
        return try store.resolve(name)
      } catch {
        throw UsageError(argument: "SWIFTLET_MODEL", reason: "\(error)")
      }
    }
    if let name = try DefaultModelChoice.name { return try await locate(name) }
    guard let url = DefaultModel.bundledURL else {
      throw ModelStoreError.notFound(
        name: .file(path: DefaultModel.fileName),
        reason: "the bundled model is in none of the folders \(DefaultModel.searchedFolders.joined(separator: ", ")); "
          + "specify a GGUF file with --model, or for good with swiftlet default")
    }
    return ResolvedModel(path: url.path(percentEncoded: false))
  }
}
