/// A store of ollama, which is read only: `manifests/<host>/<namespace>/<model>/<tag>` and `blobs/sha256-<digest>`.
struct OllamaStore: Sendable {
  /// The absolute path.
  let root: String

  /// Returns true if the store exists but this user may not read it, as that of ollama's Linux service.
  func isForbidden(_ environment: ModelStoreEnvironment) -> Bool {
    [root, root + "/manifests", root + "/blobs"].contains(where: environment.isForbidden)
  }

  /// The models with the paths of their manifests, sorted by name.
  var models: [(name: OllamaName, manifest: String)] {
    let manifests = root + "/manifests"
    return FileTree.files(in: manifests).compactMap { path in
      let parts = path.split(separator: "/").map(String.init)
      // Names that begin with a point are those of file managers and unfinished writes.
      guard parts.count == 4, !parts.contains(where: { $0.hasPrefix(".") }) else { return nil }
      return (
        OllamaName(host: parts[0], namespace: parts[1], model: parts[2], tag: parts[3]), "\(manifests)/\(path)"
      )
    }
  }

  /// Returns the path of the manifest of a model, ignoring case; nil if there is none.
  func manifest(of name: OllamaName) -> String? {
    let path = "\(root)/manifests/\(name.host)/\(name.namespace)/\(name.model)/\(name.tag)"
    return FileSystem.isFile(path) ? path : models.first { $0.name == name }?.manifest
  }

  /// Returns the path of a layer's blob.
  func path(of layer: OllamaManifest.Layer) -> String { "\(root)/blobs/sha256-\(layer.sha256)" }

  /// Reads the text of a layer.
  func contents(of layer: OllamaManifest.Layer) throws(ModelStoreError) -> [UInt8] {
    try FileSystem.contents(path(of: layer), limit: 16 << 20)
  }
}
