/// An error that prevents a prefix file from being used or written.
public enum PrefixFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file does not exist or cannot be opened.
  case cannotOpen(found: String)
  /// The file's owner is neither the current user nor root.
  case untrustedOwner(found: Int)
  /// The file has another format.
  case notAPrefixFile
  /// The file was written on a machine of the other byte order.
  case byteOrderMismatch
  /// The file was written by another version of the format.
  case versionMismatch(found: Int, expected: Int)
  /// The size of the file differs from the size when it was written.
  case wrongSize(found: Int, expected: Int)
  /// The header or the table is corrupt.
  case corruptTable
  /// The file belongs to another model, or the model has changed.
  case modelMismatch
  /// The file was created with another adapter, or only one of the two uses an adapter.
  case adapterMismatch
  /// The file was created with kernels of another instruction set, whose results are not bit-identical.
  case instructionSetMismatch(found: String, expected: String)
  /// The file has another KV cache format or page size.
  case formatMismatch(found: String, expected: String)
  /// The file was created with another context size, on which the model's rotary embedding depends.
  case contextSizeMismatch(found: Int, expected: Int)
  /// A page is corrupt; the associated value is its index.
  case corruptPage(Int)
  /// The prefix has fewer tokens than a page.
  case tooShort(tokens: Int, expected: Int)
  /// The pages of the prefix were evicted from memory.
  case evicted
  /// The model has recurrent layers, whose states cannot be stored.
  case hasStates
  /// The file could not be written.
  case cannotWrite(found: String)

  /// A one-line description of what was found and what was expected.
  public var description: String {
    switch self {
    case .cannotOpen(let found): "found \(found), expected a readable file"
    case .untrustedOwner(let found): "found a file of user \(found), expected one of this user"
    case .notAPrefixFile: "found another kind of file, expected keys and values of a prefix"
    case .byteOrderMismatch: "found the other byte order, expected that of this machine"
    case .versionMismatch(let found, let expected): "found version \(found), expected \(expected)"
    case .wrongSize(let found, let expected): "found \(found) bytes, expected \(expected)"
    case .corruptTable: "found a corrupt table, expected matching hashes"
    case .modelMismatch: "found a prefix of another model, or of another version of it, expected one of this model"
    case .adapterMismatch: "found a prefix that was created with another adapter, expected the same adapter, or none"
    case .instructionSetMismatch(let found, let expected):
      "found results of \(found) kernels, expected those of \(expected)"
    case .formatMismatch(let found, let expected): "found keys and values as \(found), expected \(expected)"
    case .contextSizeMismatch(let found, let expected): "found a context of \(found) tokens, expected \(expected)"
    case .corruptPage(let page): "found corrupt keys and values in page \(page), expected matching hashes"
    case .tooShort(let tokens, let expected): "found \(tokens) tokens, expected at least \(expected)"
    case .evicted: "found that the prefix was evicted from memory, expected it to be cached"
    case .hasStates: "found recurrent layers, expected a model whose layers all have keys and values"
    case .cannotWrite(let found):
      "cannot be written: found \(found), expected a writable folder, or a file of this kind to replace"
    }
  }
}
