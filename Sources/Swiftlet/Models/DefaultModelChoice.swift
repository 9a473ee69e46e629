import Foundation
package import SwiftletStore
import SwiftletWeights

/// The choice of the model that is used where none is named.
///
/// That is the one that the environment variable `SWIFTLET_MODEL` names, else the one that `swiftlet default` has set,
/// else the one that ships with the package.
package enum DefaultModelChoice {
  /// The value of the environment variable; `nil` if there is none.
  package static var variable: String? {
    ProcessInfo.processInfo.environment["SWIFTLET_MODEL"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The name that the environment or the user's configuration has; `nil` for the model that ships with the package.
  ///
  /// - Throws: `ModelNameError` for a variable that is not a name, `ModelPreferences.Failure` for a damaged file.
  package static var name: ModelName? {
    get throws {
      if let variable { return try ModelName(variable) }
      return try ModelPreferences().defaultModel
    }
  }

  /// Returns the files of the model, which are looked for anew each time, as files come and go.
  ///
  /// - Parameter environment: The surroundings of the configuration and the stores; by default those of this process.
  /// - Throws: The errors of ``name``, and `ModelStoreError` if the named model is not on this machine.
  /// - Returns: The files; `nil` if the model that ships with the package is not where it should be.
  package static func files(_ environment: ModelStoreEnvironment = .process) throws -> ResolvedModel? {
    let name = try variable.map { try ModelName($0) } ?? ModelPreferences(environment: environment).defaultModel
    if let name { return try ModelStore(environment: environment).resolve(name) }
    return DefaultModel.bundledURL.map { ResolvedModel(path: $0.path(percentEncoded: false)) }
  }
}
