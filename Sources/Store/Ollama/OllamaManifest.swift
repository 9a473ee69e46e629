internal import SwiftletJSON

/// A manifest in ollama's store: the layers of a model, by the digests of their blobs.
///
/// Source: the image manifest of the OCI registries, with the media types `application/vnd.ollama.image.…`.
struct OllamaManifest: Sendable, Equatable {
  /// A blob of the model.
  struct Layer: Sendable, Equatable {
    /// The part of the media type after `application/vnd.ollama.image.`, such as `model`.
    var kind: String
    /// The SHA-256 of the contents, 64 digits.
    var sha256: String
    /// The size in bytes.
    var byteCount: Int
  }

  var config: Layer?
  var layers: [Layer]

  static let maximumByteCount = 4 << 20
  private static let prefix = "application/vnd.ollama.image."

  /// Parses a manifest.
  ///
  /// - Throws: ``ModelStoreError/damaged(file:expected:got:)``.
  init(path: String) throws(ModelStoreError) {
    let bytes = try FileSystem.contents(path, limit: Self.maximumByteCount)
    let value: JSONValue
    do {
      value = try JSONReader<JSONValue>.read(bytes)
    } catch {
      throw .damaged(file: path, expected: "a manifest in JSON", got: error.description)
    }
    guard let layers = value["layers"]?.elements, !layers.isEmpty else {
      throw .damaged(file: path, expected: "a manifest with layers", got: "no layers")
    }
    self.layers = []
    for layer in layers { self.layers.append(try Self.layer(layer, path)) }
    config = try value["config"].map { value throws(ModelStoreError) in try Self.layer(value, path) }
  }

  private static func layer(_ value: JSONValue, _ path: String) throws(ModelStoreError) -> Layer {
    let digest = value["digest"]?.string ?? ""
    let hash = digest.hasPrefix("sha256:") ? digest.dropFirst(7) : ""
    guard NameRules.isHexadecimal(hash, count: 64) else {
      throw .damaged(
        file: path, expected: "a digest of sha256: and 64 digits", got: NameRules.printable(digest))
    }
    let type = value["mediaType"]?.string ?? ""
    guard let size = value["size"]?.integer, size >= 0 else {
      throw .damaged(file: path, expected: "the size of each layer", got: "a layer of \(NameRules.printable(type))")
    }
    return Layer(
      kind: type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : type, sha256: String(hash), byteCount: size)
  }

  /// Returns the layers of a kind.
  func layers(_ kind: String) -> [Layer] { layers.filter { $0.kind == kind } }

  /// The size of all blobs in bytes.
  var byteCount: Int { ByteCount.sum((layers + (config.map { [$0] } ?? [])).map(\.byteCount)) }
}
