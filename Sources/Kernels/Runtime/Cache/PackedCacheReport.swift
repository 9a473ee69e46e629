/// What became of the cache of packed weights in a load.
public struct PackedCacheReport: Sendable, Equatable {
  /// The path of the file.
  public let path: String
  /// The number of matrices that are read where they lie in the file.
  public internal(set) var mappedCount = 0
  /// The number of matrices that had to be packed.
  public internal(set) var packedCount = 0
  /// Why the file was not used as it was; nil if it was used.
  public internal(set) var refusal: PackedCacheError?
  /// Whether the file was written.
  public internal(set) var isWritten = false
  /// Why the file was not written, if it had to be.
  public internal(set) var writeError: PackedCacheError?

  /// One word: `loaded`, `written` or `unwritten`.
  public var outcome: String { isWritten ? "written" : packedCount == 0 ? "loaded" : "unwritten" }
}
