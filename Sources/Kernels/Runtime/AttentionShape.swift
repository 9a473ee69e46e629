/// The extents of a model's attention.
public struct AttentionShape: Sendable, Equatable {
  /// The number of query heads.
  public var headCount: Int
  /// The number of key/value heads, a divisor of ``headCount``.
  public var keyValueHeadCount: Int
  /// The length of a head.
  public var headWidth: Int

  /// Creates the shape from its extents.
  public init(headCount: Int, keyValueHeadCount: Int, headWidth: Int) {
    (self.headCount, self.keyValueHeadCount, self.headWidth) = (headCount, keyValueHeadCount, headWidth)
  }

  /// The number of query heads that share a key/value head.
  var groupSize: Int { headCount / keyValueHeadCount }
  /// The length of a head in the cache, padded to whole blocks.
  var paddedWidth: Int { (headWidth + 31) / 32 * 32 }
  /// The length of all query heads together.
  public var queryColumns: Int { headCount * headWidth }
  /// The length of all keys, or values, of a position.
  public var keyColumns: Int { keyValueHeadCount * headWidth }
}
