/// Why a file of keys and values cannot be used, or not be written.
public enum PrefixFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no such file, or it cannot be opened.
  case cannotOpen(found: String)
  /// The file belongs to a user who is neither this one nor the system's.
  case foreignOwner(found: Int)
  /// The file is something else.
  case notAPrefix
  /// A machine of the other byte order wrote the file.
  case foreignByteOrder
  /// Another version of the package wrote the file.
  case otherVersion(found: Int, expected: Int)
  /// The file is shorter or longer than it was when written.
  case wrongSize(found: Int, expected: Int)
  /// What the file says of itself is not what was written.
  case damagedTable
  /// The file is of another model, or the model has changed since.
  case otherModel
  /// The file was made with another adapter, or with one or none where there now is none or one.
  case otherAdapter
  /// Kernels of another instruction set made the file, whose results differ in their last bits.
  case otherInstructionSet(found: String, expected: String)
  /// Keys and values are kept in another format, or in pages of another size.
  case otherFormat(found: String, expected: String)
  /// The file was made for sequences of another length, for which the model turns its keys by other angles.
  case otherContextSize(found: Int, expected: Int)
  /// Keys and values are not what was written: those of which page, counted from 0.
  case damagedPage(Int)
  /// Fewer tokens than a page holds: they are read in no time.
  case tooShort(tokens: Int, expected: Int)
  /// What was read is no longer in memory, as others needed the room.
  case forgotten
  /// Layers of the model have states instead of keys and values, which cannot be shared.
  case hasStates
  /// The file could not be written.
  case cannotWrite(found: String)

  /// One line that says what was found, and what was expected.
  public var description: String {
    switch self {
    case .cannotOpen(let found): "found \(found), expected a readable file"
    case .foreignOwner(let found): "found a file of user \(found), expected one of this user"
    case .notAPrefix: "found another kind of file, expected keys and values of a prefix"
    case .foreignByteOrder: "found the other byte order, expected this machine's"
    case .otherVersion(let found, let expected): "found version \(found), expected \(expected)"
    case .wrongSize(let found, let expected): "found \(found) bytes, expected \(expected)"
    case .damagedTable: "found a damaged table, expected the one that was written"
    case .otherModel: "found a prefix of another model, or of this one before it changed, expected one of this model"
    case .otherAdapter: "found a prefix that was read with another adapter, expected the same one, or none for none"
    case .otherInstructionSet(let found, let expected):
      "found results of \(found) kernels, expected those of \(expected)"
    case .otherFormat(let found, let expected): "found keys and values as \(found), expected \(expected)"
    case .otherContextSize(let found, let expected): "found a context of \(found) tokens, expected \(expected)"
    case .damagedPage(let page): "found damaged keys and values in page \(page), expected those that were written"
    case .tooShort(let tokens, let expected): "found \(tokens) tokens, expected at least \(expected)"
    case .forgotten: "found that others needed the memory, expected what was read to be still there"
    case .hasStates: "found layers that have states, expected a model all of whose layers have keys and values"
    case .cannotWrite(let found): "found \(found), expected a folder that can be written"
    }
  }
}
