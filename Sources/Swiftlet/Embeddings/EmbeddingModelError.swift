public import Foundation
import SwiftletInference

/// Why a file cannot be an embedding model, or a text have no vector.
public enum EmbeddingModelError: LocalizedError, Equatable {
  /// The file cannot be used: it cannot be read, is damaged, or holds something that the engine does not know.
  case unusable(path: String, reason: String)

  /// Neither the file nor the caller says how the vectors of a text's tokens become one.
  case noPooling(path: String)

  /// A text is longer than the model can read.
  ///
  /// `index` is the text's place among those that were given. ``EmbeddingModel/Options/truncatesTexts`` lets such texts
  /// lose their end.
  case textTooLong(index: Int, tokenCount: Int, contextSize: Int)

  /// A text has no tokens. `index` is its place among those that were given.
  case emptyText(index: Int)

  /// More numbers were asked for than a vector has, or none.
  case dimensionOutOfRange(found: Int, dimension: Int)

  /// More requests wait than the engine takes on; try again when one has ended.
  case tooManyRequests(limit: Int)

  /// What is wrong.
  public var errorDescription: String? { description }
}

extension EmbeddingModelError: CustomStringConvertible {
  /// What is wrong.
  public var description: String {
    switch self {
    case .unusable(let path, let reason):
      "\(path): \(reason)"
    case .noPooling(let path):
      "\(path): found nothing that says how vectors of tokens become one, expected a pooling type in the file, or that "
        + "mean, cls or last is chosen"
    case .textTooLong(let index, let tokenCount, let contextSize):
      "text \(index) has \(tokenCount) tokens, expected at most \(contextSize)"
    case .emptyText(let index):
      "text \(index) has no tokens, expected at least one"
    case .dimensionOutOfRange(let found, let dimension):
      "found \(found) numbers, expected 1 to \(dimension), as many as the model's vectors have"
    case .tooManyRequests(let limit):
      "found \(limit) requests waiting, which is as many as the engine takes on; try again when one has ended"
    }
  }
}

extension EmbeddingModelError {
  /// What an error of the engine is to callers; `index` is the place of the text that it is about.
  init(_ error: InferenceError, path: String, text index: Int = 0) {
    switch error {
    case .noPooling: self = .noPooling(path: path)
    case .promptTooLong(let tokens, let contextSize):
      self = .textTooLong(index: index, tokenCount: tokens, contextSize: contextSize)
    case .emptyPrompt: self = .emptyText(index: index)
    case .tooManyRequests(let limit): self = .tooManyRequests(limit: limit)
    default:
      let text = "\(error)"
      let reason = text.utf8.starts(with: (path + ": ").utf8) ? String(text.dropFirst(path.count + 2)) : text
      self = .unusable(path: path, reason: reason)
    }
  }
}

extension GGUFLanguageModelError {
  /// The reason alone, for errors that name the file themselves.
  var withoutPath: String {
    switch self {
    case .unreadable(_, let reason): "cannot be read: \(reason)"
    case .notGGUF(_, let beginning): "not a GGUF file: begins with the bytes \(beginning)"
    case .unusable(_, let reason), .unusablePrefix(_, let reason): reason
    }
  }
}
