public import SwiftletGGUF

/// A folder with the packed weights of many models, whose size is bounded.
///
/// A file's name has a hash of what its contents depend on: the sizes, modification times and headers of the model's
/// files, and the version of the layout, which is the same for all instruction sets. So a changed model has another
/// file, as has another version of this package, and copies and links of a model share one. Loading verifies the same
/// again, with samples of each tensor; see ``PackedCache``.
///
/// The file that was used least recently is removed first, which its modification time tells. Files in use have a
/// shared advisory lock and stay, as does everything that is not a file of packed weights of this user.
public struct PackedCacheFolder: Sendable, Hashable {
  /// The time at which a model's file is written.
  public enum Writing: Sendable, Hashable {
    /// While the model is loaded.
    case whileLoading
    /// After loading, by a thread of low priority, if packing took at least a time without waiting for the disk.
    case inBackground(ifPackingTakes: Duration)
  }

  /// The path of the folder, which is created with its first file.
  public var path: String
  /// The maximum size of all files in bytes; nil for 20 GB, or a tenth of the disk if that is less.
  public var byteLimit: Int?
  /// The time at which a model's file is written.
  public var writing: Writing
  /// True if weights that are being written in the background stay in memory until the file is complete, even if the
  /// model is unloaded; otherwise writing is abandoned then.
  public var keepsMatrices = false

  /// The minimum packing time for which a file is written.
  public static let minimumPackingTime = Duration.milliseconds(300)

  /// Creates the description of a folder, which need not exist.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - byteLimit: The maximum size of all files in bytes; nil for 20 GB, or a tenth of the disk if that is less.
  ///   - writing: The time at which a model's file is written.
  public init(
    path: String, byteLimit: Int? = nil, writing: Writing = .inBackground(ifPackingTakes: minimumPackingTime)
  ) {
    (self.path, self.byteLimit, self.writing) = (path, byteLimit, writing)
  }

  /// Returns the path of a model's file in this folder, existing or not.
  public func filePath(for model: GGUFFile) -> String {
    var words = [UInt64(PackedCacheTable.version)]
    for shard in PackedCacheTable(model).shards { words += shard.words }
    let hash = ContentHash(words)
    let digits = [hash.high, hash.low].map { word -> String in
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return "\(path)/\(Self.label(of: model))-\(digits.joined())\(PackedCachePolicy.suffix)"
  }

  /// The name in the model's metadata, as far as it can be part of a file's name, for readers of the list.
  private static func label(of model: GGUFFile) -> String {
    let name = (try? model.metadata.string("general.name")) ?? "model"
    let letters = name.prefix(40).map { letter -> Character in
      letter.isASCII && (letter.isLetter || letter.isNumber || letter == "." || letter == "_") ? letter : "-"
    }
    let label = String(letters.drop { $0 == "." || $0 == "-" })
    return label.isEmpty ? "model" : label
  }

  /// The files of packed weights in the folder, those that were used most recently first.
  public var files: [PackedCacheFile] {
    (GGUFFile.names(inFolder: path) ?? []).compactMap { PackedCacheFile(path: path + "/" + $0) }
      .sorted { ($0.lastUse, $0.path) > ($1.lastUse, $1.path) }
  }

  /// Removes all files that are not in use, and returns those.
  @discardableResult
  public func removeAll() -> [PackedCacheFile] { files.filter { $0.remove() } }
}
