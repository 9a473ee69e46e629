public import SwiftletGGUF
public import SwiftletGuides
public import SwiftletKernels
public import SwiftletTokenizers

/// The error of a model that cannot be loaded, or of a request that fails.
public enum InferenceError: Error, Equatable, Sendable {
  /// The file violates the format, or lacks something that its architecture requires.
  case file(GGUFError)
  /// The file's vocabulary is invalid or not supported.
  case tokenizer(TokenizerError)
  /// A weight matrix or buffer cannot be created, or memory is short.
  case kernel(KernelError)
  /// The file's architecture is not supported.
  case unsupportedArchitecture(file: String, found: String, supported: [String])
  /// The architecture is supported, but the file uses a feature of it that is not.
  case unsupportedFeature(file: String, found: String, expected: String)
  /// The model is an embedding model, which does not generate text.
  case embeddingModel(file: String, architecture: String)
  /// The file does not specify the pooling of embeddings.
  case noPooling(file: String, architecture: String)
  /// The prompt has no tokens.
  case emptyPrompt
  /// A token id of the prompt is not in the vocabulary.
  case tokenOutOfRange(token: Int, vocabularyCount: Int)
  /// A token id of the logit bias is not in the vocabulary.
  case biasOutOfRange(token: Int, vocabularyCount: Int)
  /// The prompt does not fit the context; see ``countedTokens(contextSize:)``.
  case promptTooLong(tokens: Int, contextSize: Int)
  /// The memory for the KV cache holds fewer tokens than the prompt has, and than the context.
  case promptExceedsMemory(tokens: Int, fitting: Int, contextSize: Int)
  /// The weights that have to be packed do not fit the memory that the system, or a control group, leaves.
  case weightsExceedMemory(ModelMemory)
  /// The guide cannot be compiled, or its answers do not fit the token limit.
  case guide(GuideError)
  /// The request queue is full; retry when a request has ended.
  case tooManyRequests(limit: Int)
  /// The vocabulary of a draft model differs from that of the target model.
  case vocabularyMismatch(file: String, found: String, expected: String)
  /// A file of a prompt prefix cannot be read or written.
  case prefix(path: String, PrefixFileError)
  /// The model computed NaN or an infinity, because its weights are damaged or too large.
  case notFinite(file: String, output: String)
  /// A picture cannot be processed, or the file that encodes pictures.
  case vision(VisionError)
  /// The engine has been shut down.
  case stopped
}

extension InferenceError: CustomStringConvertible {
  /// The error in one line, with the found and the expected values.
  public var description: String {
    switch self {
    case .file(let error): error.description
    case .tokenizer(let error): error.description
    case .guide(let error): error.description
    case .kernel(let error): error.description
    case .vision(let error): error.description
    case .unsupportedArchitecture(let file, let found, let supported):
      "\(file): found architecture \(found), expected one of \(supported.joined(separator: ", "))"
    case .unsupportedFeature(let file, let found, let expected):
      "\(file): found \(found), expected \(expected)"
    case .embeddingModel(let file, let architecture):
      "\(file): found an embedding model (\(architecture)), expected a generative model; "
        + "open it as an EmbeddingModel, or with swiftlet embed"
    case .noPooling(let file, let architecture):
      "\(file): found no \(architecture).pooling_type, expected the key or a pooling option: the model was not "
        + "trained for embeddings"
    case .emptyPrompt:
      "the prompt is empty, expected at least one token"
    case .tokenOutOfRange(let token, let count):
      "found token \(token), expected one from 0 to \(count - 1)"
    case .biasOutOfRange(let token, let count):
      "logit bias: found token \(token), expected one from 0 to \(count - 1)"
    case .promptTooLong(let tokens, let contextSize):
      "the prompt has \(Self.tokenCount(tokens, contextSize: contextSize)), expected at most the context of \(contextSize)"
    case .promptExceedsMemory(let tokens, let fitting, let contextSize):
      "the prompt has \(Self.tokenCount(tokens, contextSize: contextSize)), expected at most \(fitting), which the "
        + "memory for the KV cache holds, of the context of \(contextSize)"
    case .weightsExceedMemory(let memory): memory.description
    case .tooManyRequests(let limit):
      "the queue is full with \(limit) requests; try again when one has ended"
    case .vocabularyMismatch(let file, let found, let expected):
      "\(file): found \(found), expected \(expected), as in the vocabulary of the target model"
    case .prefix(let path, let error):
      "\(path): \(error)"
    case .notFinite(let file, let output):
      "\(file): found NaN or an infinity in \(output), expected numbers; swiftlet inspect --check finds damaged weights"
    case .stopped:
      "the engine has been shut down"
    }
  }
}

extension InferenceError {
  /// The number of tokens up to which a prompt that does not fit is counted: a longer one is not tokenized whole.
  public static func countedTokens(contextSize: Int) -> Int { max(1 << 16, 4 * contextSize) }

  /// Describes the number of tokens of a prompt that does not fit, such as `5000 tokens`.
  package static func tokenCount(_ tokens: Int, contextSize: Int) -> String {
    let limit = countedTokens(contextSize: contextSize)
    return tokens > limit ? "more than \(limit) tokens" : "\(tokens) tokens"
  }
}

extension InferenceError {
  /// The error of packing weights, which that of a file is when a weight is NaN or infinite.
  init(packing error: KernelError) { self = if case .file(let found) = error { .file(found) } else { .kernel(error) } }
}

/// Calls `body` and wraps the errors of a lower module in an ``InferenceError``.
func wrapping<Result>(_ body: () throws(GGUFError) -> Result) throws(InferenceError) -> Result {
  do { return try body() } catch { throw .file(error) }
}

/// Calls `body` and wraps the errors of a lower module in an ``InferenceError``.
func wrapping<Result>(_ body: () throws(KernelError) -> Result) throws(InferenceError) -> Result {
  do { return try body() } catch { throw .kernel(error) }
}

/// Calls `body` and wraps the errors of pictures in an ``InferenceError``.
func wrapping<Result>(_ body: () throws(VisionError) -> Result) throws(InferenceError) -> Result {
  do { return try body() } catch { throw .vision(error) }
}

/// Calls `body` and wraps the errors of a lower module in an ``InferenceError``.
func wrapping<Result>(_ body: () throws(TokenizerError) -> Result) throws(InferenceError) -> Result {
  do { return try body() } catch { throw .tokenizer(error) }
}

/// Calls `body` and wraps the errors of a lower module in an ``InferenceError``.
func wrapping<Result>(_ body: () throws(GuideError) -> Result) throws(InferenceError) -> Result {
  do { return try body() } catch { throw .guide(error) }
}
