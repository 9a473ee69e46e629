public import Foundation

extension GeneratedContent {
  /// Why a text or content could not be read as what was asked for.
  public struct ParsingError: LocalizedError, Sendable, CustomDebugStringConvertible {
    /// What was to be read.
    public var rawContent: String

    /// The error behind this one, if there is one.
    public var underlyingError: (any Error)?

    /// What went wrong, for a developer.
    public var debugDescription: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - rawContent: What was to be read.
    ///   - underlyingError: The error behind this one.
    ///   - debugDescription: What went wrong.
    public init(rawContent: String, underlyingError: (any Error)? = nil, debugDescription: String) {
      self.rawContent = rawContent
      self.underlyingError = underlyingError
      self.debugDescription = debugDescription
    }

    /// What went wrong.
    public var errorDescription: String? { debugDescription }
  }

  /// An error about this content, which it quotes.
  func parsingError(_ message: String, underlying: (any Error)? = nil) -> ParsingError {
    let json = jsonString
    let limit = 500
    let shown = json.utf8.count <= limit ? json : String(json.prefix(limit)) + "…"
    return ParsingError(rawContent: json, underlyingError: underlying, debugDescription: "\(message) Content: \(shown)")
  }

  /// The error for content of another kind than a type is read from.
  func mismatch(_ expected: String) -> ParsingError {
    parsingError("Expected \(expected), found \(kindName).")
  }
}
