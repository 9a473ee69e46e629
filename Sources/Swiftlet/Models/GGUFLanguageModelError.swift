public import Foundation
import SwiftletGGUF

/// An error of a model file that cannot be used.
public enum GGUFLanguageModelError: LocalizedError, Equatable {
  /// The file does not exist or is not readable by this process.
  case unreadable(path: String, reason: String)

  /// The file does not begin with the GGUF magic number; its first bytes are given.
  case notGGUF(path: String, beginning: [UInt8])

  /// The file is damaged or requires a feature that the engine does not support.
  case unusable(path: String, reason: String)

  /// A prefix cache file cannot be used or written.
  case unusablePrefix(path: String, reason: String)

  /// The engine cannot run a request, for instance because the system refuses memory.
  case failed(path: String, reason: String)

  /// The weights and the smallest KV cache need more memory than there is.
  case insufficientMemory(path: String, reason: String)

  /// A token id of a request's logit bias is not in the vocabulary.
  case biasOutOfRange(token: Int, vocabularyCount: Int)

  /// A system message is where the chat template allows none, with ``GGUFLanguageModel/SystemMessagePolicy/refused``.
  ///
  /// The index is that among the messages of the conversation, from 0; reasoning, text and tool calls of an answer are
  /// one message.
  case refusedSystemMessage(index: Int, expected: String)

  /// The path and the reason.
  public var errorDescription: String? { description }
}

extension GGUFLanguageModelError: CustomStringConvertible {
  /// The path and the reason.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "\(path): cannot be read: \(reason)"
    case .notGGUF(let path, let beginning):
      "\(path): not a GGUF file: \(Self.description(ofBeginning: beginning))"
    case .unusable(let path, let reason), .unusablePrefix(let path, let reason), .failed(let path, let reason),
      .insufficientMemory(let path, let reason):
      // Errors of the engine name the file themselves.
      reason.hasPrefix(path + ":") || reason.hasPrefix(path + ",") ? reason : "\(path): \(reason)"
    case .refusedSystemMessage(let index, let expected):
      "message \(index) is a system message, expected \(expected)"
    case .biasOutOfRange(let token, let count):
      "logit bias: found token \(token), expected one from 0 to \(count - 1)"
    }
  }

  /// The kind of a file that is not GGUF, else its first bytes.
  static func description(ofBeginning beginning: [UInt8]) -> String {
    ForeignFile.description(ofBeginning: beginning)
      ?? "begins with the bytes \(Array(beginning.prefix(magic.count))), expected \(magic) (\"GGUF\")"
  }
}

extension GGUFLanguageModelError {
  private static let magic = Array("GGUF".utf8)

  /// Returns the path of a model's file: a folder with one model in it stands for that model.
  static func location(of path: String) throws(GGUFLanguageModelError) -> String {
    do {
      return try GGUFFile.location(of: path)
    } catch {
      throw .unusable(path: path, reason: "found \(error.found), expected \(error.expected)")
    }
  }

  /// Checks that a file exists and begins with the GGUF magic number.
  static func checkMagic(ofFileAt path: String) throws(GGUFLanguageModelError) {
    let beginning: [UInt8]
    do {
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? file.close() }
      beginning = Array(try file.read(upToCount: ForeignFile.beginningLength) ?? Data())
    } catch {
      throw .unreadable(path: path, reason: reason(error))
    }
    guard beginning.starts(with: magic) else { throw .notGGUF(path: path, beginning: beginning) }
  }

  /// The system's message for an error, without Foundation's wrapping.
  private static func reason(_ error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let error = underlying ?? error as NSError
    return error.domain == NSPOSIXErrorDomain
      ? MappedFile.lastError(Int32(clamping: error.code)) : error.localizedDescription
  }
}
