/// An error that prevents a cache of packed weights from being used or written.
///
/// It never makes loading a model fail.
public enum PackedCacheError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file does not exist or cannot be opened.
  case cannotOpen(found: String)
  /// The file's owner is neither the current user, nor the owner of the model, nor root.
  case untrustedOwner(found: Int)
  /// The file has another format.
  case notAPackedCache
  /// The file was written on a machine of the other byte order.
  case byteOrderMismatch
  /// The file was written by another version of the packed format.
  case versionMismatch(found: Int, expected: Int)
  /// The size of the file differs from the size when it was written.
  case wrongSize(found: Int, expected: Int)
  /// The header or the table of matrices is corrupt.
  case corruptTable
  /// The file belongs to another model, or the model has changed; `shard` is the index of the file that differs.
  case modelMismatch(shard: Int, difference: String)
  /// The table has a matrix that does not match any tensor of the model.
  case tensorMismatch(tensor: String)
  /// The weights of a tensor are corrupt.
  case corruptContents(tensor: String)
  /// The file could not be written.
  case cannotWrite(found: String)
  /// The file does not fit into its folder beside those that are in use; sizes are in bytes.
  case exceedsLimit(found: Int, limit: Int)
  /// The disk has too little space for the file, in bytes.
  case notEnoughSpace(found: Int, expected: Int)

  /// True if the file is not as it was written, whatever its version and its model.
  public var isDamage: Bool {
    switch self {
    case .notAPackedCache, .wrongSize, .corruptTable, .corruptContents: true
    case .cannotOpen, .untrustedOwner, .byteOrderMismatch, .versionMismatch, .modelMismatch, .tensorMismatch: false
    case .cannotWrite, .exceedsLimit, .notEnoughSpace: false
    }
  }

  /// True if the file was read, and cannot be used.
  var isAboutContents: Bool {
    switch self {
    case .byteOrderMismatch, .versionMismatch, .modelMismatch, .tensorMismatch: true
    default: isDamage
    }
  }

  /// A one-line description of what was found and what was expected.
  public var description: String {
    switch self {
    case .cannotOpen(let found): "found \(found), expected a readable file"
    case .untrustedOwner(let found): "found a file of user \(found), expected one of this user or of the model's owner"
    case .notAPackedCache: "found another kind of file, expected packed weights"
    case .byteOrderMismatch: "found the other byte order, expected that of this machine"
    case .versionMismatch(let found, let expected): "found version \(found), expected \(expected)"
    case .wrongSize(let found, let expected): "found \(found) bytes, expected \(expected)"
    case .corruptTable: "found a corrupt table, expected matching hashes"
    case .modelMismatch(let shard, let difference):
      "found a different \(difference) of file \(shard), expected that of the model"
    case .tensorMismatch(let tensor): "found another shape or type of tensor \(tensor), expected that of the model"
    case .corruptContents(let tensor): "found corrupt weights of tensor \(tensor), expected matching hashes"
    case .cannotWrite(let found):
      "cannot be written: found \(found), expected a writable folder, or a file of this kind to replace"
    case .exceedsLimit(let found, let limit):
      "cannot be written: found \(found) bytes with those of files in use, expected at most \(limit) in this folder"
    case .notEnoughSpace(let found, let expected):
      "cannot be written: found \(found) free bytes on the disk, expected at least \(expected)"
    }
  }
}
