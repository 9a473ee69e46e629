public import SwiftletGGUF
public import SwiftletKernels

/// The memory that a model takes beside its mapped files, and what of it there is.
///
/// Pages of the model's file and of a packed-weights cache are dropped when memory is short, and so need none. Packed
/// copies and the KV cache do: above the limit of a control group, the system ends the process without a message.
public struct ModelMemory: Sendable, Equatable {
  /// The path of the model's file, for messages.
  public let path: String
  /// The size in bytes of the weights that are packed, at once or on first use, and not mapped from a cache.
  public let packedByteCount: Int
  /// The size in bytes of the smallest KV cache.
  public let cacheByteCount: Int
  /// The number of bytes that can be allocated.
  public let availableByteCount: Int

  /// Creates the memory of a model by its parts.
  package init(path: String, packed: Int, cache: Int, available: Int) {
    (self.path, packedByteCount, cacheByteCount, availableByteCount) = (path, packed, cache, available)
  }

  /// Reads from a file's table of tensors what loading it will take.
  ///
  /// A packed-weights cache that exists counts as one that can be used; the load itself counts exactly.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - configuration: The configuration of the file.
  ///   - purpose: The purpose of the model.
  ///   - packedCache: The location of packed weights on disk.
  ///   - available: The number of bytes that can be allocated.
  /// - Throws: ``InferenceError`` for a model that cannot be loaded.
  public init(
    _ file: GGUFFile, _ configuration: DecoderConfiguration, for purpose: ModelPurpose = .generation,
    packedCache: PackedCachePolicy, available: Int = SystemMemory.allocatableByteCount
  ) throws(InferenceError) {
    let plan = try TensorPlan(configuration, file)
    let tensors = packedCache.isWritten(for: file) ? [] : plan.packedTensors(for: purpose)
    self.init(
      path: file.path, packed: Self.packedByteCount(of: tensors), cache: configuration.smallestCacheByteCount,
      available: available)
  }

  /// Returns the size in bytes of tensors when they are packed.
  static func packedByteCount(of tensors: some Sequence<GGUFTensor>) -> Int {
    tensors.reduce(0) { $0 + (PackedMatrix.packedByteCount(of: $1) ?? 0) }
  }

  /// The number of bytes that are left when the weights are packed, at least 0.
  public var unusedByteCount: Int { max(0, availableByteCount - packedByteCount) }

  /// Checks that the weights and the smallest KV cache fit.
  ///
  /// - Throws: ``InferenceError/weightsExceedMemory(_:)``.
  public func check() throws(InferenceError) {
    guard packedByteCount > 0, packedByteCount + cacheByteCount > availableByteCount else { return }
    throw .weightsExceedMemory(self)
  }
}

extension ModelMemory: CustomStringConvertible {
  /// The need and the limit.
  public var description: String {
    "\(path): found \(Self.text(availableByteCount)) of memory, expected \(Self.text(packedByteCount)) for packed "
      + "weights and \(Self.text(cacheByteCount)) for the smallest KV cache"
  }

  /// Formats a number of bytes, such as `143.2 MB`.
  public static func text(_ bytes: Int) -> String {
    let tenths = bytes / 100_000 + (bytes % 100_000 == 0 ? 0 : 1)
    return "\(tenths / 10).\(tenths % 10) MB"
  }
}

extension DecoderConfiguration {
  /// The size of a page of keys and values with the states of recurrent layers, in bytes; 0 for embedding models.
  var smallestCacheByteCount: Int { isEmbeddingModel ? 0 : cacheByteCount(.f16, positions: 1) }
}

extension TensorPlan {
  /// Returns the tensors that are packed into matrices: those that are not vectors, and not tables that are read row
  /// by row.
  func packedTensors(for purpose: ModelPurpose) -> [GGUFTensor] {
    let isTied = purpose == .generation && file["output.weight"] == nil
    var tables: Set = ["position_embd.weight", "token_types.weight", "per_layer_token_embd.weight"]
    if !isTied { tables.insert("token_embd.weight") }
    if purpose == .embedding { tables.insert("output.weight") }
    return tensors.compactMap { name, dimensions in
      let isMatrix = dimensions.count { $0 > 1 } > 1 && !tables.contains(name)
      return isMatrix ? file[name] : nil
    }
  }
}
