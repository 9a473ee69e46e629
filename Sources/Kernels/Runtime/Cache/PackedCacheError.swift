/// Why a cache of packed weights was not used, or not written.
///
/// Loading a model never fails for it.
public enum PackedCacheError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no such file, or it cannot be opened.
  case cannotOpen(found: String)
  /// The file belongs to a user who is neither this one nor the model's nor the system's.
  case foreignOwner(found: Int)
  /// The file is something else.
  case notACache
  /// A machine of the other byte order wrote the file.
  case foreignByteOrder
  /// The weights are packed as another version of the package packs them.
  case otherVersion(found: Int, expected: Int)
  /// The file is shorter or longer than it was when written.
  case wrongSize(found: Int, expected: Int)
  /// The header or the table of matrices is not what was written.
  case damagedTable
  /// The model has changed since: what of it, and of which of its files, counted from 0.
  case otherModel(shard: Int, difference: String)
  /// The table has a matrix that the model has otherwise, or not at all.
  case otherMatrix(tensor: String)
  /// Weights are not what was written.
  case damagedContents(tensor: String)
  /// The file could not be written.
  case cannotWrite(found: String)

  /// One line that says what was found, and what was expected.
  public var description: String {
    switch self {
    case .cannotOpen(let found): "found \(found), expected a readable file"
    case .foreignOwner(let found): "found a file of user \(found), expected one of this user or of the model's"
    case .notACache: "found another kind of file, expected packed weights"
    case .foreignByteOrder: "found the other byte order, expected this machine's"
    case .otherVersion(let found, let expected): "found version \(found), expected \(expected)"
    case .wrongSize(let found, let expected): "found \(found) bytes, expected \(expected)"
    case .damagedTable: "found a damaged table, expected the one that was written"
    case .otherModel(let shard, let difference): "found another \(difference) of file \(shard), expected the model's"
    case .otherMatrix(let tensor): "found another shape or type of tensor \(tensor), expected the model's"
    case .damagedContents(let tensor): "found damaged weights of tensor \(tensor), expected those that were written"
    case .cannotWrite(let found): "found \(found), expected a folder that can be written"
    }
  }
}
