public import SwiftletGGUF

/// The identity of a model's files: their sizes, modification times and headers.
///
/// Paths are not part of it: a copy with the same modification time is the same model.
public struct ModelIdentity: Hashable, Sendable {
  private let shards: [PackedCacheTable.Shard]

  /// Creates the identity of an opened model or adapter.
  public init(_ file: GGUFFile) { shards = PackedCacheTable(file).shards }

  /// The hash of all properties.
  var hash: ContentHash {
    ContentHash(
      shards.flatMap { shard in
        [shard.byteCount, shard.modificationTime, shard.headerByteCount].map { UInt64(bitPattern: Int64($0)) }
          + [shard.headerHash.low, shard.headerHash.high]
      })
  }
}
