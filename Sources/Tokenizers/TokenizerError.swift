/// What can be wrong with a vocabulary, or with the ids given to it.
public enum TokenizerError: Error, Equatable, Sendable {
  /// The metadata has a value of the wrong type; the payload is the description of the underlying error.
  case metadata(String)
  /// A key that this kind of tokenizer cannot do without is absent.
  case missingKey(String)
  /// `tokenizer.ggml.model` names an algorithm that is not implemented.
  case unsupportedModel(String, supported: [String])
  /// The array of `key` does not fit to the number of tokens.
  case wrongCount(key: String, expected: Int, found: Int)
  /// The id under `key` is not one of the vocabulary's.
  case specialTokenOutOfRange(key: String, id: Int, count: Int)
  /// `tokenizer.ggml.precompiled_charsmap` is not the map that it should be.
  case malformedCharacterMap(found: String, expected: String)
  /// The tokens that text is searched for are so long that they cannot be real.
  case specialTokensTooLong(bytes: Int, limit: Int)
  /// An id to be decoded is not one of the vocabulary's.
  case unknownToken(id: TokenID, count: Int)
}

extension TokenizerError: CustomStringConvertible {
  /// One line that says what was found and what was expected.
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
