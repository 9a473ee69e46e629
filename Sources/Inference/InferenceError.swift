public import SwiftletGGUF
public import SwiftletGuides
public import SwiftletKernels
public import SwiftletTokenizers

/// Why a model cannot be loaded or a request not be served.
public enum InferenceError: Error, Equatable, Sendable {
  /// The file violates the format, or lacks something that its architecture needs.
  case file(GGUFError)
  /// The file's vocabulary cannot be used.
  case tokenizer(TokenizerError)
  /// A weight matrix or a buffer cannot be made.
  case kernel(KernelError)
  /// The decoder has no description of the file's architecture.
  case unsupportedArchitecture(file: String, found: String, supported: [String])
  /// The architecture is known, but the file asks for something of it that is not implemented.
  case unsupportedFeature(file: String, found: String, expected: String)
  /// The model turns texts into vectors and does not generate any.
  case embedsOnly(file: String, architecture: String)
  /// The file does not say how the vectors of a text's tokens become one.
  case noPooling(file: String, architecture: String)
  /// The prompt has no tokens.
  case emptyPrompt
  /// A token id of the prompt is not one of the vocabulary's.
  case tokenOutOfRange(token: Int, vocabularyCount: Int)
  /// The prompt does not fit the context.
  case promptTooLong(tokens: Int, contextSize: Int)
  /// What the answer has to be cannot be expressed, or not in so few tokens.
  case guide(GuideError)
  /// As many requests are served or wait as the engine takes on; one that ends makes room.
  case tooManyRequests(limit: Int)
  /// A draft model has other tokens than the model that it is to draft for.
  case otherVocabulary(file: String, found: String, expected: String)
  /// A file with what prompts begin with cannot be used, or not be written.
  case prefix(path: String, PrefixFileError)
  /// The engine has been shut down.
  case stopped
}

extension InferenceError: CustomStringConvertible {
  /// One line that says what was found and what was expected.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .tokenizer(let error): error.description
    case .guide(let error): error.description
    case .kernel(let error): error.description
    case .unsupportedArchitecture(let file, let found, let supported):
      "\(file): found architecture \(found), expected one of \(supported.joined(separator: ", "))"
    case .unsupportedFeature(let file, let found, let expected):
      "\(file): found \(found), expected \(expected)"
    case .embedsOnly(let file, let architecture):
      "\(file): found a model that turns texts into vectors (\(architecture)), expected one that generates; "
        + "open it as an EmbeddingModel, or with swiftlet embed"
    case .noPooling(let file, let architecture):
      "\(file): found no \(architecture).pooling_type, expected it or that the pooling is named: the model was not "
        + "made to turn texts into vectors"
    case .emptyPrompt:
      "the prompt is empty, expected at least one token"
    case .tokenOutOfRange(let token, let count):
      "found token \(token), expected one from 0 to \(count - 1)"
    case .promptTooLong(let tokens, let contextSize):
      "the prompt has \(tokens) tokens, expected at most the context of \(contextSize)"
    case .tooManyRequests(let limit):
      "the engine is busy with \(limit) requests, which is as many as it takes on; try again when one has ended"
    case .otherVocabulary(let file, let found, let expected):
      "\(file): found \(found), expected \(expected), as the model that it is to draft for has it"
    case .prefix(let path, let error):
      "\(path): \(error)"
    case .stopped:
      "the engine has been shut down"
    }
  }
}

/// Calls `body` and turns what a room to the left throws into an ``InferenceError``.
func wrapping<Result>(_ body: () throws(GGUFError) -> Result) throws(InferenceError) -> Result {
  do { return try body() } catch { throw .file(error) }
}

/// Calls `body` and turns what a room to the left throws into an ``InferenceError``.
func wrapping<Result>(_ body: () throws(KernelError) -> Result) throws(InferenceError) -> Result {
  do { return try body() } catch { throw .kernel(error) }
}

/// Calls `body` and turns what a room to the left throws into an ``InferenceError``.
func wrapping<Result>(_ body: () throws(TokenizerError) -> Result) throws(InferenceError) -> Result {
  do { return try body() } catch { throw .tokenizer(error) }
}
