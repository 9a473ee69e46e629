internal import SwiftletJSON

/// A models folder of LM Studio: `<publisher>/<model>/<file>.gguf`, which is read only.
struct LMStudioStore: Sendable {
  /// The absolute path.
  let root: String

  /// The models with GGUF files, sorted by name.
  var models: [(name: LMStudioName, folder: String)] {
    FileSystem.names(root).flatMap { publisher in
      FileSystem.names("\(root)/\(publisher)").compactMap { model in
        let folder = "\(root)/\(publisher)/\(model)"
        guard NameRules.isSafePart(publisher), NameRules.isSafePart(model), FileSystem.isFolder(folder) else {
          return nil
        }
        return (LMStudioName(publisher: publisher, model: model), folder)
      }
    }
  }

  /// The folders that must be readable for models to be found.
  var foldersToRead: [String] {
    let publishers = FileSystem.names(root).map { "\(root)/\($0)" }
    return [root] + publishers + publishers.flatMap { path in FileSystem.names(path).map { "\(path)/\($0)" } }
  }

  /// Returns the folder of a model; nil if there is none.
  func folder(of name: LMStudioName) -> String? {
    let path = "\(root)/\(name.publisher)/\(name.model)"
    if FileSystem.isFolder(path) { return path }
    return models.first {
      $0.name.publisher.lowercased() == name.publisher.lowercased()
        && $0.name.model.lowercased() == name.model.lowercased()
    }?.folder
  }

  /// Returns the folder that the settings of LM Studio name (`downloadsFolder`); nil if there are none.
  static func settingsFolder(_ environment: ModelStoreEnvironment) -> String? {
    guard let path = environment.homePath(".lmstudio/settings.json"),
      let bytes = try? FileSystem.contents(path, limit: 1 << 20),
      let folder = try? JSONReader<JSONValue>.read(bytes)["downloadsFolder"]?.string,
      let expanded = environment.expanding(folder), expanded.hasPrefix("/")
    else { return nil }
    return expanded
  }
}
