/// The outcome of using the cache of packed weights in a load.
public struct PackedCacheReport: Sendable, Equatable {
  /// The path of the file.
  public let path: String
  /// The number of matrices that are mapped from the file.
  public internal(set) var mappedCount = 0
  /// The number of matrices that had to be packed.
  public internal(set) var packedCount = 0
  /// The error that prevented the use of the file; nil if it was used.
  public internal(set) var loadError: PackedCacheError?
  /// The damage to the file that is found while its weights are used.
  public internal(set) var damage: PackedCacheDamage
  /// True if the file could not be used and was removed, so that it is written anew.
  public internal(set) var isRemoved = false
  /// True if the file was written.
  public internal(set) var isWritten = false
  /// The error that prevented the file from being written, if writing was necessary.
  public internal(set) var writeError: PackedCacheError?

  /// The outcome in one word: `loaded`, `written` or `unwritten`.
  public var outcome: String { isWritten ? "written" : packedCount == 0 ? "loaded" : "unwritten" }
}
