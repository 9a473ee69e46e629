/// An error in the vocabulary of a file, or in the ids of tokens.
public enum TokenizerError: Error, Equatable, Sendable {
  /// The metadata has a value of the wrong type; the payload is the description of the underlying error.
  case metadata(String)
  /// A required key of this tokenizer model is missing.
  case missingKey(String)
  /// `tokenizer.ggml.model` names an algorithm that is not implemented.
  case unsupportedModel(String, supported: [String])
  /// The length of the array of `key` does not match the number of tokens.
  case wrongCount(key: String, expected: Int, found: Int)
  /// The id of `key` is out of the range of the vocabulary.
  case specialTokenOutOfRange(key: String, id: Int, count: Int)
  /// The value of `tokenizer.ggml.precompiled_charsmap` is malformed.
  case malformedCharacterMap(found: String, expected: String)
  /// The total length of the special tokens exceeds the limit.
  case specialTokensTooLong(bytes: Int, limit: Int)
  /// An id to decode is out of the range of the vocabulary.
  case unknownToken(id: TokenID, count: Int)
}

extension TokenizerError: CustomStringConvertible {
  /// The error in one line, with the found and the expected value.
  public var description: String {
    switch self {
    case .metadata(let description):
      description
    case .missingKey(let key):
      "tokenizer: found no key \(key), expected the file to have it"
    case .unsupportedModel(let name, let supported):
      "tokenizer: found the model \"\(name)\", expected one of \(supported.joined(separator: ", "))"
    case .wrongCount(let key, let expected, let found):
      "tokenizer: found \(found) elements in \(key), expected \(expected)"
    case .specialTokenOutOfRange(let key, let id, let count):
      "tokenizer: found the id \(id) in \(key), expected one below the number of tokens, \(count)"
    case .malformedCharacterMap(let found, let expected):
      "tokenizer: found \(found) in tokenizer.ggml.precompiled_charsmap, expected \(expected)"
    case .specialTokensTooLong(let bytes, let limit):
      "tokenizer: found special tokens of \(bytes) bytes together, expected at most \(limit)"
    case .unknownToken(let id, let count):
      "tokenizer: found the id \(id), expected one from 0 to \(count - 1)"
    }
  }
}
