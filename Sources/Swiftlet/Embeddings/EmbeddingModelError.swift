public import Foundation
import SwiftletInference

/// An error of an embedding model.
public enum EmbeddingModelError: LocalizedError, Equatable {
  /// The file cannot be read, is damaged, or requires an unsupported feature.
  case unusable(path: String, reason: String)

  /// Neither the file nor the caller specifies the pooling.
  case noPooling(path: String)

  /// A text exceeds the context of the model.
  ///
  /// `index` is the index of the text in the input. With ``EmbeddingModel/Options/truncatesTexts``, such texts are
  /// truncated.
  case textTooLong(index: Int, tokenCount: Int, contextSize: Int)

  /// The text at `index` has no tokens.
  case emptyText(index: Int)

  /// The text at `index` was given as tokens, one of which is outside the vocabulary.
  case tokenOutOfRange(index: Int, token: Int, vocabularyCount: Int)

  /// The requested dimension is 0 or exceeds that of the embeddings.
  case dimensionOutOfRange(found: Int, dimension: Int)

  /// The request queue of the engine is full.
  case tooManyRequests(limit: Int)

  /// The weights need more memory than there is.
  case insufficientMemory(path: String, reason: String)

  /// The error's message.
  public var errorDescription: String? { description }
}

extension EmbeddingModelError: CustomStringConvertible {
  /// The error's message.
  public var description: String {
    switch self {
    case .unusable(let path, let reason), .insufficientMemory(let path, let reason):
      "\(path): \(reason)"
    case .noPooling(let path):
      "\(path): found no pooling type, expected one in the file, or mean, cls or last as an option"
    case .textTooLong(let index, let tokenCount, let contextSize):
      "text \(index) has \(tokenCount) tokens, expected at most \(contextSize)"
    case .emptyText(let index):
      "text \(index) has no tokens, expected at least one"
    case .tokenOutOfRange(let index, let token, let count):
      "text \(index) has the token \(token), expected 0 to \(count - 1)"
    case .dimensionOutOfRange(let found, let dimension):
      "found the dimension \(found), expected 1 to \(dimension), the dimension of the model's embeddings"
    case .tooManyRequests(let limit):
      "the request queue is full with \(limit) requests; try again when one has finished"
    }
  }
}

extension EmbeddingModelError {
  /// Creates the error that corresponds to an engine error; `index` is the index of the text.
  init(_ error: InferenceError, path: String, text index: Int = 0) {
    switch error {
    case .noPooling: self = .noPooling(path: path)
    case .promptTooLong(let tokens, let contextSize):
      self = .textTooLong(index: index, tokenCount: tokens, contextSize: contextSize)
    case .tokenOutOfRange(let token, let count):
      self = .tokenOutOfRange(index: index, token: token, vocabularyCount: count)
    case .emptyPrompt: self = .emptyText(index: index)
    case .tooManyRequests(let limit): self = .tooManyRequests(limit: limit)
    default:
      let text = "\(error)"
      let reason = text.utf8.starts(with: (path + ": ").utf8) ? String(text.dropFirst(path.count + 2)) : text
      if case .weightsExceedMemory = error {
        self = .insufficientMemory(path: path, reason: reason)
      } else {
        self = .unusable(path: path, reason: reason)
      }
    }
  }
}

extension GGUFLanguageModelError {
  /// The reason without the path, for errors that name the file themselves.
  var withoutPath: String {
    switch self {
    case .unreadable(_, let reason): "cannot be read: \(reason)"
    case .notGGUF(_, let beginning): "not a GGUF file: \(Self.description(ofBeginning: beginning))"
    case .unusable(_, let reason), .unusablePrefix(_, let reason), .failed(_, let reason),
      .insufficientMemory(_, let reason):
      reason
    case .biasOutOfRange, .refusedSystemMessage: description
    }
  }
}
