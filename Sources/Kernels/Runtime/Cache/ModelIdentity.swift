public import SwiftletGGUF

/// The identity of a model's files: their sizes, modification times and headers.
///
/// Paths are not part of it: a copy with the same modification time is the same model.
public struct ModelIdentity: Hashable, Sendable {
  private let shards: [PackedCacheTable.Shard]
  /// The settings beside the files that change the results.
  private let settings: [String]

  /// Creates the identity of an opened model or adapter, with the values that override those of the file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - settings: Further settings that change the results, such as the scale of an adapter.
  public init(_ file: GGUFFile, settings: [String] = []) {
    shards = PackedCacheTable(file).shards
    self.settings = file.overrides + settings
  }

  /// The hash of all properties.
  var hash: ContentHash {
    var words = shards.flatMap(\.words)
    for setting in settings {
      for byte in setting.utf8 { words.append(UInt64(byte)) }
      words.append(0)
    }
    return ContentHash(words)
  }
}
