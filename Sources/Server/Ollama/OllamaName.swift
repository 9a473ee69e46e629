import Swiftlet
import SwiftletJSON

/// The names of models in ollama's API, which have a tag, and in which case does not count.
enum OllamaName {
  /// Returns the name with a tag.
  static func tagged(_ name: String) -> String {
    let last = name.split(separator: "/").last ?? ""
    return last.contains(":") ? name : name + ":latest"
  }

  /// Returns the form in which names are compared.
  static func normalized(_ name: String) -> String {
    var name = tagged(name.lowercased())
    for prefix in ["registry.ollama.ai/", "library/"] where name.hasPrefix(prefix) {
      name = String(name.dropFirst(prefix.count))
    }
    return name
  }
}

extension ModelPool {
  /// Returns the model of a name in ollama's API; the default one for none.
  ///
  /// - Throws: ``RequestFailure`` if there is no such model.
  func find(ollama name: String?) throws(RequestFailure) -> ServedModel {
    do {
      return try find(name)
    } catch {
      guard let name, error.code == "model_not_found" else { throw error }
      let wanted = OllamaName.normalized(name)
      let model = descriptions.lazy.map { $0.model }.first { model in
        ([model.name] + model.aliases).contains { OllamaName.normalized($0) == wanted }
      }
      if let model { return model }
      throw RequestFailure(404, .notFound, code: error.code, "model '\(String(name.prefix(80)))' not found")
    }
  }
}
