/// A GGUF file, or a set of shards, opened for reading: metadata and views of the tensors.
///
/// The file is fully validated when it is opened, so a ``GGUFTensor`` can be used without further checks. Little-endian
/// files of versions 2 and 3 are supported. Source: the GGUF specification in the ggml repository (`docs/gguf.md`).
///
/// ```swift
/// let file = try GGUFFile(path: "model.gguf")
/// print(try file.metadata.string("general.architecture") ?? "?", file.tensors.count)
/// ```
public struct GGUFFile: Sendable {
  /// The path of the file, or of the first shard.
  public let path: String
  /// The format version, 2 or 3.
  public let version: Int
  /// The metadata; of a sharded model, that of the first shard.
  public private(set) var metadata: GGUFMetadata
  /// The values that replace those of the file, each as "key value"; see ``overriding(_:)``.
  public private(set) var overrides: [String] = []
  /// All tensors in file order, with shards in sequence.
  public let tensors: [GGUFTensor]
  /// The mapping of each shard, with the size in bytes of the header before its data section.
  public let shards: [(mapping: MappedFile, headerByteCount: Int)]
  private let positions: [String: Int]

  /// Opens a file, and the remaining shards if it is the first of several; or the only model in a folder.
  ///
  /// - Throws: ``GGUFError`` at the first violation of the format.
  public init(path: String) throws(GGUFError) {
    let path = try Self.location(of: path)
    let first = try GGUFShard(path: path)
    let shards = [first] + (try GGUFShard.successors(of: first))
    self.path = path
    version = first.version
    metadata = first.metadata
    self.shards = shards.map { ($0.mapping, $0.headerByteCount) }
    tensors = shards.flatMap(\.tensors)
    var positions: [String: Int] = [:]
    for (position, tensor) in tensors.enumerated() {
      guard positions.updateValue(position, forKey: tensor.name) == nil else {
        throw GGUFError(
          .duplicateTensor, file: tensor.mapping.path, subject: .tensor(tensor.name), found: "a second tensor",
          expected: "each name once")
      }
    }
    self.positions = positions
    if shards.count > 1, let total = try metadata.integer("split.tensors.count"), total != tensors.count {
      throw metadata.error(
        .badShard, "split.tensors.count", found: "\(tensors.count) tensors in \(shards.count) shards",
        expected: "\(total)")
    }
  }

  /// The tensor with the given name; nil if there is none.
  public subscript(name: String) -> GGUFTensor? { positions[name].map { tensors[$0] } }

  /// Returns the tensor with the given name.
  ///
  /// - Throws: ``GGUFError`` with code `missingTensor`.
  public func tensor(_ name: String) throws(GGUFError) -> GGUFTensor {
    guard let tensor = self[name] else {
      throw GGUFError(
        .missingTensor, file: path, subject: .tensor(name), found: "no such tensor", expected: "a tensor of that name")
    }
    return tensor
  }

  /// Returns the file with other values of some metadata keys; what is on disk does not change.
  public func overriding(_ values: [(key: String, value: GGUFValue)]) -> GGUFFile {
    var file = self
    for (key, value) in values {
      file.metadata[key] = value
      file.overrides.append("\(key) \(value)")
    }
    return file
  }

  /// The number of files that make up the model.
  public var shardCount: Int { shards.count }

  /// The total size of all tensors in bytes.
  public var tensorByteCount: Int { tensors.reduce(0) { $0 + $1.byteCount } }
}
