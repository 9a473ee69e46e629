public import SwiftletGGUF

/// What tells the files of a model from those of others: their sizes, times and headers.
///
/// Where they lie is no part of it: a copy that keeps the time is the same model.
public struct ModelIdentity: Hashable, Sendable {
  private let shards: [PackedCacheTable.Shard]

  /// The identity of an opened model, or of an adapter.
  public init(_ file: GGUFFile) { shards = PackedCacheTable(file).shards }

  /// One hash for all of it.
  var hash: ContentHash {
    ContentHash(
      shards.flatMap { shard in
        [shard.byteCount, shard.modificationTime, shard.headerByteCount].map { UInt64(bitPattern: Int64($0)) }
          + [shard.headerHash.low, shard.headerHash.high]
      })
  }
}
